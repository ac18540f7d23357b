import { saveNovel } from "#app/copy/novels.ts"
import { site, storyLabel } from "#app/copy/site.ts"
import { untitledName } from "#app/copy/story.ts"
import { aiMetadata } from "#app/domain/ai-metadata.ts"
import { EXPORT_FORMATS, type ExportPath } from "#app/domain/export-format.ts"
import type { DemoShare } from "#app/domain/generation.ts"
import { headedText, type Section } from "#app/domain/sections.ts"

interface ExportedText {
  /** The id of the novel or the generation. */
  id: string
  /** A generation may have none. */
  title: string | null
  byline?: string
  text: string
  sections: readonly Section[]
  demo?: DemoShare | undefined
}

/** What each format's file holds. Every file must end with the label for people. */
const CONTENT_BY_PATH: Record<ExportPath, (exported: ExportedText) => BodyInit> = {
  text({ title, byline, text, sections, demo }) {
    const head = [title && saveNovel.novelLink(title), byline].filter(Boolean).join("\n")
    return `${head && `${head}\n\n`}${headedText(text, sections)}\n\n${storyLabel(demo)}\n`
  },
}

/**
 * A text as a download in the format that ends the route's pattern, labelled as AI-written for people in the file and
 * for programs in a header. Throws if the pattern ends with no format.
 */
export function exportedFile(pattern: string, exported: ExportedText, headers: HeadersInit = {}): Response {
  const format = EXPORT_FORMATS.find(({ path }) => pattern.endsWith(`/${path}`))
  if (!format) throw new Error(`no export format for ${pattern}`)
  const fileName = `${exported.title ?? untitledName(exported.id)}.${format.extension}`
  return new Response(CONTENT_BY_PATH[format.path](exported), {
    headers: {
      "Content-Type": format.mediaType,
      "Content-Disposition": `attachment; filename*=UTF-8''${extendedValue(fileName)}`,
      "Cache-Control": "private, no-store",
      AIGC: aiMetadata(site.name, exported.id),
      ...headers,
    },
  })
}

/** Encodes a file name by RFC 8187. encodeURIComponent leaves these marks, which end the value for some parsers. */
function extendedValue(fileName: string): string {
  return encodeURIComponent(fileName).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
