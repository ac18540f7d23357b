import { describe, expect, test } from "vitest"
import type { WritingEvent } from "#app/domain/generation.ts"
import { ModelContext } from "#app/server/writing/endpoint/model-context.server.ts"
import { createOpenAIWriter } from "#app/server/writing/endpoint/openai-writer.server.ts"
import { readPlan } from "#app/server/writing/plan/parse-plan.server.ts"
import { SKELETON_BEATS } from "#app/server/writing/prompts/plan-prompts.server.ts"
import { writeNovel } from "#app/server/writing/write-novel.server.ts"
import { textOfPieces } from "../../support/upstream/prose.ts"
import {
  collectNovel,
  requestFor,
  textOf,
  type WrittenNovel,
  writeWithUpstream,
} from "../../support/upstream/run.ts"
import { SCENARIOS, type Scenario } from "../../support/upstream/scenarios.ts"
import { startScriptedUpstream } from "../../support/upstream/scripted-upstream.ts"

const LENGTH = 4

test("the first part begins as soon as its card and the next are there", async () => {
  const slow: Scenario = { name: "slow plan", plan: { charactersPerSecond: 600 } }
  const early = await writeWithUpstream(slow, { length: LENGTH })
  const late = await writeWithUpstream(slow, { length: LENGTH }, { startsEarly: false })

  expect(early.end).toBe("done")
  expect(isTextBeforePlan(early)).toBe(true)
  expect(isTextBeforePlan(late)).toBe(false)
  expect(early.calls).toHaveLength(late.calls.length)
  expect(kindsOf(late.events).slice(0, 2)).toEqual(["plan", "beat"])
  const plans = plansOf(early)
  expect(plans.map(({ isWhole }) => isWhole)).toEqual([false, true])
  expect(plans[1]?.beats.slice(0, 2).map(({ summary }) => summary)).toEqual(
    plans[0]?.beats.map(({ summary }) => summary),
  )
})

test("drafts go on beside the first part, and the whole plan is told before the second", async () => {
  const { events, calls } = await writeWithUpstream(
    { name: "slow", plan: { charactersPerSecond: 1_200 }, beats: [{ charactersPerSecond: 2_000 }] },
    { length: LENGTH },
  )
  const text = events.findIndex(({ type }) => type === "text")
  const whole = events.findIndex((event) => event.type === "plan" && event.isWhole)
  expect(events.slice(text, whole).filter(({ type }) => type === "draft").length).toBeGreaterThan(0)
  expect(whole).toBeLessThan(events.findIndex((event) => event.type === "beat" && event.index === 1))
  const [, first, second] = calls
  // The first part knows no card that its turn does not need.
  expect(cardsIn(first)).toBeLessThan(cardsIn(second))
})

describe.each([
  "plan-stalls-after-cards",
  "plan-stalls-after-cards-once",
  "plan-drops-after-cards",
  "plan-closes-after-cards",
  "plan-fails-after-cards",
  "plan-cut-after-cards",
  "one-call-at-a-time",
  "fails-beside",
])("with %s", (name) => {
  test.each([3, 4, 5] as const)("a novel of length %d is whole", async (length) => {
    const scenario = SCENARIOS.find((one) => one.name === name) as Scenario
    const novel = await writeWithUpstream(scenario, { length })
    expect(novel.end).toBe("done")
    expect(novel.share).toBeGreaterThanOrEqual(0.92)
    expect(novel.share).toBeLessThanOrEqual(1.08)
    expect(novel.text.split("\n").every((line) => !/[｜]/u.test(line))).toBe(true)
    const plans = plansOf(novel)
    expect(plans.at(-1)?.isWhole).toBe(true)
    for (const { beats } of plans) {
      expect(beats.slice(0, 2).map(({ summary }) => summary)).toEqual(
        plans[0]?.beats.slice(0, 2).map(({ summary }) => summary),
      )
    }
  })
})

test("of a plan that never comes whole, the cards stand and the rest is the skeleton", async () => {
  const { plan, calls } = await writeWithUpstream("plan-fails-after-cards", { length: 5 })
  const [first] = calls
  const cards = readPlan(textOfPieces(first?.pieces ?? []), 8).beats ?? []
  expect(plan.slice(0, 2).map(({ summary }) => summary)).toEqual(
    cards.slice(0, 2).map(({ summary }) => summary),
  )
  expect(plan.slice(2).map(({ summary }) => summary)).toEqual(SKELETON_BEATS.slice(1))
  expect(plan.reduce((sum, { characters }) => sum + characters, 0)).toBe(10_000)
})

test("the missing cards alone are asked for, with those that stand before them", async () => {
  const { plan, calls } = await writeWithUpstream("plan-drops-after-cards", { length: 5 })
  const [, again] = calls.filter(({ kind }) => kind === "plan")
  const [, , begun, ask] = again?.body.messages ?? []
  expect(begun?.role).toBe("assistant")
  expect(begun?.content).toContain(plan[1]?.summary)
  expect(ask?.content).toMatch(/分成 6 个部分，从第 3 部分到第 8 部分/u)
  expect(plan).toHaveLength(8)
})

test("an endpoint that refuses a second call is asked again after the plan, and never beside a call later", async () => {
  const upstream = await startScriptedUpstream("one-call-at-a-time")
  try {
    const context = new ModelContext()
    const writer = createOpenAIWriter({ apiKey: "none", baseURL: upstream.url, model: "one", readEveryMs: 0 })
    const first = await collectNovel({ length: LENGTH }, { writer, context })
    const refused = upstream.calls.filter(({ pieces }) => pieces.length === 0).length
    const second = await collectNovel({ length: LENGTH }, { writer, context })

    expect([first.end, second.end]).toEqual(["done", "done"])
    expect(refused).toBe(1)
    expect(upstream.calls.filter(({ pieces }) => pieces.length === 0)).toHaveLength(1)
    expect(first.events.some(({ type }) => type === "retry")).toBe(false)
  } finally {
    await upstream.close()
  }
})

