import { expect, test } from "vitest"
import type { WritingEvent } from "#app/domain/generation.ts"
import { createOpenAIWriter } from "#app/server/writing/endpoint/openai-writer.server.ts"
import { endsFinished } from "#app/server/writing/prose/sentence-end.server.ts"
import { writeNovel } from "#app/server/writing/write-novel.server.ts"
import { requestFor, textOf, writeWithUpstream } from "../../support/upstream/run.ts"
import { startScriptedUpstream } from "../../support/upstream/scripted-upstream.ts"

test("a stop aborts the call, keeps the text and emits no further event", async () => {
  await using upstream = await openUpstream({ name: "hangs-half-way", beats: [{ hangsAfter: 200 }] })
  const controller = new AbortController()
  const events: WritingEvent[] = []

  for await (const event of upstream.write(controller.signal)) {
    events.push(event)
    if (textOf(events).length >= 190) controller.abort()
  }

  await expect.poll(() => upstream.calls.at(-1)?.aborted).toBe(true)
  expect(textOf(events).length).toBeGreaterThanOrEqual(190)
  expect(events.some(({ type }) => type === "done" || type === "failed")).toBe(false)
})

test.each(["plan", "beats"] as const)(
  "a stop before the first byte of the %s takes effect at once",
  async (part) => {
    const hangs = { hangsAfter: 0 }
    await using upstream = await openUpstream({ name: part, [part]: part === "plan" ? hangs : [hangs] })
    const controller = new AbortController()
    const events: WritingEvent[] = []
    const writing = (async () => {
      for await (const event of upstream.write(controller.signal)) events.push(event)
    })()

    await expect.poll(() => upstream.calls.length).toBe(part === "plan" ? 1 : 2)
    controller.abort()
    await writing

    const seen = events.map(({ type }) => type).filter((type) => type !== "record" && type !== "draft")
    expect(seen).toEqual(part === "plan" ? [] : ["plan", "beat", "turn"])
    await expect.poll(() => upstream.calls.at(-1)?.aborted).toBe(true)
  },
)

test("a reader that stops iterating closes the call", async () => {
  await using upstream = await openUpstream({ name: "hangs-half-way", beats: [{ hangsAfter: 200 }] })

  for await (const event of upstream.write(new AbortController().signal)) if (event.type === "text") break

  await expect.poll(() => upstream.calls.at(-1)?.aborted).toBe(true)
})

const WHOLE = await writeWithUpstream("well", { length: 2 })

test.each([1, 40, 777, 1_900, 3_100, 3_700])(
  "a novel interrupted after %i characters is written to its full length",
  async (at) => {
    const written = WHOLE.text.slice(0, at)
    const novel = await writeWithUpstream(
      { name: "well", seed: 2 },
      { length: 2 },
      { written, plan: WHOLE.plan },
    )

    expect(novel.end).toBe("done")
    expect(novel.share).toBeGreaterThanOrEqual(0.92)
    expect(novel.share).toBeLessThanOrEqual(1.08)
    expect(novel.text.startsWith(written)).toBe(true)
    expect(endsFinished(novel.text)).toBe(true)
    expect(novel.events.some(({ type }) => type === "plan")).toBe(false)
  },
)

test("a novel interrupted after its last word is done without a call", async () => {
  const whole = await writeWithUpstream("overruns", { length: 2 })
  const { calls, end, text } = await writeWithUpstream(
    "well",
    { length: 2 },
    { written: whole.text, plan: whole.plan },
  )

  expect({ calls: calls.length, end, text }).toEqual({ calls: 0, end: "done", text: whole.text })
})

async function openUpstream(scenario: Parameters<typeof startScriptedUpstream>[0]) {
  const { url, calls, close } = await startScriptedUpstream(scenario)
  const writer = createOpenAIWriter({ apiKey: "none", baseURL: url, model: "scripted" })
  return {
    calls,
    write: (signal: AbortSignal) => writeNovel(requestFor({}), { writer, signal }),
    [Symbol.asyncDispose]: close,
  }
}
