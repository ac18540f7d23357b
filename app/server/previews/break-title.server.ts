/** A title in lines, and how large they are. */
export interface BrokenTitle {
  lines: string[]
  size: number
}

/** The largest that fits is taken. */
const LOOKS = [
  { size: 112, lines: 1 },
  { size: 104, lines: 2 },
  { size: 88, lines: 2 },
  { size: 76, lines: 2 },
  { size: 72, lines: 3 },
  { size: 60, lines: 3 },
] as const
const SMALLEST = LOOKS[LOOKS.length - 1] ?? LOOKS[0]

/** How uneven lines may be, in square em, before one is broken elsewhere than after punctuation. */
const MID_PHRASE_COST = 4

const NOT_FIRST = /^[\p{Pe}\p{Pf}\p{Po}\p{Pd}\s]/u
const NOT_LAST = /[\p{Ps}\p{Pi}]$/u
const ENDS_PHRASE = /[\p{P}\s]$/u
const TRAILING = /[\p{P}\s]+$/u

const words = new Intl.Segmenter("zh", { granularity: "word" })
const characters = new Intl.Segmenter("zh", { granularity: "grapheme" })

/**
 * Breaks a title as large as it fits into a width in px: between words, evenly, preferably after punctuation, no line
 * beginning with closing punctuation or ending with opening. Cuts what does not fit. `widthOf` measures in em.
 */
export function breakTitle(title: string, width: number, widthOf: (text: string) => number): BrokenTitle {
  for (const { size, lines } of LOOKS) {
    const broken = spread(piecesOf(title, width / size, widthOf), lines, width / size, widthOf)
    if (broken) return { lines: broken, size }
  }
  const { size, lines } = SMALLEST
  const pieces = piecesOf(title, width / size, widthOf)
  for (let kept = pieces.length - 1; kept > 0; kept -= 1) {
    const last = pieces[kept - 1]?.replace(TRAILING, "") ?? ""
    const cut = [...pieces.slice(0, kept - 1), `${last}…`]
    const broken = spread(cut, lines, width / size, widthOf)
    if (broken) return { lines: broken, size }
  }
  return { lines: ["…"], size }
}

/** A line's beginning that fits, with an ellipsis if it is not all of it. `widthOf` measures in the width's unit. */
export function cutLine(text: string, width: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= width) return text
  const all = graphemesOf(text)
  for (let kept = all.length - 1; kept > 0; kept -= 1) {
    const cut = `${all.slice(0, kept).join("")}…`
    if (widthOf(cut) <= width) return cut
  }
  return "…"
}

/** The parts that a line may end after: words with their punctuation, or characters if a word is wider than a line. */
function piecesOf(title: string, width: number, widthOf: (text: string) => number): string[] {
  return joined([...words.segment(title)].map(({ segment }) => segment)).flatMap((piece) =>
    widthOf(piece) <= width ? [piece] : joined(graphemesOf(piece), width, widthOf),
  )
}

/** Puts punctuation to its neighbour, where the two fit into one line. */
function joined(
  segments: readonly string[],
  width = Number.POSITIVE_INFINITY,
  widthOf: (text: string) => number = () => 0,
): string[] {
  const pieces: string[] = []
  for (const segment of segments) {
    const last = pieces.at(-1)
    const belongs = last !== undefined && (NOT_FIRST.test(segment) || NOT_LAST.test(last))
    if (belongs && widthOf(last + segment) <= width) pieces[pieces.length - 1] = last + segment
    else pieces.push(segment)
  }
  return pieces
}

function graphemesOf(text: string): string[] {
  return [...characters.segment(text)].map(({ segment }) => segment)
}

/** The most even way to put pieces into this many lines; null if they do not fit. */
function spread(
  pieces: readonly string[],
  lines: number,
  width: number,
  widthOf: (text: string) => number,
): string[] | null {
  const ends = [0]
  for (const piece of pieces) ends.push((ends.at(-1) ?? 0) + widthOf(piece))
  const total = ends.at(-1) ?? 0
  const even = total / lines

  /** The cheapest way to put the pieces from `from` on into `left` lines. */
  function cheapest(from: number, left: number): { cost: number; breaks: number[] } | null {
    const key = from * (lines + 1) + left
    const known = found.get(key)
    if (known !== undefined) return known
    let best: { cost: number; breaks: number[] } | null = null
    const last = pieces.length
    for (let to = left === 1 ? last : from + 1; to <= last - (left - 1); to += 1) {
      const filled = (ends[to] ?? 0) - (ends[from] ?? 0)
      if (filled > width) break
      const rest = to === last ? { cost: 0, breaks: [] } : cheapest(to, left - 1)
      if (!rest) continue
      const isMidPhrase = to < last && !ENDS_PHRASE.test(pieces[to - 1] ?? "")
      const cost = rest.cost + (filled - even) ** 2 + (isMidPhrase ? MID_PHRASE_COST : 0)
      if (!best || cost < best.cost) best = { cost, breaks: [to, ...rest.breaks] }
    }
    found.set(key, best)
    return best
  }
  const found = new Map<number, { cost: number; breaks: number[] } | null>()

  const breaks = pieces.length >= lines ? cheapest(0, lines)?.breaks : null
  return breaks
    ? breaks.map((to, nth) =>
        pieces
          .slice(breaks[nth - 1] ?? 0, to)
          .join("")
          .trim(),
      )
    : null
}
