import { type NovelLength, targetCharacters } from "#app/domain/novel-length.ts"
import { beatCountFor } from "#app/server/writing/plan/plan.server.ts"
import { storyText } from "../../tests/support/upstream/prose.ts"
import { repliesOf, writeWithUpstream } from "../../tests/support/upstream/run.ts"
import { variedScenario } from "../../tests/support/upstream/variation.ts"
import { type Account, accountFor } from "./account.ts"
import { type Baseline, writeBaseline } from "./baseline.ts"
import { type Ending, endingOf } from "./ending.ts"
import {
  type Delivered,
  deliveredOf,
  duplicatedAnywhere,
  duplicatedAtJoins,
  repeatedParagraphs,
  verbatimCharacters,
} from "./measures.ts"
import { unsentIn } from "./sent.ts"

const EXISTING_CHARACTERS = 1_500
/** Longer than in tests, because the bench writes several novels at once. */
const HANGING_TIMEOUT_MS = 1_000

type Scenario = ReturnType<typeof variedScenario>
/** A novel as the engine wrote it with the scripted endpoint. */
export type WrittenNovel = Awaited<ReturnType<typeof writeWithUpstream>>

export const MODES = ["new", "continue"] as const
export type Mode = (typeof MODES)[number]

export interface Case {
  scenario: Scenario
  length: NovelLength
  mode: Mode
  seed: number
}

export interface Run extends Case, Delivered {
  end: string
  isEndExpected: boolean
  isKept: boolean
  isWellFormed: boolean
  duplicatedAtJoins: number
  duplicatedAnywhere: number
  repeatedParagraphs: number
  verbatim: number
  account: Account
  ending: Ending
  /** What the model had to know and was not sent. */
  unsent: string[]
  calls: number
  promptTokens: number
  uncachedTokens: number
  /** Null when the endpoint reports none. */
  outputTokens: number | null
  /** From the request to the last event. */
  ms: number
  baseline: Baseline
}

/** Whether the upstream yields enough text: its scenario names no failure. */
export function yieldsEnough({ end }: Scenario): boolean {
  return end === undefined
}

/** Whether its time tells something: no silence and no error is part of it. */
export function isTimed(scenario: Scenario): boolean {
  return repliesOf(scenario).every(
    ({ status, hangsAfter, failsInBody, silentFor }) =>
      status === undefined &&
      hangsAfter === undefined &&
      failsInBody === undefined &&
      silentFor === undefined,
  )
}

/** Whether it thinks before it answers: a cost in tokens that its endpoint sets, not the engine. */
export function thinks(scenario: Scenario): boolean {
  return repliesOf(scenario).some((reply) => reply.thinks !== undefined)
}

/** Writes one novel with the engine, and the same one with a single call. */
export async function runCase(one: Case): Promise<Run> {
  const { length, mode, seed } = one
  const target = targetCharacters(length)
  const scenario = variedScenario(one.scenario, seed, beatCountFor(target))
  const existing = mode === "continue" ? storyText(seed, EXISTING_CHARACTERS) : ""
  const typed = { prompt: storyText(seed + 1, 60), direction: storyText(seed + 2, 40), existing }
  const novel = await writeWithUpstream(scenario, { length, ...typed }, {}, HANGING_TIMEOUT_MS)
  const { text, calls, taken } = novel

  const end = novel.end ?? "nothing"
  const offset = existing === "" ? 0 : existing.length + 1
  const whole = existing === "" ? text : `${existing}\n${text}`
  const joins = taken.map(({ at }) => at + offset).filter((at) => at > 0 && at < whole.length)
  return {
    ...one,
    ...deliveredOf(text, target),
    end,
    isEndExpected: end === (scenario.end ?? "done"),
    isKept: scenario.kept === "none" || text !== "",
    isWellFormed: text.isWellFormed() && !/[\0\uFFFD\u3000]|\n\s*\n|^\s|\s$/u.test(text),
    duplicatedAtJoins: duplicatedAtJoins(whole, joins, scenario.reference),
    duplicatedAnywhere: duplicatedAnywhere(whole),
    repeatedParagraphs: repeatedParagraphs(whole).length,
    verbatim: verbatimCharacters(text, scenario.reference ?? ""),
    account: accountFor(novel),
    ending: endingOf(novel, target),
    unsent: unsentIn(novel, typed, { isSmall: scenario.context !== undefined }),
    calls: calls.length,
    promptTokens: calls.reduce((sum, call) => sum + call.promptTokens, 0),
    uncachedTokens: calls.reduce((sum, call) => sum + call.promptTokens - call.cachedTokens, 0),
    outputTokens: novel.events.findLast((event) => event.type === "record")?.record.outputTokens ?? null,
    ms: novel.ms,
    baseline: await writeBaseline(scenario, { target, existing }),
  }
}
