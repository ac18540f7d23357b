import { describe, expect, test } from "vitest"
import { ModelContext } from "#app/server/writing/endpoint/model-context.server.ts"
import { endsFinished } from "#app/server/writing/prose/sentence-end.server.ts"
import { answersIn } from "../../support/upstream/call.ts"
import { storyText } from "../../support/upstream/prose.ts"
import { type WrittenNovel, writeWithUpstream } from "../../support/upstream/run.ts"
import { SCENARIOS, type Scenario } from "../../support/upstream/scenarios.ts"
import { tokensNeeded } from "../../support/upstream/scripted-upstream.ts"

const EXISTING = storyText(4_711, 20_000)
const SMALL = SCENARIOS.filter(({ context }) => context !== undefined)
/** Long requests, a reference and a long text to continue. */
const CROWDED = {
  length: 5,
  existing: EXISTING,
  reference: storyText(86, 9_000),
  prompt: storyText(5, 3_500),
  direction: storyText(6, 3_500),
} as const

test.each(SMALL)(
  "with $name, a continued length 5 is written whole, and what was too long is not asked again",
  async (scenario) => {
    const cuts: unknown[] = []
    const context = new ModelContext({ onSilentCut: (counts) => cuts.push(counts) })
    const novel = await writeWithUpstream(scenario, { length: 5, existing: EXISTING }, { context })

    expect(novel.end).toBe("done")
    expect(novel.share).toBeGreaterThanOrEqual(0.92)
    expect(novel.share).toBeLessThanOrEqual(1.08)
    expect(endsFinished(novel.text)).toBe(true)
    expect(tooLong(scenario, novel)).toBeLessThanOrEqual(4)
    expect(cuts.length > 0).toBe(scenario.context?.overflow === undefined)
  },
)

describe.each(SMALL)("with $name and its size known", (scenario) => {
  test.each([{}, { length: 5, existing: EXISTING }, CROWDED] as const)(
    "no request is too long: %#",
    async (request) => {
      // What one of our tokens is to the endpoint is learnt from its counts; before that, there is no such knowledge.
      const plain = { ...scenario, tokenFactor: Math.min(1, scenario.tokenFactor ?? 1) }
      const context = new ModelContext({ setting: scenario.context?.tokens ?? null })
      const novel = await writeWithUpstream(plain, request, { context })

      expect(novel.end).toBe("done")
      expect(novel.share).toBeGreaterThanOrEqual(0.92)
      expect(tooLong(plain, novel)).toBe(0)
    },
  )
})

test("in a context of 32k, the last prompt of a crowded length 5 holds all of its own text", async () => {
  const { calls, text, end } = await writeWithUpstream("well", CROWDED)
  const last = calls.findLast(({ kind }) => kind === "beat")
  const told = answersIn(last?.body.messages ?? [])

  expect(end).toBe("done")
  expect(text.startsWith(told.join("\n"))).toBe(true)
  expect(told.length).toBe(calls.filter(({ kind }) => kind === "beat").length - 1)
})

test.each(["counts-a-third", "counts-triple"])("with %s, the prompts show as much as ever", async (name) => {
  const request = { length: 5, existing: EXISTING } as const
  const [odd, well] = await Promise.all(
    [name, "well"].map((scenario) => writeWithUpstream(scenario, request)),
  )

  expect(odd?.end).toBe("done")
  expect(odd?.calls.at(-1)?.shown.length).toBeGreaterThan((well?.calls.at(-1)?.shown.length ?? 0) * 0.5)
})

test.each([
  ["vLLM", { "/v1/models": { data: [{ id: "scripted", max_model_len: 8_192 }] } }, 8_192],
  [
    "OpenRouter",
    {
      "/v1/models": {
        data: [
          { id: "other", context_length: 1 },
          { id: "scripted", context_length: 65_536 },
        ],
      },
    },
    65_536,
  ],
  [
    "LM Studio",
    {
      "/v1/models": { data: [{ id: "scripted", max_context_length: 131_072, loaded_context_length: 4_096 }] },
    },
    4_096,
  ],
  ["Ollama", { "/v1/models": { data: [{ id: "scripted" }] }, "/api/version": { version: "0.13.0" } }, 4_096],
  ["an endpoint that says nothing", {}, 32_768],
  ["an endpoint that talks nonsense", { "/v1/models": { data: "none" }, "/api/version": [] }, 32_768],
])("the context of %s is read from what it says", async (_, answers, tokens) => {
  const context = new ModelContext()
  await writeWithUpstream({ name: "telling", answers }, {}, { context })
  expect(context.tokens).toBe(tokens)
})

test("the operator's word goes before the endpoint's", async () => {
  const context = new ModelContext({ setting: 16_384 })
  const answers = { "/v1/models": { data: [{ id: "scripted", max_model_len: 8_192 }] } }
  await writeWithUpstream({ name: "telling", answers }, {}, { context })
  expect(context.tokens).toBe(16_384)
})

test("a cut that is only supposed is not stored, and what reads more corrects it", async () => {
  const context = new ModelContext()
  const told = (characters: number) => [{ role: "user" as const, content: "字".repeat(characters) }]
  const count = async (characters: number, inputTokens: number) => {
    const usage = { inputTokens, outputTokens: 1, cachedTokens: null }
    const writer = context.watch({
      async *write() {
        yield { type: "end", finish: "stop", usage }
      },
    })
    const task = { kind: "style", messages: told(characters), maxTokens: 1, frequencyPenalty: 0 } as const
    for await (const _ of writer.write(task, new AbortController().signal));
  }
  await count(1_000, 1_000)
  await count(9_000, 4_096)
  expect([context.tokens, context.provenTokens]).toEqual([4_096, 32_768])
  await count(3_000, 3_000)
  expect([context.tokens, context.provenTokens]).toEqual([4_096, 4_096])
  await count(9_000, 9_000)
  expect(context.tokens).toBe(32_768)
})

test("cached tokens stand in the record", async () => {
  const { events } = await writeWithUpstream("well", { length: 3 })
  const record = events.findLast((event) => event.type === "record")?.record
  expect(record?.cachedTokens).toBeGreaterThan((record?.inputTokens ?? 0) * 0.6)
})

function tooLong(scenario: Scenario, { calls }: WrittenNovel): number {
  const limit = scenario.context?.tokens ?? Number.POSITIVE_INFINITY
  return calls.filter((call) => {
    const { prompt, answer } = tokensNeeded(scenario, call)
    return prompt + (scenario.context?.overflow === undefined ? 0 : answer) > limit
  }).length
}

test("a conversation that grows and counts no more has been cut, from the second prompt on", async () => {
  const cutAt = 8_192
  const context = new ModelContext()
  const writer = context.watch({
    async *write({ messages }) {
      const tokens = Math.round((messages.at(-1)?.content.length ?? 0) * 0.8)
      const usage = { inputTokens: Math.min(tokens, cutAt), outputTokens: 1, cachedTokens: null }
      yield { type: "end", finish: "stop", usage }
    },
  })
  for (const length of [10_500, 12_000]) {
    const messages = [{ role: "user", content: "字".repeat(length) }] as const
    const task = { kind: "beat", messages: [...messages] } as unknown as Parameters<typeof writer.write>[0]
    for await (const _ of writer.write(task, AbortSignal.timeout(1_000)));
  }
  expect(context.tokens).toBe(cutAt)
})
