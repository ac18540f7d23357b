import type { MemoryEntry, MemorySection, StoryMemory } from "#app/domain/memory/story-memory.ts"
import { countCodePoints, toSingleLine } from "#app/domain/text.ts"
import { AUTHOR_MARK, AUTHOR_MARKS, KIND_LABELS, MORE_THREADS, moreThreads } from "./memory.lexicon.server.ts"
import { foldedLine, SECTIONS_TO_ONE } from "./merge-memory.server.ts"

/** How many characters of memory a prompt shows, by the length of the story. */
const BUDGETS = [
  { upTo: 30_000, characters: 1_200 },
  { upTo: 100_000, characters: 2_100 },
  { upTo: Number.POSITIVE_INFINITY, characters: 3_000 },
]
const THREADS_MAX = 20
const LATELY_UNITS = 20_000
const SECTIONS_SHOWN = 8
const RECALL_MAX_CHARS = 300
/** One character stands in too many other words to call somebody by it. */
const CALLED_FROM_CHARS = 2

/** How many characters of memory a prompt shows of a story with so many. */
export function memoryBudget(storyCharacters: number): number {
  return BUDGETS.find(({ upTo }) => storyCharacters <= upTo)?.characters ?? 0
}

/**
 * A memory as prompts show it, one entry a line: the author's own, open threads, what never changes, who and what the
 * text has named lately, what happened, and the rest as far as there is room. Lines that matter most come first, so
 * that `shortened` can leave out the last ones: `quotes` of the text, where nothing is noted of it, after what is
 * noted. Empty for an empty memory without them.
 */
export function renderMemory(
  memory: StoryMemory,
  storyUnits: number,
  characters: number,
  quotes: readonly string[] = [],
): string {
  const { entries, sections } = memory
  const newest = entries.filter(({ open }) => open).sort((a, b) => b.at - a.at)
  const ofModel = newest.filter(({ by }) => by === "model")
  const threads = ofModel.filter(({ kind }) => kind === "thread")
  const more = threads.length - THREADS_MAX
  const things = ofModel.filter(({ kind }) => kind === "person" || kind === "object" || kind === "place")
  const isLate = ({ at }: MemoryEntry) => at >= storyUnits - LATELY_UNITS
  const lines = [
    ...newest.filter(({ by }) => by === "author").map(entryLine),
    ...threads.slice(0, THREADS_MAX).map(entryLine),
    ...(more > 0 ? [moreThreads(more)] : []),
    ...ofModel.filter(({ kind }) => kind === "fact" || kind === "time").map(entryLine),
    ...things.filter(isLate).map(entryLine),
    ...summaryLines(sections),
    ...quotes,
    ...things.filter((entry) => !isLate(entry)).map(entryLine),
  ]
  return shortened(lines.join("\n"), characters)
}

/**
 * The lines of a rendered memory that have room in so many characters. The author's own always stay, unless
 * `keepsAuthors` is false. It says how many open threads it leaves out, those of the memory before included.
 */
export function shortened(rendered: string, characters: number, keeping: Keeping = {}): string {
  const all = rendered.split("\n")
  const untold = all.reduce((sum, line) => sum + Number(MORE_THREADS.exec(line)?.[1] ?? 0), 0)
  const lines = all.filter((line) => !MORE_THREADS.test(line))
  const whole = fitting(lines, characters, keeping)
  if (untold === 0 && whole.length === lines.length) return whole.join("\n")
  const room = characters - countCodePoints(moreThreads(untold + lines.length)) - 1
  const kept = fitting(lines, Math.max(0, room), keeping)
  const left = untold + lines.filter(isThread).length - kept.filter(isThread).length
  if (left === 0) return whole.join("\n")
  const at = kept.findLastIndex(isThread) + 1
  const withCount = kept.toSpliced(at, 0, moreThreads(left)).join("\n")
  return countCodePoints(withCount) <= characters ? withCount : kept.join("\n")
}

interface Keeping {
  keepsAuthors?: boolean
}

function isThread(line: string): boolean {
  return line.startsWith(`${KIND_LABELS.thread}｜`)
}

/** The lines that have room in so many characters, and the author's. */
function fitting(lines: readonly string[], characters: number, { keepsAuthors = true }: Keeping): string[] {
  let left = characters
  return lines.filter((line) => {
    const size = countCodePoints(line) + 1
    if (size > left && !(keepsAuthors && line.endsWith(AUTHOR_MARK))) return false
    left -= size
    return true
  })
}

/**
 * What a turn tells beside the memory: entries whose name stands in its card or in the direction and that its prompt
 * does not show yet. At most 300 characters, one entry a line.
 */
export function recalled(
  { entries }: StoryMemory,
  { card, direction, shown }: { card: string; direction: string; shown: string },
): string {
  const isCalledIn = (text: string) => (entry: MemoryEntry) =>
    [entry.name, ...entry.aliases].some(
      (name) => countCodePoints(name) >= CALLED_FROM_CHARS && text.includes(name),
    )
  const dormant = entries.filter((entry) => !shown.includes(entryLine(entry)))
  const named = [...dormant.filter(isCalledIn(card)), ...dormant.filter(isCalledIn(direction))]
  return fitting([...new Set(named.map(entryLine))], RECALL_MAX_CHARS, { keepsAuthors: false }).join("\n")
}

function entryLine({ kind, name, aliases, fixed, now, by }: MemoryEntry): string {
  const names = [name, ...aliases].map(fieldText).join("、")
  const line = [KIND_LABELS[kind], names, fieldText(fixed), fieldText(now)]
  const shown = line.filter((field) => field !== "").join("｜")
  return by === "author" ? shown + AUTHOR_MARK : shown
}

/** A field that can neither end its line nor pass for another field or for a line of the author's. */
function fieldText(text: string): string {
  return toSingleLine(text.replace(AUTHOR_MARKS, "").replace(/[｜|]/g, "／"))
}

/** The last sections one by one, and the older ones ten to a line. */
function summaryLines(sections: readonly MemorySection[]): string[] {
  const old = sections.slice(0, -SECTIONS_SHOWN)
  const folded = Array.from({ length: Math.ceil(old.length / SECTIONS_TO_ONE) }, (_, at) =>
    foldedLine(old.slice(at * SECTIONS_TO_ONE, (at + 1) * SECTIONS_TO_ONE)),
  )
  return [...folded, ...sections.slice(-SECTIONS_SHOWN).map(({ line }) => line)]
    .filter((line) => line !== "")
    .map((line) => `${KIND_LABELS.summary}｜${line}`)
}
