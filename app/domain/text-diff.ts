import { countCharacters } from "./count-characters.ts"
import { paragraphsOf } from "./story.ts"

/** A piece of a paragraph, or all of one: in both texts, only in the later one, or only in the former. */
export interface DiffPart {
  kind: "same" | "added" | "removed"
  text: string
}

/** A paragraph of a comparison, in parts; or how many that are the same were left out. */
type DiffLine = { parts: DiffPart[] } | { skipped: number }

/** What two texts have apart. */
export interface TextDiff {
  lines: DiffLine[]
  /** Characters that only the later text has, and those that only the former has. */
  added: number
  removed: number
  /** There are more differences than are listed. */
  isCut: boolean
}

/** So many unchanged paragraphs stay around a change. */
const CONTEXT = 1
const LINES_MAX = 400
/** A part that is longer is shown by its beginning and its end. */
const PART_MAX_UNITS = 4_000
const SAME_PART_MAX_UNITS = 240
/** How deep paragraphs are matched between matches, and how much of all is compared word by word. */
const DEPTH_MAX = 40
const WORDS_BUDGET_UNITS = 100_000
const CELLS_BUDGET = 4_000_000
/** Paragraphs with less in common are another paragraph, not a changed one. */
const LIKENESS_MIN = 0.3

/**
 * Compares two texts by paragraphs, and changed paragraphs by words. Linear in the texts but for bounded work, and
 * bounded in what it answers.
 */
export function compareTexts(before: string, after: string): TextDiff {
  const budget = { units: WORDS_BUDGET_UNITS, cells: CELLS_BUDGET }
  const lines = matched(paragraphsOf(before), paragraphsOf(after), 0).flatMap((step) =>
    "same" in step
      ? step.same.map((text) => [{ kind: "same", text } as const])
      : changedLines(step.removed, step.added, budget),
  )
  const total = (kind: DiffPart["kind"]) =>
    lines.flat().reduce((sum, part) => (part.kind === kind ? sum + countCharacters(part.text) : sum), 0)
  const folded = foldSame(lines)
  return {
    lines: folded
      .slice(0, LINES_MAX)
      .map((line) => ("parts" in line ? { parts: line.parts.map(clipped) } : line)),
    added: total("added"),
    removed: total("removed"),
    isCut: folded.length > LINES_MAX,
  }
}

type Step = { same: string[] } | { removed: string[]; added: string[] }

/** Matches paragraphs from both ends, then at those that are in each text once, and again between those. */
function matched(before: string[], after: string[], depth: number): Step[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  ) {
    end += 1
  }
  const head = before.slice(0, start)
  const tail = before.slice(before.length - end)
  const removed = before.slice(start, before.length - end)
  const added = after.slice(start, after.length - end)
  const anchors = depth < DEPTH_MAX ? commonOnce(removed, added) : []
  const middle = anchors.length === 0 ? [{ removed, added }] : between(removed, added, anchors, depth)
  return [{ same: head }, ...middle, { same: tail }]
}

function between(before: string[], after: string[], anchors: [number, number][], depth: number): Step[] {
  let [from, to] = [0, 0]
  const steps: Step[] = []
  for (const [at, place] of anchors) {
    if (at > from || place > to) {
      steps.push(...matched(before.slice(from, at), after.slice(to, place), depth + 1))
    }
    steps.push({ same: before.slice(at, at + 1) })
    from = at + 1
    to = place + 1
  }
  return [...steps, ...matched(before.slice(from), after.slice(to), depth + 1)]
}

/** Where the paragraphs stand that are in each text once, as far as they keep their order. */
function commonOnce(before: string[], after: string[]): [number, number][] {
  const places = onlyPlaces(after)
  const pairs = [...onlyPlaces(before)].flatMap(([text, at]): [number, number][] => {
    const place = places.get(text) ?? -1
    return at < 0 || place < 0 ? [] : [[at, place]]
  })
  return longestRising(pairs)
}

/** Each text's place; -1 if it has several. */
function onlyPlaces(texts: string[]): Map<string, number> {
  const places = new Map<string, number>()
  for (const [at, text] of texts.entries()) places.set(text, places.has(text) ? -1 : at)
  return places
}

