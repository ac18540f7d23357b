import { reading as text } from "#app/copy/reading.ts"
import { sharedPath } from "#app/domain/paths.ts"
import type { ReadingPage } from "#app/domain/reading/parts.ts"

interface ChapterLink {
  to: string
  label: string
  /** Null for a part, whose end says nothing of the story. */
  letters: number | null
  /** Whether the page begins with it; on a page with all of the text, only its script knows where the reader is. */
  isCurrent: boolean
}

/** Where a list of chapters leads. A long text without chapters lists its parts. */
export function chapterLinks(id: string, { part, starts, first, chapters }: ReadingPage): ChapterLink[] {
  if (chapters.length === 0 && starts.length > 1) {
    return starts.map((_, index) => ({
      to: sharedPath(id, index + 1),
      label: text.partName(index + 1),
      letters: null,
      isCurrent: index + 1 === part,
    }))
  }
  const current = chapters.findLast(({ paragraph }) => paragraph <= first)
  return chapters.map((chapter) => ({
    to: `${chapter.part === part ? "" : sharedPath(id, chapter.part)}#${anchorOf(chapter)}`,
    label: chapter.title ?? text.opening,
    letters: chapter.letters,
    isCurrent: starts.length > 1 && chapter === current,
  }))
}

function anchorOf({ title, paragraph }: ReadingPage["chapters"][number]): string {
  return title === null ? `p${paragraph}` : `c${paragraph}`
}
