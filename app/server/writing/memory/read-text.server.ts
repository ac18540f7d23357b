/** A text that was read, to ask whether what a note says stands in it. Blanks, width and case make no difference. */
export class ReadText {
  readonly #text: string
  #pairs: Set<string> | null = null

  constructor(text: string) {
    this.#text = plain(text)
  }

  /** Whether these very characters stand in the text. */
  holds(name: string): boolean {
    const wanted = plain(name)
    return wanted !== "" && this.#text.includes(wanted)
  }

  /** The share of a note's characters that stand in the text two by two, 0 to 1. */
  shareOf(note: string): number {
    const characters = plain(note).replace(SIGNS, "")
    if (characters.length < 2) return this.holds(characters) ? 1 : 0
    this.#pairs ??= new Set(pairsOf(this.#text))
    const pairs = this.#pairs
    const stands = pairsOf(characters).map((pair) => pairs.has(pair))
    const told = Array.from(characters, (_, at) => stands[at] || stands[at - 1]).filter(Boolean)
    return told.length / [...characters].length
  }
}

/** How alike two notes are: the Jaccard similarity of their pairs of characters, 0 to 1. */
export function likeness(one: string, other: string): number {
  const [own, others] = [pairSet(one), pairSet(other)]
  const shared = own.intersection(others).size
  return shared / Math.max(1, own.size + others.size - shared)
}

/** How much of the shorter of two notes the other one says, 0 to 1. */
export function overlap(one: string, other: string): number {
  const [own, others] = [pairSet(one), pairSet(other)]
  return own.intersection(others).size / Math.max(1, Math.min(own.size, others.size))
}

/** Whether two names are the same. */
export function isSameName(one: string, other: string): boolean {
  return plain(one) === plain(other)
}

const SIGNS = /[^\p{L}\p{N}]+/gu

function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/gu, "")
}

function pairSet(text: string): Set<string> {
  return new Set(pairsOf(plain(text).replace(SIGNS, "")))
}

/** Every two neighbours, by whole characters. */
function pairsOf(text: string): string[] {
  const characters = [...text]
  return characters.slice(1).map((character, at) => characters[at] + character)
}
