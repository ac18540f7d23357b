import { expect, test } from "vitest"
import { endsFinished } from "#app/server/writing/prose/sentence-end.server.ts"
import { storyText } from "../../support/upstream/prose.ts"
import { type WrittenNovel, writeWithUpstream } from "../../support/upstream/run.ts"
import { SCENARIOS } from "../../support/upstream/scenarios.ts"

const NOT_STORY = /<\/?think|以下是|未完待续|第一章|字数|约900字|Sure|[#`\0\uFFFD\u3000]|\n\s*\n/u

for (const scenario of SCENARIOS) {
  const { name, end = "done", kept = "all" } = scenario
  test(`scenario ${name} ends as its table line says`, async () => {
    for (const existing of ["", storyText(4_711, 1_500)]) {
      const novel = await writeWithUpstream(scenario, { existing })

      expect(novel.end).toBe(end)
      expect(keptOf(novel)).toBe(kept)
      expect(novel.text).not.toMatch(NOT_STORY)
      expect(novel.text.isWellFormed()).toBe(true)
      expect(novel.text).toBe(novel.text.trim())
      expect(novel.end === "done" && !endsFinished(novel.text)).toBe(false)
      expect(repeatedAcrossJoins(novel.text)).toEqual([])
    }
  })
}

test("the same text arrives however the bytes are cut", async () => {
  const [well, dripped, cut] = await Promise.all(
    ["well", "drips-bytes", "cuts-characters"].map((scenario) => writeWithUpstream(scenario)),
  )

  expect(dripped?.text).toBe(well?.text)
  expect(cut?.text).toBe(well?.text)
})

test("the call after a cut-off one continues the sentence", async () => {
  const { text } = await writeWithUpstream("closes-early")

  for (const paragraph of text.split("\n")) expect(paragraph).toMatch(/[。！？…”]$/u)
})

test("the engine does not retry when the endpoint asks for a long wait", async () => {
  const { calls } = await writeWithUpstream("rate-limited-for-long")

  expect(calls.map(({ kind }) => kind)).toEqual(["plan", "beat"])
})

test("after a loop, the engine asks once more with a penalty", async () => {
  const { calls } = await writeWithUpstream("loops-once")

  expect(calls.filter(({ body }) => (body.frequency_penalty ?? 0) > 0)).toHaveLength(1)
})

test("after an answer of nothing but reasoning, the engine asks twice more with larger limits", async () => {
  const { calls } = await writeWithUpstream("reasons-only")
  const [, first, second, third] = calls

  expect(calls).toHaveLength(4)
  expect(second?.maxTokens).toBeGreaterThanOrEqual(16_000)
  expect(second?.maxTokens).toBeGreaterThan((first?.maxTokens ?? 0) * 2)
  expect(third?.maxTokens).toBeGreaterThan((second?.maxTokens ?? 0) * 2)
})

test("when the time is up, the novel ends with the text so far", async () => {
  const { end, share } = await writeWithUpstream("hangs-once", {}, { timeLimitMs: 1_500 }, 60_000)

  expect(end).toBe("short")
  expect(share).toBeGreaterThan(0)
})

function keptOf({ share }: WrittenNovel): "all" | "some" | "none" {
  if (share === 0) return "none"
  return share >= 0.92 && share <= 1.08 ? "all" : "some"
}

/** Long sentences that stand in the text twice. */
function repeatedAcrossJoins(text: string): string[] {
  const sentences = text.split(/[。！？…\n]/u).filter((sentence) => sentence.length >= 20)
  return sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index)
}