/** The longest run of pairs whose second numbers rise, of pairs whose first do. */
function longestRising(pairs: [number, number][]): [number, number][] {
  const ends: number[] = []
  const former = pairs.map(() => -1)
  for (const [nth, [, place]] of pairs.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < place) low = middle + 1
      else high = middle
    }
    former[nth] = ends[low - 1] ?? -1
    ends[low] = nth
  }
  const run: [number, number][] = []
  for (let nth = ends.at(-1) ?? -1; nth >= 0; nth = former[nth] ?? -1) {
    const pair = pairs[nth]
    if (pair) run.push(pair)
  }
  return run.reverse()
}

interface Budget {
  units: number
  cells: number
}

/** Paragraphs that were replaced by others: one by one as far as they are alike. */
function changedLines(removed: string[], added: string[], budget: Budget): DiffPart[][] {
  const paired = Math.min(removed.length, added.length)
  const lines: DiffPart[][] = []
  for (let at = 0; at < paired; at += 1) {
    const [was, is] = [removed[at] ?? "", added[at] ?? ""]
    const apart = wordsApart(was, is, budget)
    if (apart) lines.push(...apart)
    else lines.push([{ kind: "removed", text: was }], [{ kind: "added", text: is }])
  }
  for (const text of removed.slice(paired)) lines.push([{ kind: "removed", text }])
  for (const text of added.slice(paired)) lines.push([{ kind: "added", text }])
  return lines
}

/** One line of what two paragraphs share and what they do not; null if they are not alike, or if the budget is used up. */
function wordsApart(was: string, is: string, budget: Budget): DiffPart[][] | null {
  const units = was.length + is.length
  if (units > budget.units) return null
  budget.units -= units
  const [before, after] = [wordsOf(was), wordsOf(is)]
  const cells = (before.length + 1) * (after.length + 1)
  if (cells > budget.cells) return null
  budget.cells -= cells
  const parts = sharedWords(before, after)
  const shared = parts.reduce((sum, { kind, text }) => (kind === "same" ? sum + text.length : sum), 0)
  return shared < LIKENESS_MIN * Math.max(was.length, is.length) ? null : [parts]
}

function wordsOf(text: string): string[] {
  return Array.from(new Intl.Segmenter("zh", { granularity: "word" }).segment(text), ({ segment }) => segment)
}

/** The longest common run of words, by the usual table. */
function sharedWords(before: string[], after: string[]): DiffPart[] {
  const width = after.length + 1
  const lengths = new Uint32Array((before.length + 1) * width)
  for (let at = before.length - 1; at >= 0; at -= 1) {
    for (let place = after.length - 1; place >= 0; place -= 1) {
      lengths[at * width + place] =
        before[at] === after[place]
          ? (lengths[(at + 1) * width + place + 1] ?? 0) + (before[at]?.length ?? 0)
          : Math.max(lengths[(at + 1) * width + place] ?? 0, lengths[at * width + place + 1] ?? 0)
    }
  }
  const parts: DiffPart[] = []
  const put = (kind: DiffPart["kind"], text = "") => {
    const last = parts.at(-1)
    if (last?.kind === kind) last.text += text
    else parts.push({ kind, text })
  }
  let [at, place] = [0, 0]
  while (at < before.length || place < after.length) {
    const isShared = at < before.length && before[at] === after[place]
    const goesOn = (lengths[(at + 1) * width + place] ?? 0) >= (lengths[at * width + place + 1] ?? 0)
    if (isShared) {
      put("same", before[at])
      at += 1
      place += 1
    } else if (at < before.length && (place >= after.length || goesOn)) {
      put("removed", before[at])
      at += 1
    } else {
      put("added", after[place])
      place += 1
    }
  }
  return parts
}

/** Leaves out unchanged paragraphs that are not beside a change. */
function foldSame(lines: DiffPart[][]): DiffLine[] {
  const isChange = lines.map((parts) => parts.some(({ kind }) => kind !== "same"))
  const isNear = new Uint8Array(lines.length)
  for (const [at, changes] of isChange.entries()) {
    if (changes) isNear.fill(1, Math.max(0, at - CONTEXT), at + CONTEXT + 1)
  }
  const folded: DiffLine[] = []
  for (const [at, parts] of lines.entries()) {
    const last = folded.at(-1)
    if (isNear[at]) folded.push({ parts })
    else if (last && "skipped" in last) last.skipped += 1
    else folded.push({ skipped: 1 })
  }
  return folded
}

function clipped({ kind, text }: DiffPart): DiffPart {
  const max = kind === "same" ? SAME_PART_MAX_UNITS : PART_MAX_UNITS
  if (text.length <= max) return { kind, text }
  const half = max / 2
  return { kind, text: `${text.slice(0, half)}…${text.slice(-half)}` }
}
