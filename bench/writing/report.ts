import { type Mode, type Run, yieldsEnough } from "./run.ts"

/** Figures of a set of runs. Shares are 0 to 1, scores 0 to 100. */
export interface Figures {
  runs: number
  inBand: number
  score: number
  worst: number
  longWriterScore: number
  finished: number
  expectedEnd: number
  duplicatedAtJoins: number
  duplicatedAnywhere: number
  repeatedParagraphs: number
  verbatim: number
  noise: number
  lost: number
  duplicated: number
  garbled: number
  cutOff: number
  callsPerRun: number
  callsPer1000: number
  promptTokensPer1000: number
  uncachedTokensPer1000: number
  baselineInBand: number
  baselineScore: number
  baselineWorst: number
  baselineFinished: number
}

export interface Row extends Figures {
  name: string
}

export interface Miss {
  row: string
  target: string
  /** The runs that missed it: length, mode and measured values. */
  at: string[]
}

export function figuresOf(runs: readonly Run[]): Figures {
  const characters = total(runs, (run) => run.characters)
  return {
    runs: runs.length,
    inBand: mean(runs, (run) => Number(run.isInBand)),
    score: mean(runs, (run) => run.score),
    worst: Math.min(...runs.map((run) => run.score)),
    longWriterScore: mean(runs, (run) => run.longWriterScore),
    finished: mean(runs, (run) => Number(run.endsFinished)),
    expectedEnd: mean(runs, (run) => Number(run.isEndExpected && run.isKept && run.isWellFormed)),
    duplicatedAtJoins: total(runs, (run) => run.duplicatedAtJoins),
    duplicatedAnywhere: total(runs, (run) => run.duplicatedAnywhere),
    repeatedParagraphs: total(runs, (run) => run.repeatedParagraphs),
    verbatim: total(runs, (run) => run.verbatim),
    noise: total(runs, (run) => run.account.noise),
    lost: total(runs, (run) => run.account.lost),
    duplicated: total(runs, (run) => run.account.duplicated),
    garbled: total(runs, (run) => run.account.garbled),
    cutOff: total(runs, (run) => run.account.cutOff),
    callsPerRun: mean(runs, (run) => run.calls),
    callsPer1000: (total(runs, (run) => run.calls) / characters) * 1_000,
    promptTokensPer1000: (total(runs, (run) => run.promptTokens) / characters) * 1_000,
    uncachedTokensPer1000: (total(runs, (run) => run.uncachedTokens) / characters) * 1_000,
    baselineInBand: mean(runs, (run) => Number(run.baseline.isInBand)),
    baselineScore: mean(runs, (run) => run.baseline.score),
    baselineWorst: Math.min(...runs.map((run) => run.baseline.score)),
    baselineFinished: mean(runs, (run) => Number(run.baseline.endsFinished)),
  }
}

export function rowsOf(runs: readonly Run[]): Row[] {
  const names = [...new Set(runs.map(({ scenario }) => scenario.name))]
  return names.map((name) => ({ name, ...figuresOf(runs.filter(({ scenario }) => scenario.name === name)) }))
}

const MEAN_SCORE_MIN = 98
/** With quadratic growth, each character of a novel five times as long would cost five times as much. */
const CONTEXT_GROWTH_MAX = 1.5
/** With fewer pairs, chance outweighs the effect of length. */
const GROWTH_PAIRS_MIN = 20

/** Targets for runs of scenarios that yield enough text. */
const OF_ENOUGH: Record<string, (run: Run) => boolean> = {
  "in the band": (run) => run.isInBand,
  "a finished ending": (run) => run.endsFinished,
}
/** Targets for every run. */
const OF_ALL: Record<string, (run: Run) => boolean> = {
  "the named end, the text kept, well formed": (run) => run.isEndExpected && run.isKept && run.isWellFormed,
  "0 duplicated shingles at joins": (run) => run.duplicatedAtJoins === 0,
  "0 repeated paragraphs": (run) => run.repeatedParagraphs === 0,
  "0 characters lost": (run) => run.account.lost === 0,
  "0 sentences duplicated": (run) => run.account.duplicated === 0,
  "0 characters garbled": (run) => run.account.garbled === 0,
  "0 characters of noise": (run) => run.account.noise === 0,
  "0 characters copied from the reference": (run) => run.verbatim === 0,
}

export function missesOf(runs: readonly Run[]): Miss[] {
  const enough = runs.filter(({ scenario }) => yieldsEnough(scenario))
  const misses = [...missesIn(enough, OF_ENOUGH), ...missesIn(runs, OF_ALL)]
  const score = mean(enough, (run) => run.score)
  if (score < MEAN_SCORE_MIN)
    misses.push({ row: "enough text", target: `mean score ${MEAN_SCORE_MIN}`, at: [score.toFixed(1)] })
  const growth = contextGrowth(enough)
  if (growth && growth.ratio > CONTEXT_GROWTH_MAX)
    misses.push({
      row: "enough text",
      target: `context growth ${CONTEXT_GROWTH_MAX}`,
      at: [growth.ratio.toFixed(2)],
    })
  return misses
}

/**
 * Prompt tokens that no earlier prompt began with, per 1,000 delivered characters, at the shortest and at the
 * longest length, over the scenarios and modes that ran at both; null when there are too few.
 */
export function contextGrowth(runs: readonly Run[]): { short: number; long: number; ratio: number } | null {
  const lengths = runs.map(({ length }) => length)
  const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)]
  const ofLength = (length: number) => runs.filter((run) => run.length === length)
  const alsoAt = (length: number) => new Set(ofLength(length).map(caseOf))
  const short = ofLength(shortest).filter((run) => alsoAt(longest).has(caseOf(run)))
  const long = ofLength(longest).filter((run) => alsoAt(shortest).has(caseOf(run)))
  if (!(shortest < longest) || short.length < GROWTH_PAIRS_MIN) return null
  const [from, to] = [figuresOf(short).uncachedTokensPer1000, figuresOf(long).uncachedTokensPer1000]
  return { short: from, long: to, ratio: to / from }
}

function caseOf({ scenario, mode }: Run): string {
  return `${scenario.name} ${mode}`
}

function missesIn(runs: readonly Run[], targets: Record<string, (run: Run) => boolean>): Miss[] {
  return Object.entries(targets).flatMap(([target, holds]) => {
    const byRow = Map.groupBy(
      runs.filter((run) => !holds(run)),
      ({ scenario }) => scenario.name,
    )
    return [...byRow].map(([row, missed]) => ({ row, target, at: missed.map(described) }))
  })
}

function described(run: Run): string {
  const mode: Record<Mode, string> = { new: "new", continue: "cont" }
  const { lost, noise, duplicated, firstLost } = run.account
  return `${run.length}/${mode[run.mode]} ${run.end} ${run.characters} chars lost=${lost} noise=${noise} dup=${duplicated} joins=${run.duplicatedAtJoins} paras=${run.repeatedParagraphs} copied=${run.verbatim}${firstLost ? ` first lost: ${firstLost}` : ""}`
}

function total(runs: readonly Run[], of: (run: Run) => number): number {
  return runs.reduce((sum, run) => sum + of(run), 0)
}

function mean(runs: readonly Run[], of: (run: Run) => number): number {
  return runs.length === 0 ? 0 : total(runs, of) / runs.length
}
