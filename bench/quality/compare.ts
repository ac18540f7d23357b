import { countCharacters } from "#app/domain/count-characters.ts"
import { NOVEL_LENGTHS, type NovelLength, targetCharacters } from "#app/domain/novel-length.ts"
import { joinStory } from "#app/domain/story.ts"
import { bounded } from "./bounded.ts"
import { type Case, continuations, type LongText, newStories } from "./cases.ts"
import { type Contradictions, findContradictions } from "./contradictions.ts"
import type { Endpoint } from "./endpoint.ts"
import { comparePair, type Outcomes } from "./pairwise.ts"
import { checkQuiz, makeQuiz, type Quiz, type QuizResult } from "./quiz.ts"
import { LONG_STORY } from "./requests.prose.ts"
import type { Writer } from "./writers.ts"

/** A shorter text is broken: cutting the other one to its length would compare nothing. */
const BROKEN_BELOW_SHARE = 0.2
const SIDES = ["a", "b"] as const
export type Side = (typeof SIDES)[number]

export interface Plan {
  requests: number
  lengths: readonly NovelLength[]
  continuations: number
  /** Texts to continue; when there are none, the first writer writes one of this many characters. */
  longTexts: readonly LongText[]
  longCharacters: number
  atOnce: number
}

/** What one side's text is, and what the judge says of it; null where no answer came. */
export interface Judged {
  /** null: none came. */
  text: string | null
  isBroken: boolean
  contradictions: Contradictions | "unparsed" | null
  quiz: QuizResult | null
}

export interface Finding extends Record<Side, Judged> {
  case: Case
  /** null: one of the texts is missing or broken, or the judge gave no answer. */
  outcomes: Outcomes | null
}

export interface Comparison {
  findings: Finding[]
  quizzes: Quiz[]
  /** Continuations that were not written because the first writer did not finish the long text. */
  continuationsLeftOut: number
}

/**
 * Writes everything that is not stored yet with both writers, then asks the judge. With dry endpoints it only counts
 * what that would cost. Never throws for an endpoint.
 */
export async function compare(
  plan: Plan,
  writers: Record<Side, Writer>,
  judge: Endpoint,
): Promise<Comparison> {
  const fresh = newStories(plan.requests, plan.lengths)
  const freshTexts = await writeAll(fresh, writers, plan.atOnce)
  const longTexts = await longTextsFor(plan, writers.a)
  const continued = continuations(plan.continuations, longTexts, longest(plan.lengths))
  const continuedTexts = await writeAll(continued, writers, plan.atOnce)
  const quizzes = await bounded(continued.length > 0 ? longTexts : [], plan.atOnce, ({ text }) =>
    makeQuiz(text, judge),
  )
  const quizOf = new Map(longTexts.map(({ text }, at) => [text, quizzes[at]]))

  const texts = [...freshTexts, ...continuedTexts]
  const findings = await bounded([...fresh, ...continued], plan.atOnce, async (one) => {
    const [a = null, b = null] = SIDES.map((side) => texts.find((text) => text.case === one)?.[side])
    return judgeOne(one, { a, b }, quizOf.get(one.existing), judge)
  })
  return { findings, quizzes, continuationsLeftOut: plan.continuations - continued.length }
}

interface Texts extends Record<Side, string | null> {
  case: Case
}

async function writeAll(
  cases: readonly Case[],
  writers: Record<Side, Writer>,
  atOnce: number,
): Promise<Texts[]> {
  const jobs = cases.flatMap((one) => SIDES.map((side) => ({ one, side })))
  const written = await bounded(jobs, atOnce, ({ one, side }) => writers[side].write(one))
  return cases.map((one, at) => ({ case: one, a: written[at * 2] ?? null, b: written[at * 2 + 1] ?? null }))
}

async function judgeOne(
  one: Case,
  texts: Record<Side, string | null>,
  quiz: Quiz | undefined,
  judge: Endpoint,
): Promise<Finding> {
  const judgeText = async (text: string | null): Promise<Judged> => {
    if (text === null || isBroken(text, one))
      return { text, isBroken: text !== null, contradictions: null, quiz: null }
    return {
      text,
      isBroken: false,
      contradictions: await findContradictions(text, judge),
      quiz: quiz ? await checkQuiz(quiz, text, judge) : null,
    }
  }
  const [a, b] = [await judgeText(texts.a), await judgeText(texts.b)]
  const areWhole = a.text !== null && b.text !== null && !a.isBroken && !b.isBroken
  const outcomes = areWhole ? await comparePair(one, a.text ?? "", b.text ?? "", judge) : null
  return { case: one, a, b, outcomes }
}

/** The given texts, or one that the first writer writes by continuing itself; none when it gets stuck. */
async function longTextsFor(plan: Plan, writer: Writer): Promise<readonly LongText[]> {
  if (plan.continuations === 0 || plan.longTexts.length > 0)
    return plan.longTexts.slice(0, plan.continuations)
  const length = longest(NOVEL_LENGTHS)
  let text = ""
  while (countCharacters(text) < plan.longCharacters) {
    const next = { group: "long", prompt: LONG_STORY, direction: "", length, existing: text }
    const written = await writer.write(next)
    if (written === null || isBroken(written, next)) return []
    text = joinStory(text, written)
  }
  return [{ prompt: LONG_STORY, text }]
}

function isBroken(text: string, { length }: Case): boolean {
  return countCharacters(text) < targetCharacters(length) * BROKEN_BELOW_SHARE
}

function longest(lengths: readonly NovelLength[]): NovelLength {
  return NOVEL_LENGTHS.findLast((length) => lengths.includes(length)) ?? NOVEL_LENGTHS[0]
}
