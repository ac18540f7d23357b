import { countCharacters } from "#app/domain/count-characters.ts"
import { NOT_IN_NAMES, SURNAMES, TICS } from "./tics.lexicon.ts"

const GRAM_SIZES = [6, 5, 4]
const REPEATED_FROM = 3
const NAME_MIN_COUNT = 3
const PER_CHARACTERS = 1_000

/** Prose tics per 1,000 characters without blanks. */
export interface Tics {
  byKind: Record<string, number>
  /** Occurrences of runs of four to six characters that stand three times or more. */
  repeats: number
  /** The most frequent of these runs. */
  mostRepeated: string[]
}

const SHOWN_REPEATS = 5

/** Counts worn-out expressions and the text's own repeated runs. Runs that hold somebody's name do not count. */
export function ticsOf(text: string): Tics {
  const per = PER_CHARACTERS / Math.max(1, countCharacters(text))
  const byKind = Object.entries(TICS).map(([kind, pattern]) => {
    const count = text.match(new RegExp(pattern, "gu"))?.length ?? 0
    return [kind, count * per] as const
  })
  const runs = repeatedRuns(text)
  const [...often] = runs.sort((one, other) => other.count - one.count)
  return {
    byKind: Object.fromEntries(byKind),
    repeats: runs.reduce((sum, { count }) => sum + count, 0) * per,
    mostRepeated: often.slice(0, SHOWN_REPEATS).map(({ run, count }) => `${run}×${count}`),
  }
}

/** Longer runs first; a character counts for one run only, so that a phrase of eight is one repetition. */
function repeatedRuns(text: string): { run: string; count: number }[] {
  const names = namesIn(text)
  const taken = new Set<number>()
  const isFree = (at: number, size: number) => {
    for (let unit = at; unit < at + size; unit += 1) if (taken.has(unit)) return false
    return true
  }
  return GRAM_SIZES.flatMap((size) => {
    const runs: { run: string; count: number }[] = []
    for (const [run, places] of placesOfRuns(text, size)) {
      if (places.length < REPEATED_FROM || names.some((name) => run.includes(name))) continue
      const free = places.filter((at) => isFree(at, size)).filter(apart(size))
      if (free.length < REPEATED_FROM) continue
      for (const at of free) for (let unit = at; unit < at + size; unit += 1) taken.add(unit)
      runs.push({ run, count: free.length })
    }
    return runs
  })
}

/** Drops places that overlap the one kept before them. */
function apart(size: number): (at: number) => boolean {
  let end = 0
  return (at) => {
    if (at < end) return false
    end = at + size
    return true
  }
}

function placesOfRuns(text: string, size: number): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (const { index, 0: stretch } of text.matchAll(/\p{Script=Han}+/gu)) {
    for (let at = 0; at + size <= stretch.length; at += 1) {
      const run = stretch.slice(at, at + size)
      places.set(run, [...(places.get(run) ?? []), index + at])
    }
  }
  return places
}

const segmenter = new Intl.Segmenter("zh", { granularity: "word" })

/** Guesses people's names: a surname and a character that no dictionary knows as a word, often at a clause's start. */
function namesIn(text: string): string[] {
  const name = new RegExp(`(?<=^|[\\p{P}\\s])(?:${SURNAMES})[^\\P{Script=Han}${NOT_IN_NAMES}]`, "gu")
  const counts = new Map<string, number>()
  for (const [found] of text.matchAll(name)) counts.set(found, (counts.get(found) ?? 0) + 1)
  return [...counts]
    .filter(([found, count]) => count >= NAME_MIN_COUNT && [...segmenter.segment(found)].length > 1)
    .map(([found]) => found)
}
