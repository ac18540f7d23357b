/**
 * The formats in which a reader can download a text, in the order of their links. `path` ends a download's address,
 * such as /shared/:id/text. The routes, the links and the tests of downloads follow this list.
 */
export const EXPORT_FORMATS = [
  { path: "text", extension: "txt", mediaType: "text/plain; charset=utf-8" },
  { path: "epub", extension: "epub", mediaType: "application/epub+zip" },
  {
    path: "docx",
    extension: "docx",
    mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  },
  { path: "text-gb18030", extension: "txt", mediaType: "text/plain; charset=gb18030" },
] as const

export type ExportPath = (typeof EXPORT_FORMATS)[number]["path"]
