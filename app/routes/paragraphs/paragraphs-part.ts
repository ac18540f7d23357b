import type { GenerationSnapshot } from "#app/domain/generation.ts"
import { placeIn, readingPage, type ShownPart, shownPart } from "#app/domain/reading/parts.ts"
import type { Section } from "#app/domain/sections.ts"

/** The part of a text whose paragraphs a page shows: the one in which a paragraph is being written, or the one that its address asks for. */
export function paragraphsPart(
  text: string,
  sections: readonly Section[],
  search: URLSearchParams,
  writing: GenerationSnapshot | null,
): ShownPart {
  const order = writing?.request.paragraph
  const page = readingPage(text, sections, order ? { paragraph: order.index } : placeIn(search))
  return shownPart(text, sections, page)
}
