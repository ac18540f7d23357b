import { expect, test } from "vitest"
import { storyText } from "../../support/upstream/prose.ts"
import { type WrittenNovel, writeWithUpstream } from "../../support/upstream/run.ts"

test("a record follows every call, and the last one has the figures of the whole novel", async () => {
  const novel = await writeWithUpstream("well", { length: 2 })
  const record = lastRecord(novel)

  expect(novel.events.filter(({ type }) => type === "record").length).toBe(novel.calls.length)
  expect(record).toMatchObject({
    asked: 4_000,
    from: 0,
    calls: novel.calls.length,
    inputTokens: expect.any(Number),
  })
  expect(record?.ratio).toBeCloseTo(novel.share)
  expect(Object.values(record?.ends ?? {}).reduce((sum, count) => sum + count, 0)).toBe(novel.calls.length)
})

test("unreported tokens are null, and a record holds no words of the visitor or the model", async () => {
  const silent = await writeWithUpstream("no-stream-options", { prompt: "灯塔守望者" })
  const refused = await writeWithUpstream("refused-400")

  expect(lastRecord(silent)).toMatchObject({ inputTokens: null, outputTokens: null })
  expect(JSON.stringify(lastRecord(silent))).not.toMatch(/\p{Script=Han}/u)
  expect(lastRecord(refused)?.ends).toMatchObject({ refused: 1 })
})

test("the record of a takeover starts from the stored text", async () => {
  const whole = await writeWithUpstream("well")
  const rest = await writeWithUpstream("well", {}, { written: whole.text.slice(0, 700), plan: whole.plan })

  expect(lastRecord(rest)?.from).toBeGreaterThan(600)
  expect(lastRecord(rest)?.calls).toBe(rest.calls.length)
})

const thoughtOf = (characters: number) =>
  `读者要什么，情节怎么走：\n${storyText(7, characters)}\n想好了。</think>\n\n`

test.each([60, 900, 5_000, 30_000])(
  "the reader keeps nothing of a thought of %i characters without an opening tag",
  async (characters) => {
    const opening = thoughtOf(characters)
    for (const plan of [{}, { opening, tokensPerCharacter: 0.01, charactersPerFrame: 200 }]) {
      const novel = await writeWithUpstream({
        name: "thinks",
        plan,
        beats: [{ opening, tokensPerCharacter: 0.01, charactersPerFrame: 200 }],
      })

      expect(novel.end).toBe("done")
      expect(novel.text).not.toMatch(/读者要什么|想好了/u)
    }
  },
)

test("after a plan with such a thought, later ones are never shown, and answers without one lose nothing", async () => {
  const opening = thoughtOf(900)
  const beats = [{ opening }, {}]
  const { events, end, text, taken } = await writeWithUpstream({
    name: "thinks-at-times",
    plan: { opening },
    beats,
  })
  const [, second] = taken

  expect(end).toBe("done")
  expect(text).not.toContain("读者要什么")
  expect(events.filter(({ type }) => type === "rewind")).toEqual([])
  expect(second?.text).not.toContain("</think>")
  expect(text).toContain(second?.text.slice(0, 300))
})

test("a thought that a broken connection cuts off is never shown", async () => {
  const opening = thoughtOf(900)
  const { end, events } = await writeWithUpstream({
    name: "breaks-within-a-thought",
    plan: { opening },
    beats: [{ opening, dropsAfter: 300 }, {}],
  })
  const shown = events.flatMap((event) => (event.type === "text" ? event.text : []))

  expect(end).toBe("done")
  expect(shown.join("")).not.toContain("情节怎么走")
})

function lastRecord({ events }: WrittenNovel) {
  return events.findLast((event) => event.type === "record")?.record
}
