import { withOneMark } from "./manner/sentences.server.ts"
import type { Template } from "./template.server.ts"

/** So much of a template's fixed words is looked up, in UTF-16 units. */
const BEGINNING_UNITS = 4

interface Entry<One> {
  one: One
  order: number
}

/** Templates by their fixed words: a paragraph is compared with those alone whose words begin somewhere in it. */
export class TemplateIndex<One extends { template: Template }> {
  readonly #byBeginning = new Map<string, Entry<One>[]>()

  constructor(ones: readonly One[]) {
    for (const [order, one] of ones.entries()) {
      const beginning = one.template.fixedWords.slice(0, BEGINNING_UNITS)
      const entries = this.#byBeginning.get(beginning) ?? []
      this.#byBeginning.set(beginning, entries)
      entries.push({ one, order })
    }
  }

  /** The templates that a paragraph may have been told from, in their order. */
  candidatesFor(paragraph: string): One[] {
    const words = withOneMark(paragraph)
    const found = new Set<Entry<One>[]>()
    for (let at = 0; at < words.length; at += 1) {
      for (let units = 1; units <= BEGINNING_UNITS; units += 1) {
        const entries = this.#byBeginning.get(words.slice(at, at + units))
        if (entries) found.add(entries)
      }
    }
    return [...found]
      .flat()
      .sort((one, other) => one.order - other.order)
      .map(({ one }) => one)
  }
}
