import { isTimed, type Mode, type Run, thinks, yieldsEnough } from "./run.ts"

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
  thrownAway: number
  endedEarly: number
  /** Novels that end with the model's own closing sentence. */
  closed: number
  callsPerRun: number
  callsPer1000: number
  promptTokensPer1000: number
  outputTokensPer1000: number
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
    thrownAway: total(runs, (run) => run.account.thrownAway),
    endedEarly: total(runs, (run) => run.account.endedEarly),
    closed: mean(runs, (run) => Number(run.ending.isClosed)),
    callsPerRun: mean(runs, (run) => run.calls),
    callsPer1000: (total(runs, (run) => run.calls) / characters) * 1_000,
    promptTokensPer1000: (total(runs, (run) => run.promptTokens) / characters) * 1_000,
    outputTokensPer1000: outputTokensPer1000(runs.filter((run) => run.outputTokens !== null)),
    uncachedTokensPer1000: (total(runs, (run) => run.uncachedTokens) / characters) * 1_000,
    baselineInBand: mean(runs, (run) => Number(run.baseline.isInBand)),
    baselineScore: mean(runs, (run) => run.baseline.score),
    baselineWorst: Math.min(...runs.map((run) => run.baseline.score)),
    baselineFinished: mean(runs, (run) => Number(run.baseline.endsFinished)),
  }
}

function outputTokensPer1000(runs: readonly Run[]): number {
  return (total(runs, (run) => run.outputTokens ?? 0) / total(runs, (run) => run.characters)) * 1_000
}

export function rowsOf(runs: readonly Run[]): Row[] {
  const names = [...new Set(runs.map(({ scenario }) => scenario.name))]
  return names.map((name) => ({ name, ...figuresOf(runs.filter(({ scenario }) => scenario.name === name)) }))
}

const MEAN_SCORE_MIN = 98
/** So much the engine holds at the very end, until it knows whether the whole fits. */
const THROWN_AWAY_MAX = 300
/** Writing costs this many times what one plain call to the same endpoint costs, for as many characters. */
const TIME_RATIO_MAX = 4
/** With fewer runs, one scenario outweighs the others. */
const RUNS_FOR_A_MEAN_MIN = 40
/** Some models never get to their last sentence: they loop, run on whatever they are asked, or break off. */
const CLOSED_MIN = 0.85
const CALLS_PER_1000_MAX = 2
const OUTPUT_TOKENS_PER_1000_MAX = 1_600
/** With quadratic growth, each character of a novel five times as long would cost five times as much. */
const CONTEXT_GROWTH_MAX = 1.5
/** With fewer pairs, chance outweighs the effect of length. */
const GROWTH_PAIRS_MIN = 20

/** Targets for runs of scenarios that yield enough text. */
const OF_ENOUGH: Record<string, (run: Run) => boolean> = {
  "in the band": (run) => run.isInBand,
  "a finished ending": (run) => run.endsFinished,
  "the model asked to end the story": (run) => run.ending.isAsked,
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
  "the model's last sentence where the whole fits": (run) => run.ending.lost === null,
  "the model sent what it must know, with a limit": (run) => run.unsent.length === 0,
  "0 calls ended early": (run) => run.account.endedEarly === 0,
  [`at most ${THROWN_AWAY_MAX} characters of a call thrown away`]: (run) =>
    run.account.thrownAway <= THROWN_AWAY_MAX,
}

export function missesOf(runs: readonly Run[]): Miss[] {
  const enough = runs.filter(({ scenario }) => yieldsEnough(scenario))
  const misses = [...missesIn(enough, OF_ENOUGH), ...missesIn(runs, OF_ALL)]
  const missed = (target: string, value: number) =>
    misses.push({ row: "enough text", target, at: [value.toFixed(2)] })

  const { score } = figuresOf(enough)
  if (enough.length > 0 && score < MEAN_SCORE_MIN) missed(`mean score ${MEAN_SCORE_MIN}`, score)
  const growth = contextGrowth(enough)
  if (growth && growth.ratio > CONTEXT_GROWTH_MAX)
    missed(`context growth ${CONTEXT_GROWTH_MAX}`, growth.ratio)
  const time = timeRatio(enough)
  if (time !== null && time > TIME_RATIO_MAX) missed(`${TIME_RATIO_MAX} times a plain call's time`, time)
  if (enough.length < RUNS_FOR_A_MEAN_MIN) return misses

  const { closed, callsPer1000 } = figuresOf(enough)
  const { outputTokensPer1000 } = figuresOf(enough.filter(({ scenario }) => !thinks(scenario)))
  if (closed < CLOSED_MIN) missed(`${CLOSED_MIN} closed by the model itself`, closed)
  if (callsPer1000 > CALLS_PER_1000_MAX)
    missed(`${CALLS_PER_1000_MAX} calls per 1,000 characters`, callsPer1000)
  if (outputTokensPer1000 > OUTPUT_TOKENS_PER_1000_MAX)
    missed(`${OUTPUT_TOKENS_PER_1000_MAX} tokens out per 1,000 characters`, outputTokensPer1000)
  return misses
}

/**
 * Time per character, as a multiple of what one plain call to the same upstream takes in the same run: the
 * median, because a run also waits for the others that share its process. Null when too few were timed.
 */
export function timeRatio(runs: readonly Run[]): number | null {
  const ratios = runs
    .filter(({ scenario, baseline }) => isTimed(scenario) && baseline.characters > 0)
    .map((run) => run.ms / run.characters / (run.baseline.ms / run.baseline.characters))
  if (ratios.length < RUNS_FOR_A_MEAN_MIN) return null
  return ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? null
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
  return `${run.length}/${mode[run.mode]} ${run.end} ${run.characters} chars lost=${lost} noise=${noise} dup=${duplicated} joins=${run.duplicatedAtJoins} paras=${run.repeatedParagraphs} copied=${run.verbatim} thrown=${run.account.thrownAway} early=${run.account.endedEarly}${run.ending.lost ? ` ending lost: ${run.ending.lost}` : ""}${run.unsent.length > 0 ? ` unsent: ${run.unsent[0]}, ${run.unsent.length} in all` : ""}${firstLost ? ` first lost: ${firstLost}` : ""}`
}

function total(runs: readonly Run[], of: (run: Run) => number): number {
  return runs.reduce((sum, run) => sum + of(run), 0)
}

function mean(runs: readonly Run[], of: (run: Run) => number): number {
  return runs.length === 0 ? 0 : total(runs, of) / runs.length
}
