/** A novel as the packed formats bind it. */
export interface Book {
  /** Names the novel in every file of it. */
  identifier: string
  title: string
  author: string | null
  publisher: string
  /** What stands under the title, line by line. */
  head: readonly string[]
  /** Heads the table of contents. */
  contents: string
  chapters: readonly Chapter[]
  /** That the text is AI-written, for people and for programs. */
  label: string
  aiMetadata: string
  createdAt: Date
  modifiedAt: Date
}

interface Chapter {
  /** Shown over the text; empty if there is nothing to show. */
  title: string
  /** Stands for the chapter in lists. */
  name: string
  text: string
}

/** Simplified Chinese, in which this site writes. */
export const BOOK_LANGUAGE = "zh-Hans"
