import { site } from "#app/copy/site.ts"
import { aiMetadata } from "#app/domain/ai-metadata.ts"

interface LabelledText {
  /** Of the novel or the generation. */
  id: string
  fileName: string
  text: string
}

/** A text as a file to keep: labelled for people in its last line, for programs in a header. */
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

/** RFC 8187: these end the value for some readers, and encodeURIComponent leaves them. */
function extendedValue(fileName: string): string {
  return encodeURIComponent(fileName).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
