/**
 * The formats in which a reader can download a text, in the order of their links. `path` ends a download's address,
 * such as /shared/:id/text. The routes, the links and the tests of downloads follow this list.
 */
export const EXPORT_FORMATS = [
  { path: "text", label: "TXT", extension: "txt", mediaType: "text/plain; charset=utf-8" },
] as const

export type ExportPath = (typeof EXPORT_FORMATS)[number]["path"]
