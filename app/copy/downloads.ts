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

/** All novels of an account in one file. */
export const library = {
  heading: "备份",
  hint: "把全部小说打成一个 ZIP 文件带走：每篇一个 TXT，另有一份数据，可以再导入回来。",
  export: "下载全部小说",
  fileName: (name: string) => `${name}-我的小说.zip`,
  /** The folder of the texts for people. */
  folder: "小说",
  unnamed: "未命名",
  tooOften: "下载得太频繁了，请稍后再试。",
} as const

/** The title of a text that has none. */
export const untitled = (id: string) => `落笔-${id.slice(0, 6)}`
