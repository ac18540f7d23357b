/** Shorter quotes stand anywhere by chance. Letters and digits only, see `plain`. */
const QUOTE_MIN_UNITS = 4
/** No asked-for line is longer; a model in a loop writes longer ones. */
const LINE_MAX_UNITS = 1_000

/** A text as quotes are compared with it: without blanks, punctuation and symbols, widths and cases made equal. */
export function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
}

/** Whether a quote really stands in a text. `plainText`: as `plain` returns it. */
export function stands(quote: string, plainText: string): boolean {
  const wanted = plain(quote)
  return wanted.length >= QUOTE_MIN_UNITS && plainText.includes(wanted)
}

/** Whether both quotes stand in a text, in places that do not overlap. `plainText`: as `plain` returns it. */
export function standApart(one: string, other: string, plainText: string): boolean {
  if (!stands(one, plainText) || !stands(other, plainText)) return false
  const [first, second] = [plain(one), plain(other)]
  if (first.includes(second) || second.includes(first)) return false
  const others = placesOf(second, plainText)
  return placesOf(first, plainText).some((at) =>
    others.some((from) => from >= at + first.length || at >= from + second.length),
  )
}

/** The cells of an answer's line: `a｜b｜c`, also as a row of a Markdown table or of a list. */
export function cellsOf(line: string): string[] {
  return line
    .slice(0, LINE_MAX_UNITS)
    .normalize("NFKC")
    .replace(/\s+/gu, " ")
    .replace(/[*`#]/g, "")
    .replace(/^[\s\->•·|]+|[\s|]+$/gu, "")
    .split("|")
    .map((cell) => cell.trim())
}

function placesOf(wanted: string, text: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) places.push(at)
  return places
}
