import { describe, expect, test } from "vitest"
import { countCharacters } from "#app/domain/count-characters.ts"
import type { WritingEvent } from "#app/domain/generation.ts"
import { ModelContext } from "#app/server/writing/endpoint/model-context.server.ts"
import { answersIn, type ReceivedCall } from "../../support/upstream/call.ts"
import { storyText } from "../../support/upstream/prose.ts"
import { textOf, type WrittenNovel, writeWithUpstream } from "../../support/upstream/run.ts"
import { SCENARIOS } from "../../support/upstream/scenarios.ts"

/** Rules, ask, plan and the first turn. */
const FIRST_TURN = 4

type Options = Parameters<typeof writeWithUpstream>[2] & object
type Stored = Required<Pick<Options, "written" | "plan" | "isPlanWhole">> & {
  head: string[]
  title: string | null
  style: string
  turns: Extract<WritingEvent, { type: "turn" }>["turns"]
  scope: Extract<WritingEvent, { type: "turn" }>["scope"]
}

test("at length 5 the last prompt holds every character that was written, and all but the newest turn was sent before", async () => {
  const { calls, text } = await writeWithUpstream("well", { length: 5 })
  const beats = calls.filter(({ kind }) => kind === "beat")
  const last = beats.at(-1)
  const told = answersIn(last?.body.messages ?? []).join("\n")

  expect(text.startsWith(told)).toBe(true)
  expect(countCharacters(told)).toBeGreaterThan(8_000)
  // The first part was asked for beside the plan, which stands whole in all later prompts.
  for (const [index, call] of calls.entries()) {
    const before = calls[index - 1]
    if (before && index !== 2)
      expect(call.body.messages.slice(0, before.body.messages.length)).toEqual(before.body.messages)
  }
})

test.each(SCENARIOS.map(({ name }) => name))(
  "with %s, roles alternate and no message is empty",
  async (name) => {
    const { calls } = await writeWithUpstream(name, { length: 2, existing: storyText(4_711, 900) })
    for (const { body } of calls) expectAlternation(body.messages)
  },
)

describe.each([
  ["a new novel", "well", {}],
  ["a continued one with a reference", "imitates", { existing: storyText(4_711, 20_000) }],
  ["answers that break off", "closes-early", {}],
  ["loops", "loops-once", {}],
  ["filters that change the text", "half-width", {}],
  [
    "a small context",
    { name: "small", context: { tokens: 5_000, overflow: "maximum context length is {limit} tokens" } },
    {},
  ],
] as const)("a takeover of %s", (_, scenario, request) => {
  test("sends the same messages again, wherever the process died", async () => {
    const whole = await writeWithUpstream(
      scenario,
      { length: 3, ...request },
      { context: new ModelContext() },
    )
    for (const stored of storedAt(whole)) {
      const context = new ModelContext()
      const taken = await writeWithUpstream(scenario, { length: 3, ...request }, { ...stored, context })
      const again = taken.calls[0]?.body.messages ?? []
      const isPlan = taken.calls[0]?.kind === "plan"
      const sent = whole.calls.filter(({ kind }) => kind === "beat").map(({ body }) => body.messages)
      const turns = stored.turns.filter(({ at }) => at <= stored.written.length)
      // Where the rest of its beat no longer fits, the text leaves the conversation.
      const scope = taken.events.find((event) => event.type === "turn")?.scope
      const isFolded = scope !== undefined && scope.foldedTo > stored.scope.foldedTo
      // Behind the first part, the rest of its plan is asked for first.
      if (isPlan) expect(stored.isPlanWhole).toBe(false)
      else if (isFolded) expect(stored.scope.contextTokens).toBeLessThan(32_768)
      else if (taken.calls.length > 0 && turns.length > 0) {
        // The first part was asked for beside the plan, which may be whole by now: then the rest of it is as later calls have it.
        const known = turns.length === 1 ? sent.map((messages) => messages.slice(0, FIRST_TURN)) : sent
        expect(known.some((messages) => startsWith(again, messages))).toBe(true)
      }
      expect(taken.end).toBe("done")
    }
  })
})

test.each(["well", "between-marks"])(
  "with %s, answers are shown with marks if the model wrote them",
  async (name) => {
    const { calls } = await writeWithUpstream(name, { length: 2 })
    const answers =
      calls
        .at(-1)
        ?.body.messages.filter(({ role }) => role === "assistant")
        .slice(1) ?? []

    expect(answers.length).toBeGreaterThan(0)
    for (const { content } of answers)
      expect(/^<正文>\n[^<]+\n<\/正文>$/u.test(content)).toBe(name !== "well")
  },
)

test("a text that was cut back behind its fold is asked on from where it ends", async () => {
  const whole = await writeWithUpstream("context-4096", { length: 3 })
  const { turns = [], scope = null } = whole.events.findLast((event) => event.type === "turn") ?? {}
  const written = whole.text.slice(0, 1_500)
  const options = { written, plan: whole.plan, turns, scope }
  const { calls, end } = await writeWithUpstream("context-4096", { length: 3 }, options)

  expect(scope?.foldedTo).toBeGreaterThan(written.length)
  expect(end).toBe("done")
  expect(calls[0]?.shown).toContain(written.slice(-20).trim())
  for (const { body } of calls) expectAlternation(body.messages)
})

test("a novel that was stored without turns goes on as one conversation", async () => {
  const whole = await writeWithUpstream("well", { length: 3 })
  const written = whole.text.slice(0, 3_000)
  const { calls, end } = await writeWithUpstream("well", { length: 3 }, { written, plan: whole.plan })

  expect(end).toBe("done")
  expect(answersIn(calls[0]?.body.messages ?? []).join("\n")).toBe(written)
})

/** What a process that dies leaves behind: after some of the events, with a part of the text of the newest one. */
function storedAt({ events }: WrittenNovel): Stored[] {
  return events.flatMap((event, index) => {
    if (event.type !== "turn" && event.type !== "plan" && index % 331 !== 5) return []
    const before = events.slice(0, index + 1)
    const planned = before.findLast((one) => one.type === "plan")
    if (!planned) return []
    const { beats: plan, isWhole: isPlanWhole, head, title, style } = planned
    const { turns = [], scope = planned.scope } = before.findLast((one) => one.type === "turn") ?? {}
    return [{ written: textOf(before), plan, isPlanWhole, head, title, style, turns, scope }]
  })
}

function startsWith(messages: unknown[], beginning: unknown[]): boolean {
  return JSON.stringify(messages.slice(0, beginning.length)) === JSON.stringify(beginning)
}

function expectAlternation(messages: ReceivedCall["body"]["messages"]): void {
  // Where an endpoint takes no system message, its rules stand in the first message.
  const others = messages[0]?.role === "system" ? messages.slice(1) : messages
  expect(others.map(({ role }) => role)).toEqual(
    others.map((_, index) => (index % 2 === 0 ? "user" : "assistant")),
  )
  expect(others.at(-1)?.role).toBe("user")
  for (const { content } of messages) expect(content.trim()).not.toBe("")
}
