import { expect, test } from "vitest"
import { endsFinished } from "#app/server/writing/sentence-end.server.ts"
import { storyText } from "../support/scripted-upstream-prose.ts"
import { type WrittenNovel, writeWithUpstream } from "../support/scripted-upstream-run.ts"
import { SCENARIOS } from "../support/scripted-upstream-scenarios.ts"

type Kept = "all" | "some" | "none"

/** What each scenario comes to, and how much of a novel is kept. */
const OUTCOMES: Record<string, { end: WrittenNovel["end"]; kept: Kept }> = {
  well: { end: "done", kept: "all" },
  "well-slightly-short": { end: "done", kept: "all" },
  "well-slightly-long": { end: "done", kept: "all" },
  "stops-short": { end: "done", kept: "all" },
  "stops-very-short": { end: "short", kept: "some" },
  "stops-mid-sentence": { end: "done", kept: "all" },
  overruns: { end: "done", kept: "all" },
  "bad-plan": { end: "done", kept: "all" },
  "silent-plan": { end: "done", kept: "all" },
  "repeats-tail": { end: "done", kept: "all" },
  "repeats-whole-tail": { end: "done", kept: "all" },
  "loops-once": { end: "done", kept: "all" },
  loops: { end: "short", kept: "some" },
  "thinks-aloud": { end: "done", kept: "all" },
  "thinks-without-opening": { end: "done", kept: "all" },
  "english-preamble": { end: "done", kept: "all" },
  "chinese-preamble": { end: "done", kept: "all" },
  remarks: { end: "done", kept: "all" },
  "length-limited": { end: "done", kept: "all" },
  filtered: { end: "refused", kept: "some" },
  "filtered-at-once": { end: "refused", kept: "none" },
  "refused-400": { end: "refused", kept: "some" },
  "declines-in-words": { end: "refused", kept: "none" },
  "bad-request": { end: "internal", kept: "none" },
  unauthorized: { end: "unauthorized", kept: "none" },
  "unauthorized-later": { end: "unauthorized", kept: "some" },
  "rate-limited-once": { end: "done", kept: "all" },
  "rate-limited": { end: "busy", kept: "some" },
  "rate-limited-for-long": { end: "busy", kept: "none" },
  "server-error-once": { end: "done", kept: "all" },
  "server-error": { end: "unreachable", kept: "none" },
  unavailable: { end: "busy", kept: "none" },
  "hangs-once": { end: "done", kept: "all" },
  hangs: { end: "unreachable", kept: "some" },
  "hangs-before-plan": { end: "unreachable", kept: "none" },
  "drips-bytes": { end: "done", kept: "all" },
  "cuts-characters": { end: "done", kept: "all" },
  "drops-once": { end: "done", kept: "all" },
  "drops-after-some": { end: "done", kept: "all" },
  drops: { end: "unreachable", kept: "some" },
  "closes-early": { end: "done", kept: "all" },
  empty: { end: "empty", kept: "none" },
  "empty-once": { end: "done", kept: "all" },
  "reasons-only": { end: "empty", kept: "none" },
  "reasons-first": { end: "done", kept: "all" },
  "wants-max-completion-tokens": { end: "done", kept: "all" },
  "no-stream-options": { end: "done", kept: "all" },
}

const NOT_STORY = /<\/?think|以下是|未完待续|第一章|字数|约900字|Sure|[#`\0\uFFFD\u3000]|\n\s*\n/u

test.each(SCENARIOS)("an endpoint that plays $name comes to its named outcome", async (scenario) => {
  const expected = OUTCOMES[scenario.name]
  for (const existing of ["", storyText(4_711, 1_500)]) {
    const novel = await writeWithUpstream(scenario, { existing })

    expect(novel.end).toBe(expected?.end)
    expect(keptOf(novel)).toBe(expected?.kept)
    expect(novel.text).not.toMatch(NOT_STORY)
    expect(novel.text.isWellFormed()).toBe(true)
    expect(novel.text).toBe(novel.text.trim())
    expect(novel.end === "done" && !endsFinished(novel.text)).toBe(false)
    expect(repeatedAcrossJoins(novel.text)).toEqual([])
  }
})

test("the same text arrives however the bytes are cut", async () => {
  const [well, dripped, cut] = await Promise.all(
    ["well", "drips-bytes", "cuts-characters"].map((scenario) => writeWithUpstream(scenario)),
  )

  expect(dripped?.text).toBe(well?.text)
  expect(cut?.text).toBe(well?.text)
})

test("a call that was cut off goes on in the middle of the sentence", async () => {
  const { text } = await writeWithUpstream("closes-early")

  for (const paragraph of text.split("\n")) expect(paragraph).toMatch(/[。！？…”]$/u)
})

test("an endpoint that asks to come back much later is not asked again", async () => {
  const { calls } = await writeWithUpstream("rate-limited-for-long")

  expect(calls.map(({ kind }) => kind)).toEqual(["plan", "beat"])
})

test("a loop is asked once more, with a penalty", async () => {
  const { calls } = await writeWithUpstream("loops-once")

  expect(calls.filter(({ body }) => (body.frequency_penalty ?? 0) > 0)).toHaveLength(1)
})

test("an answer of nothing but reasoning is asked once more, with a larger limit", async () => {
  const { calls } = await writeWithUpstream("reasons-only")
  const [, first, second] = calls

  expect(calls).toHaveLength(3)
  expect(second?.maxTokens).toBeGreaterThan((first?.maxTokens ?? 0) * 2)
})

test("the writing ends with what there is when the time is up", async () => {
  const { end, share } = await writeWithUpstream("hangs-once", {}, { timeLimitMs: 60 })

  expect(end).toBe("short")
  expect(share).toBeGreaterThan(0)
})

function keptOf({ share }: WrittenNovel): Kept {
  if (share === 0) return "none"
  return share >= 0.92 && share <= 1.08 ? "all" : "some"
}

/** Long sentences that stand in the text twice. */
function repeatedAcrossJoins(text: string): string[] {
  const sentences = text.split(/[。！？…\n]/u).filter((sentence) => sentence.length >= 20)
  return sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index)
}