test.each<[string, Record<string, unknown>]>([
  ["an Ollama", { "/api/version": { version: "0.12.3" } }],
  ["LM Studio", { "/v1/models": { data: [{ id: "scripted", loaded_context_length: 32_768 }] } }],
])("%s gets no call beside another", async (_, answers) => {
  const novel = await writeWithUpstream(
    { name: "local", answers, besideStatus: 500 },
    { length: LENGTH },
    { context: new ModelContext() },
  )
  expect(novel.end).toBe("done")
  expect(novel.calls.every(({ pieces }) => pieces.length > 0)).toBe(true)
})

test.each([1, 2])("a takeover of a plan in the making loses and doubles nothing (%d)", async (seed) => {
  const scenario: Scenario = { name: "slow", seed, plan: { charactersPerSecond: 4_000 } }
  const whole = await writeWithUpstream(scenario, { length: LENGTH })
  const begun = whole.events.findIndex((event) => event.type === "plan" && event.isWhole)
  for (let at = whole.events.findIndex(({ type }) => type === "plan"); at < begun; at += 60 + seed) {
    const before = whole.events.slice(0, at + 1)
    const planned = plansOf({ events: before })[0]
    const { turns = [], scope = null } = before.findLast((event) => event.type === "turn") ?? {}
    if (!planned) throw new Error("no plan")
    const { beats: plan, isWhole: isPlanWhole, head, title, style } = planned
    const written = textOf(before)
    const options = { written, plan, isPlanWhole, head, title, style, turns, scope: scope ?? planned.scope }
    const taken = await writeWithUpstream({ name: "fast", seed }, { length: LENGTH }, options)

    expect(taken.end).toBe("done")
    expect(taken.text.startsWith(written)).toBe(true)
    expect(taken.share).toBeGreaterThanOrEqual(0.92)
    expect(taken.share).toBeLessThanOrEqual(1.08)
    const sent = whole.calls.find(({ kind }) => kind === "beat")?.body.messages
    const [again] = taken.calls
    // Where the first part is already written, the rest of the plan is asked for first.
    const isBegun = turns.length > 0 && again?.kind === "beat"
    if (isBegun) expect(again.body.messages.slice(0, sent?.length)).toEqual(sent)
    else expect(again?.body.messages.at(-1)?.content).toMatch(turns.length > 0 ? /余下约/u : /写约/u)
  }
})

test("whoever stops reading while the model is silent ends both calls", async () => {
  const scenario: Scenario = {
    name: "silent",
    plan: { hangsAfter: 1, afterCards: 2 },
    beats: [{ hangsAfter: 0 }],
  }
  const upstream = await startScriptedUpstream(scenario)
  try {
    const writer = createOpenAIWriter({ apiKey: "none", baseURL: upstream.url, model: "one", readEveryMs: 0 })
    const options = { writer, signal: new AbortController().signal, backoffMs: 1 }
    const novel = writeNovel(requestFor({ length: LENGTH }), options)
    for await (const event of novel) {
      // The next event would not come: the reader's process asks for it and leaves.
      if (event.type === "turn") break
    }
    await expect.poll(() => upstream.calls.every(({ isOpen }) => !isOpen)).toBe(true)
  } finally {
    await upstream.close()
  }
})

test("a plan that declines behind its first cards ends the novel", async () => {
  const plan = { text: `${CARDS}`, finish: "content_filter" } as const
  const { end, events } = await writeWithUpstream({ name: "declines", plan }, { length: 5 })
  expect(end).toBe("refused")
  expect(events.filter(({ type }) => type === "failed")).toHaveLength(1)
})

test("another plan than the one that the first part began with does not take its place", async () => {
  const thought = `${CARDS.replaceAll("清早", "也许")}</think>\n${CARDS}`
  const scenario: Scenario = { name: "thought", plan: { text: thought, charactersPerSecond: 3_000 } }
  const novel = await writeWithUpstream(scenario, { length: 5 })
  const plans = plansOf(novel)
  expect(novel.end).toBe("done")
  expect(plans.at(-1)?.beats[0]?.summary).toBe(plans[0]?.beats[0]?.summary)
})

const CARDS = `书名｜渡口的灯
收尾｜钟重新走起来
${["清早", "傍晚", "半夜", "雨天", "雪后", "正午", "年底", "开春"]
  .map((when) => `节｜${when}的铺子｜他想再拖一个月｜来人不肯走｜他说出一个名字｜他把尺子递还｜1250`)
  .join("\n")}
`

/** Whether the text began before the plan was whole. */
function isTextBeforePlan({ events }: Pick<WrittenNovel, "events">): boolean {
  const text = events.findIndex(({ type }) => type === "text")
  return text < events.findIndex((event) => event.type === "plan" && event.isWhole)
}

function plansOf({ events }: Pick<WrittenNovel, "events">) {
  return events.filter((event) => event.type === "plan")
}

function kindsOf(events: WritingEvent[]): string[] {
  return events.map(({ type }) => type).filter((type) => type !== "draft")
}

function cardsIn(call: { body: { messages: { role: string; content: string }[] } } | undefined): number {
  const plan = call?.body.messages.find(({ role }) => role === "assistant")?.content ?? ""
  return plan.match(/^节｜/gmu)?.length ?? 0
}
