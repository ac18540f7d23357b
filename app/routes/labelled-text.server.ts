import { site } from "#app/copy/site.ts"
import { aiMetadata } from "#app/domain/ai-metadata.ts"

interface LabelledText {
  /** The id of the novel or the generation. */
  id: string
  fileName: string
  text: string
}

/** A text as a download, labelled as AI-written for people in its last line and for programs in a header. */
export function labelledText({ id, fileName, text }: LabelledText, headers: HeadersInit = {}): Response {
  return new Response(`${text}\n\n${site.aiLabel}\n`, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": `attachment; filename*=UTF-8''${extendedValue(fileName)}`,
      "Cache-Control": "private, no-store",
      AIGC: aiMetadata(site.name, id),
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
