/** Rare Han characters, each of which stands for its place. No rule of the writing engine matches them. */
const FIRST_CODE = 0x3400
const CODES = 6_500
const TOKENS_PER_SENTENCE = 20
const SENTENCES_PER_PARAGRAPH = 5

/** The token at this place of a story: one character, with the mark that ends a sentence or paragraph. */
export function tokenAt(place: number): string {
  const character = String.fromCharCode(FIRST_CODE + (place % CODES))
  if ((place + 1) % TOKENS_PER_SENTENCE !== 0) return character
  return (place + 1) % (TOKENS_PER_SENTENCE * SENTENCES_PER_PARAGRAPH) === 0
    ? `${character}。\n`
    : `${character}。`
}

/** The places that a text's numbered characters tell, in order. */
export function placesIn(text: string): number[] {
  const places: number[] = []
  for (let at = 0; at < text.length; at++) {
    const place = text.charCodeAt(at) - FIRST_CODE
    if (place >= 0 && place < CODES) places.push(place)
  }
  return places
}

/** How many characters are missing, and how many are doubled or out of order. */
export function faultsIn(text: string): { lost: number; doubled: number } {
  let lost = 0
  let doubled = 0
  let next = 0
  for (const place of placesIn(text)) {
    if (place > next) lost += place - next
    if (place < next) doubled += 1
    next = Math.max(next, place + 1)
  }
  return { lost, doubled }
}

/** Milliseconds on one clock for all processes of this machine. */
export function now(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}
