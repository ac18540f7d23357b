/** A format in which a reader can download a text. */
export interface ExportFormat {
  /** The end of the download's address, such as /shared/:id/text. */
  path: string
  /** The format's name on its link. */
  label: string
  extension: string
  mediaType: string
}

/** Every format, in the order of the links. The routes, the links and the tests of downloads follow this list. */
export const EXPORT_FORMATS = [
  { path: "text", label: "TXT", extension: "txt", mediaType: "text/plain; charset=utf-8" },
] as const satisfies ExportFormat[]

export type ExportPath = (typeof EXPORT_FORMATS)[number]["path"]
