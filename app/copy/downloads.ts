import type { ExportPath } from "#app/domain/export-format.ts"
import { novelDate, shared } from "./novels.ts"

export const downloads = {
  heading: "下载",
  format: {
    text: "TXT",
    epub: "EPUB",
    docx: "DOCX",
    "text-gb18030": "旧阅读器 TXT",
  } satisfies Record<ExportPath, string>,
  link: (format: string) => `下载 ${format}`,
} as const

/** What a file says beside its text. */
export const book = {
  contents: "目录",
  /** Names what stands before the first section. */
  opening: "开头",
  created: (moment: string) => `${shared.created} ${novelDate(moment)}`,
  made: (moment: string) => `下载于 ${novelDate(moment)}`,
} as const

/** The title of a text that has none. */
export const untitled = (id: string) => `落笔-${id.slice(0, 6)}`
