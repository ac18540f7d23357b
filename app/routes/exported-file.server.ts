import { book, untitled } from "#app/copy/downloads.ts"
import { adultLevelText, saveNovel, shared } from "#app/copy/novels.ts"
import { site, storyLabel } from "#app/copy/site.ts"
import { aiMetadata } from "#app/domain/ai-metadata.ts"
import type { ContentLevel } from "#app/domain/content-level.ts"
import type { DemoShare } from "#app/domain/demo-share.ts"
import { EXPORT_FORMATS, type ExportPath } from "#app/domain/export-format.ts"
import { chaptersOf, headedText, type Section } from "#app/domain/sections.ts"
import type { Book } from "#app/server/books/book.server.ts"
import { packDocx } from "#app/server/books/docx.server.ts"
import { packEpub } from "#app/server/books/epub.server.ts"
import { shortName } from "#app/server/books/file-name.server.ts"
import { encodeGb18030 } from "#app/server/books/gb18030.server.ts"

interface ExportedText {
  /** The id of the novel or the generation. */
  id: string
  /** A generation may have none. */
  title: string | null
  /** Null if the author has no name; left out where the file names nobody. */
  author?: string | null | undefined
  text: string
  sections: readonly Section[]
  contentLevel: ContentLevel
  demo?: DemoShare | undefined
  /** ISO 8601; a generation has none, and the file then tells when it was made. */
  createdAt?: string
  updatedAt?: string
}

/** What each format's file holds. Every file must end with the label for people. */
const BYTES_BY_PATH: Record<ExportPath, (exported: ExportedText) => Buffer | Promise<Buffer>> = {
  text: (exported) => Buffer.from(markedText(exported)),
  epub: (exported) => packEpub(bookOf(exported)),
  docx: (exported) => packDocx(bookOf(exported)),
  "text-gb18030": (exported) => encodeGb18030(plainText(exported).replaceAll("\n", "\r\n")),
}

/**
 * A text as a download in the format that ends the route's pattern, labelled as AI-written for people in the file and
 * for programs in a header. Throws if the pattern ends with no format.
 */
export async function exportedFile(
  pattern: string,
  exported: ExportedText,
  headers: HeadersInit = {},
): Promise<Response> {
  const format = EXPORT_FORMATS.find(({ path }) => pattern.endsWith(`/${path}`))
  if (!format) throw new Error(`no export format for ${pattern}`)
  const bytes = await BYTES_BY_PATH[format.path](exported)
  return new Response(new Uint8Array(bytes), {
    headers: {
      "Content-Type": format.mediaType,
      "Content-Length": String(bytes.length),
      "Content-Disposition": attachment(exported, format.extension),
      "Cache-Control": "private, no-store",
      AIGC: aiMetadata(site.name, exported.id),
      ...headers,
    },
  })
}

/** A text as a TXT file holds it in UTF-8. */
export function markedText(exported: ExportedText): string {
  // Without the mark, old programs of Windows take UTF-8 for the encoding of the system.
  return `\uFEFF${plainText(exported)}`
}

function plainText(exported: ExportedText): string {
  const { title, text, sections, demo } = exported
  const head = [
    title && saveNovel.novelLink(title),
    bylineOf(exported),
    adultLevelText(exported.contentLevel),
  ]
  const lines = head.filter(Boolean).join("\n")
  return `${lines && `${lines}\n\n`}${headedText(text, sections)}\n\n${storyLabel(demo)}\n`
}

function bookOf(exported: ExportedText): Book {
  const { id, title: given, author = null, text, sections, contentLevel, demo } = exported
  const { createdAt, updatedAt } = exported
  const title = given ?? untitled(id)
  const made = new Date().toISOString()
  const date = createdAt ? book.created(createdAt) : book.made(made)
  const chapters = chaptersOf(text, sections)
  return {
    identifier: `luobi:${id}`,
    title,
    author,
    publisher: site.name,
    head: [bylineOf(exported), date, adultLevelText(contentLevel)].filter((line) => line !== null),
    contents: book.contents,
    chapters: chapters.map((chapter) => ({
      ...chapter,
      name: chapter.title || (chapters.length > 1 ? book.opening : title),
    })),
    label: storyLabel(demo),
    aiMetadata: aiMetadata(site.name, id),
    createdAt: new Date(createdAt ?? made),
    modifiedAt: new Date(updatedAt ?? made),
  }
}

function bylineOf({ author }: ExportedText): string | null {
  return author === undefined ? null : shared.author(author)
}

function attachment({ id, title }: ExportedText, extension: string): string {
  const name = `${shortName(title ?? untitled(id))}.${extension}`
  return attachmentOf(`luobi-${id.slice(0, 6)}.${extension}`, name)
}

/** A file's name by RFC 6266: in full, and in ASCII for programs that know only that. */
export function attachmentOf(ascii: string, name: string): string {
  return `attachment; filename="${ascii}"; filename*=UTF-8''${extendedValue(name)}`
}

/** Encodes a file name by RFC 8187. encodeURIComponent leaves these marks, which end the value for some parsers. */
function extendedValue(fileName: string): string {
  return encodeURIComponent(fileName).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
