import { describe, expect, test } from "vitest"
import { endsFinished } from "#app/server/writing/prose/sentence-end.server.ts"
import { storyText } from "../../support/upstream/prose.ts"
import { type WrittenNovel, writeWithUpstream } from "../../support/upstream/run.ts"
import type { Reply, Scenario } from "../../support/upstream/scenarios.ts"

const EXISTING = storyText(4_711, 1_500)

describe.each([
  ["new", ""],
  ["continued", EXISTING],
])("the story's own end, %s", (_mode, existing) => {
  test.each(
    [0.7, 0.9, 1, 1.15, 1.5].flatMap((share) => ([1, 3, 5] as const).map((length) => ({ share, length }))),
  )(
    "reaches the reader of length $length from a model that writes $share of what it is asked for",
    async ({ share, length }) => {
      const novel = await written({ beats: [{ share }] }, { length, existing })

      expect(novel.text.endsWith(closingOf(novel) ?? "no closing")).toBe(true)
      expect(novel.events.filter(({ type }) => type === "rewind")).toEqual([])
    },
  )

  test.each([1, 3, 5] as const)(
    "of a last part that runs too long is asked for once more, at length %i",
    async (length) => {
      const novel = await written({ lastPart: [{ share: 2.5 }, {}] }, { length, existing })
      const lasts = novel.calls.filter(({ isLastPart }) => isLastPart)

      expect(lasts.length).toBe(2)
      expect(novel.text.endsWith(closingOf(novel) ?? "no closing")).toBe(true)
      expect(novel.events.filter(({ type }) => type === "rewind")).toEqual([])
    },
  )
})

test.each<[string, Reply]>([
  ["is refused", { status: 400, errorCode: "content_filter", errorMessage: "Content Exists Risk" }],
  ["is declined", { text: "抱歉，我无法创作这样的内容。" }],
  ["is answered by silence", { text: "" }],
  ["fails", { status: 500 }],
  ["is put off until tomorrow", { status: 429, retryAfterSeconds: 86_400 }],
  ["runs too long again", { always: 900, tokensPerCharacter: 0.1 }],
  ["breaks off", { breaksOff: true }],
  ["breaks the connection", { dropsAfter: 12 }],
  ["repeats the tail", { repeatsTail: 300, share: 0.2 }],
])("a novel whose closing %s is done with the text it has", async (_what, closing) => {
  const novel = await written({ lastPart: [{ share: 2.5 }, closing] }, { length: 1 })

  expect(novel.calls.filter(({ isLastPart }) => isLastPart).length).toBe(2)
})

test.each<[string, Reply]>([
  ["the endpoint's limit", { share: 0.8, finish: "length", breaksOff: true }],
  ["a closed stream", { share: 1.3, closesAfter: 900 }],
  ["a broken line", { share: 1.3, dropsAfter: 900 }],
])("a last part that is cut off by %s still comes to an end", async (_what, reply) => {
  const novel = await written({ lastPart: [reply, {}] }, { length: 1 })

  expect(novel.text.endsWith(closingOf(novel) ?? "no closing")).toBe(true)
})

test("a model whose every answer is cut off is asked for one closing at most", async () => {
  const beats = [{ atMost: 150, finish: "length" as const, breaksOff: true }]
  const { calls, share } = await written({ beats }, { length: 1 })

  expect(calls.length).toBeLessThan(24)
  expect(share).toBeLessThanOrEqual(1.08)
})

const SPEECH = storyText(5, 240).replace(/[“”\n]/gu, "")

test.each([
  ["is never closed", `他说：“${SPEECH}`, `他说：“${SPEECH}”`],
  ["and another in it are never closed", `他说：“她讲：『${SPEECH}`, `他说：“她讲：『${SPEECH}』”`],
  ["is broken off", `他说：“${SPEECH}这一次我`, `他说：“${SPEECH}”`],
  ["has no sentence yet", `${SPEECH}他说：“这一次我`, SPEECH],
])("a last paragraph whose quotation %s keeps its sentences", async (_what, last, kept) => {
  const text = `${storyText(6, 640)}\n${last}`
  const novel = await written({ lastPart: [{ text }] }, { length: 1 })

  expect(novel.text.endsWith(`\n${kept}`)).toBe(true)
})

test("a novel of one paragraph whose quotations are never closed ends within the band", async () => {
  const told = Array.from({ length: 6 }, (_, at) => `「${storyText(at, 330).replace(/[“”\n]/gu, "")}`)
  const beats = [{ text: told.slice(0, 3).join("") }]
  await written({ beats, lastPart: [{ text: `${told.slice(3).join("")}这一次我` }] }, { length: 1 })
})

const WHOLE = await writeWithUpstream("overruns-by-half", { length: 2 })
const FROM = Math.floor(WHOLE.text.length * 0.7)

test.each(Array.from({ length: 12 }, (_, step) => FROM + step * 97))(
  "a takeover of a last part after %i characters comes to an end within the band",
  async (at) => {
    const before = WHOLE.text.slice(0, at).trimEnd()
    const options = { written: before, plan: WHOLE.plan }
    const novel = await writeWithUpstream({ name: "well", seed: 9 }, { length: 2 }, options)

    expectWhole(novel)
    expect(novel.text.startsWith(before)).toBe(true)
    expect(novel.text.endsWith(closingOf(novel) ?? before)).toBe(true)
    if (!endsFinished(before) && at < 4_000) expect(novel.calls.length).toBeGreaterThan(0)
  },
)

async function written(replies: Partial<Scenario>, request: Parameters<typeof writeWithUpstream>[1]) {
  const novel = await writeWithUpstream({ name: "ending", ...replies }, request)
  expectWhole(novel)
  return novel
}

function expectWhole({ end, share, text }: WrittenNovel): void {
  expect(end).toBe("done")
  expect(share).toBeGreaterThanOrEqual(0.92)
  expect(share).toBeLessThanOrEqual(1.08)
  expect(endsFinished(text)).toBe(true)
}

/** The sentence with which the model ended the story in its last answer. */
function closingOf({ calls }: WrittenNovel): string | undefined {
  return calls
    .at(-1)
    ?.pieces.find(({ isClosing }) => isClosing)
    ?.text.trim()
}
