import { gzipSync } from "node:zlib"
import type { Page } from "playwright"

/** The elements that a selector finds, or those of them whose own words hold this. */
export interface Wanted {
  selector: string
  holding?: string
}

export const SENT = "as it is sent"

const PIECES: Record<string, Wanted> = {
  "its story": { selector: "article .story" },
  "the forms of its sections": { selector: '#sections form:has([value="rename-section"])' },
  "the data for its script": { selector: "script:not([src])", holding: "streamController.enqueue" },
  // Of sections; of parts where there are none.
  "its list of sections": { selector: "#panel-sections > ol" },
}

/** The compressed bytes of an author's page as it is, without each of its pieces and without all but the story. */
export async function bytesWithout(page: Page, html: string): Promise<Record<string, number>> {
  const { "its story": _, ...beside } = PIECES
  const cuts: Record<string, Wanted[]> = {
    // Written anew as all others are; what was sent may differ from it in quotes.
    nothing: [],
    ...Object.fromEntries(Object.entries(PIECES).map(([name, wanted]) => [name, [wanted]])),
    "all but its story": Object.values(beside),
  }
  const bytes: Record<string, number> = { [SENT]: gzipSync(html).length }
  for (const [name, unwanted] of Object.entries(cuts))
    bytes[`without ${name}`] = gzipSync(await htmlWithout(page, html, unwanted)).length
  return bytes
}

/** The document without these elements, as the browser writes it. Throws where the page has none of a kind. */
export function htmlWithout(page: Page, html: string, unwanted: readonly Wanted[]): Promise<string> {
  return page.evaluate(
    ([source, kinds]) => {
      const parsed = new DOMParser().parseFromString(source, "text/html")
      for (const { selector, holding = "" } of kinds) {
        const found = [...parsed.querySelectorAll(selector)].filter(({ textContent }) =>
          textContent.includes(holding),
        )
        if (found.length === 0) throw new Error(`the page has no ${selector} ${holding}`)
        for (const element of found) element.remove()
      }
      return `<!DOCTYPE html>${parsed.documentElement.outerHTML}`
    },
    [html, unwanted] as const,
  )
}
