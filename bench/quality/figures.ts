import { countCharacters } from "#app/domain/count-characters.ts"
import { targetCharacters } from "#app/domain/novel-length.ts"
import { deliveredOf } from "../writing/measures.ts"
import type { Comparison, Finding, Judged, Side } from "./compare.ts"
import type { Outcome } from "./pairwise.ts"
import { type Tics, ticsOf } from "./tics.ts"
import { DIMENSIONS, OVERALL } from "./verdict.lexicon.ts"

/** The 97.5th percentile of the normal distribution, for 95 % on both sides. */
const Z = 1.96
const PER_CHARACTERS = 10_000

/** How often each outcome came. */
export interface Tally {
  winsA: number
  winsB: number
  ties: number
  /** Both orders gave a verdict and disagree. */
  split: number
  /** One of the orders gave no readable verdict. */
  unparsed: number
  /** Wins of A among agreeing verdicts that are no tie, 0 to 1, with its 95 % interval; null without any. */
  winRateA: number | null
  interval: [number, number] | null
}

export interface SideFigures {
  written: number
  missing: number
  /** Texts under a fifth of what was asked; they are not judged. */
  broken: number
  characters: number
  /** LongWriter's length score, 0 to 100, and shares from 0 to 1. */
  lengthScore: number
  inBand: number
  endsFinished: number
  contradictions: {
    kept: number
    dropped: number
    unparsed: number
    missing: number
    per10000: number | null
  }
  /** `share`: respected among respected and broken. */
  quiz: {
    respected: number
    broken: number
    untouched: number
    unverified: number
    unparsed: number
    missing: number
    share: number | null
  } | null
  tics: Tics
}

export interface Figures {
  pairs: number
  /** Pairs that were not judged: a text is missing or broken, or the judge gave no answer. */
  notJudged: number
  overall: Tally
  byDimension: Record<string, Tally>
  byGroup: Record<string, Tally>
  quizQuestions: number
  quizDropped: number
  quizMissing: number
  quizUnparsed: number
  continuationsLeftOut: number
  a: SideFigures
  b: SideFigures
}

/** All figures of a comparison, computed from texts and answers alone. */
export function figuresOf({ findings, quizzes, continuationsLeftOut }: Comparison): Figures {
  const groups = Map.groupBy(findings, (finding) => finding.case.group)
  const quizTotal = (of: (quiz: Comparison["quizzes"][number]) => number) => sum(quizzes.map(of))
  return {
    pairs: findings.length,
    notJudged: findings.filter(({ outcomes }) => outcomes === null).length,
    overall: tallyOf(findings, OVERALL),
    byDimension: Object.fromEntries(DIMENSIONS.map((name) => [name, tallyOf(findings, name)])),
    byGroup: Object.fromEntries([...groups].map(([group, members]) => [group, tallyOf(members, OVERALL)])),
    quizQuestions: quizTotal(({ questions }) => questions.length),
    quizDropped: quizTotal(({ dropped }) => dropped),
    quizMissing: quizTotal(({ missing }) => missing),
    quizUnparsed: quizTotal(({ unparsed }) => unparsed),
    continuationsLeftOut,
    a: sideFigures(findings, "a"),
    b: sideFigures(findings, "b"),
  }
}

/** Wilson's score interval for a share of `n` (Wilson 1927), 95 %; null without any. */
function wilson(wins: number, n: number): [number, number] | null {
  if (n === 0) return null
  const share = wins / n
  const middle = share + Z ** 2 / (2 * n)
  const reach = Z * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2))
  const whole = 1 + Z ** 2 / n
  return [(middle - reach) / whole, (middle + reach) / whole]
}

function tallyOf(findings: readonly Finding[], dimension: string): Tally {
  const outcomes = findings.flatMap((finding) => finding.outcomes?.[dimension] ?? [])
  const count = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length
  const [winsA, winsB] = [count("a"), count("b")]
  return {
    winsA,
    winsB,
    ties: count("tie"),
    split: count("split"),
    unparsed: count("unparsed"),
    winRateA: winsA + winsB === 0 ? null : winsA / (winsA + winsB),
    interval: wilson(winsA, winsA + winsB),
  }
}

function sideFigures(findings: readonly Finding[], side: Side): SideFigures {
  const judged = findings.map((finding) => ({
    ...finding[side],
    asked: targetCharacters(finding.case.length),
  }))
  const written = judged.flatMap(({ text, asked }) => (text === null ? [] : [{ text, asked }]))
  const delivered = written.map(({ text, asked }) => deliveredOf(text, asked))
  return {
    written: written.length,
    missing: judged.length - written.length,
    broken: judged.filter(({ isBroken }) => isBroken).length,
    characters: sum(delivered.map(({ characters }) => characters)),
    lengthScore: mean(delivered.map(({ score }) => score)),
    inBand: mean(delivered.map(({ isInBand }) => Number(isInBand))),
    endsFinished: mean(delivered.map(({ endsFinished }) => Number(endsFinished))),
    contradictions: contradictionFigures(judged),
    quiz: quizFigures(findings, side),
    tics: meanTics(written.map(({ text }) => text)),
  }
}

function contradictionFigures(judged: readonly Judged[]): SideFigures["contradictions"] {
  const asked = judged.filter(({ text, isBroken }) => text !== null && !isBroken)
  const read = asked.flatMap(({ text, contradictions }) =>
    contradictions === null || contradictions === "unparsed" ? [] : [{ text: text ?? "", ...contradictions }],
  )
  const characters = sum(read.map(({ text }) => countCharacters(text)))
  const kept = sum(read.map((one) => one.kept.length))
  return {
    kept,
    dropped: sum(read.map(({ dropped }) => dropped)),
    unparsed: asked.filter(({ contradictions }) => contradictions === "unparsed").length,
    missing: asked.filter(({ contradictions }) => contradictions === null).length,
    per10000: characters === 0 ? null : (kept / characters) * PER_CHARACTERS,
  }
}

function quizFigures(findings: readonly Finding[], side: Side): SideFigures["quiz"] {
  const continued = findings.filter((finding) => finding.case.existing !== "")
  if (continued.length === 0) return null
  const results = continued.flatMap((finding) => finding[side].quiz ?? [])
  const total = (name: keyof (typeof results)[number]) => sum(results.map((result) => result[name]))
  const [respected, broken] = [total("respected"), total("broken")]
  return {
    respected,
    broken,
    untouched: total("untouched"),
    unverified: total("unverified"),
    unparsed: total("unparsed"),
    missing: continued.length - results.length,
    share: respected + broken === 0 ? null : respected / (respected + broken),
  }
}

function meanTics(texts: readonly string[]): Tics {
  const tics = texts.map(ticsOf)
  const kinds = Object.keys(tics[0]?.byKind ?? {})
  return {
    byKind: Object.fromEntries(
      kinds.map((kind) => [kind, mean(tics.map(({ byKind }) => byKind[kind] ?? 0))]),
    ),
    repeats: mean(tics.map(({ repeats }) => repeats)),
    mostRepeated: tics.flatMap(({ mostRepeated }) => mostRepeated.slice(0, 1)),
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : sum(values) / values.length
}
