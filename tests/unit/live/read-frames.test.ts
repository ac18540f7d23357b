import { afterEach, describe, expect, test, vi } from "vitest"
import type { GenerationCursor, PlanLine, WritingEvent } from "#app/domain/generation.ts"
import type { GenerationFrame } from "#app/domain/generation-frame.ts"
import type { ActiveGeneration } from "#app/server/generation/active-generation.server.ts"
import type { Cut } from "#app/server/generation/generation-rows.server.ts"
import { FrameReader, readFrames } from "#app/server/generation/read-frames.server.ts"
import { newGeneration } from "../../support/new-generation.ts"

const plan = {
  type: "plan",
  isWhole: true,
  beats: [{ summary: "开头", characters: 2_000, stop: "" }],
  title: "灯塔",
  style: "第一人称",
  head: [],
  scope: {
    beatCount: 1,
    memory: "",
    names: [],
    existingFrom: 0,
    foldedTo: 0,
    foldFrom: 0,
    omitted: 0,
    contextTokens: 32_768,
    tokenRatio: null,
    hasCards: true,
  },
} as const satisfies WritingEvent

const following: { frames: AsyncGenerator; leave: AbortController }[] = []

// All readers share a clock, which stops with the last one.
afterEach(async () => {
  for (const { frames, leave } of following.splice(0)) {
    leave.abort()
    await frames.return(undefined)
  }
  vi.useRealTimers()
})

test("a reader that comes late gets the plan, the text and the end", async () => {
  const generation = newGeneration()
  generation.apply(plan)
  generation.apply({ type: "text", text: "海风" })
  generation.end("done")
  expect(await allFrames(generation, null)).toEqual([
    { type: "plan", beats: [{ summary: "开头", characters: 2_000, stop: "" }], head: [], title: "灯塔" },
    { type: "beat", index: 0 },
    { type: "text", at: 0, text: "海风" },
    { type: "done" },
  ])
})

test("a returning reader gets only what it lacks", async () => {
  const generation = newGeneration()
  generation.apply({ type: "text", text: "海风吹过" })
  generation.end("done")
  expect(await allFrames(generation, { epoch: 1, offset: 2 })).toEqual([
    { type: "text", at: 2, text: "吹过" },
    { type: "done" },
  ])
})

test("a reader follows text while it is written", async () => {
  const generation = newGeneration()
  const frames = follow(generation, null)
  generation.apply({ type: "text", text: "一" })
  expect((await frames.next()).value).toEqual({ type: "text", at: 0, text: "一" })
  const next = frames.next()
  generation.apply({ type: "text", text: "二" })
  expect((await next).value).toEqual({ type: "text", at: 1, text: "二" })
  generation.end("failed", "busy")
  expect((await frames.next()).value).toEqual({ type: "failed", failure: "busy" })
  expect((await frames.next()).done).toBe(true)
})

test("a withdrawal takes text back from a reader that has it", async () => {
  const generation = newGeneration()
  const frames = follow(generation, null)
  generation.apply({ type: "text", text: "留下撤回" })
  await frames.next()
  generation.apply({ type: "rewind", to: 2 })
  generation.apply({ type: "text", text: "新的" })
  expect((await frames.next()).value).toEqual({ type: "reset", at: 2 })
  expect((await frames.next()).value).toEqual({ type: "text", at: 2, text: "新的" })
})

test("a reader that was away during a withdrawal is reset when it returns", async () => {
  const generation = newGeneration()
  generation.apply({ type: "text", text: "留下撤回" })
  generation.apply({ type: "rewind", to: 2 })
  generation.apply({ type: "text", text: "新的文字" })
  generation.end("done")
  expect(await allFrames(generation, { epoch: 1, offset: 4 })).toEqual([
    { type: "reset", at: 2 },
    { type: "text", at: 2, text: "新的文字" },
    { type: "done" },
  ])
})

test("after a takeover a reader is reset to what was stored", async () => {
  const generation = newGeneration()
  generation.row = { n: 1, epoch: 2 }
  generation.text = "存下的"
  generation.cuts.push({ epoch: 1, at: 3 })
  generation.apply({ type: "text", text: "接着写" })
  generation.end("done")
  expect(await allFrames(generation, { epoch: 1, offset: 5 })).toEqual([
    { type: "reset", at: 3 },
    { type: "text", at: 3, text: "接着写" },
    { type: "done" },
  ])
})

test("a reader that leaves ends its stream without an end frame", async () => {
  const generation = newGeneration()
  const leave = new AbortController()
  const frames = follow(generation, null, leave)
  const next = frames.next()
  leave.abort()
  expect(await next).toEqual({ done: true, value: undefined })
})

test("a stop ends the generation once and keeps the text", async () => {
  const generation = newGeneration()
  generation.apply({ type: "text", text: "写好的" })
  generation.end("stopped")
  generation.end("failed", "internal")
  expect(generation.controller.signal.aborted).toBe(true)
  expect(await allFrames(generation, null)).toEqual([
    { type: "text", at: 0, text: "写好的" },
    { type: "stopped" },
  ])
})

test("an ended generation is sent whole, or from the reader's offset", async () => {
  const generation = newGeneration()
  generation.apply({ type: "text", text: "存好的全文" })
  generation.end("done")
  expect(await allFrames(generation, { epoch: 1, offset: 3 })).toEqual([
    { type: "text", at: 3, text: "全文" },
    { type: "done" },
  ])
  expect(await allFrames(generation, { epoch: 9, offset: 3 })).toEqual([
    { type: "reset", at: 0 },
    { type: "text", at: 0, text: "存好的全文" },
    { type: "done" },
  ])
})

test("a withdrawal survives a takeover, for readers that were away during both", async () => {
  const generation = newGeneration()
  generation.row = { n: 1, epoch: 1 }
  generation.apply({ type: "text", text: "留下撤回" })
  generation.apply({ type: "rewind", to: 2 })
  generation.apply({ type: "text", text: "新的文字" })
  generation.follow({ ...news, epoch: 2, from: 6, text: "，又写" })
  generation.end("done")
  expect(await allFrames(generation, { epoch: 1, offset: 4 })).toEqual([
    { type: "reset", at: 2 },
    { type: "text", at: 2, text: "新的文字，又写" },
    { type: "done" },
  ])
  expect(await allFrames(generation, { epoch: 2, offset: 7 })).toEqual([
    { type: "text", at: 7, text: "又写" },
    { type: "done" },
  ])
})

test("a reader ahead of its new process keeps its text until that process catches up", async () => {
  const generation = followedGeneration("存下的")
  const frames = follow(generation, { epoch: 1, offset: 5 })
  const next = frames.next()
  generation.follow({ ...news, from: 3, text: "多两字，还有" })
  expect((await next).value).toEqual({ type: "text", at: 5, text: "字，还有" })
})

test("a reader ahead of what was stored loses the difference when another process takes over", async () => {
  const generation = followedGeneration("存下的")
  const frames = follow(generation, { epoch: 1, offset: 5 })
  const next = frames.next()
  generation.follow({ ...news, epoch: 2, from: 3, text: "另写" })
  expect((await next).value).toEqual({ type: "reset", at: 3 })
  expect((await frames.next()).value).toEqual({ type: "text", at: 3, text: "另写" })
})

test("a cut that another process stored takes the text back", async () => {
  const generation = followedGeneration("留下撤回")
  const frames = follow(generation, null)
  await frames.next()
  generation.follow({ ...news, cuts: [{ epoch: 1, at: 2 }], from: 2, text: "新的" })
  expect((await frames.next()).value).toEqual({ type: "reset", at: 2 })
  expect((await frames.next()).value).toEqual({ type: "text", at: 2, text: "新的" })
})

test("adds nothing once the ending is known", async () => {
  const generation = newGeneration()
  generation.apply({ type: "text", text: "写好的" })
  generation.conclude({ status: "stopped", failure: null })
  generation.apply({ type: "text", text: "多余的" })
  expect(generation.text).toBe("写好的")
})

test("sends heartbeats even while events other than text keep coming", async () => {
  vi.useFakeTimers()
  const generation = newGeneration()
  const next = follow(generation, null).next()
  for (let second = 0; second < 16; second += 1) {
    generation.apply({ type: "beat", index: 0 })
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect((await next).value).toEqual({ type: "heartbeat" })
})

test("a reader hears once that the model thinks, and that it no longer does", async () => {
  vi.useFakeTimers()
  const generation = newGeneration()
  const frames = follow(generation, null)
  const first = frames.next()
  await vi.advanceTimersByTimeAsync(10_000)
  expect((await first).value).toEqual({ type: "thinking", seconds: 10 })
  const second = frames.next()
  await vi.advanceTimersByTimeAsync(15_000)
  expect((await second).value).toEqual({ type: "heartbeat" })
  const third = frames.next()
  generation.apply({ type: "retry", delayMs: 20_000 })
  await vi.advanceTimersByTimeAsync(200)
  expect((await third).value).toEqual({ type: "thinking", seconds: null })
  const fourth = frames.next()
  await vi.advanceTimersByTimeAsync(16_000)
  expect((await fourth).value).toEqual({ type: "heartbeat" })
  const fifth = frames.next()
  generation.apply({ type: "text", text: "海风" })
  await vi.advanceTimersByTimeAsync(200)
  expect((await fifth).value).toEqual({ type: "text", at: 0, text: "海风" })
})

describe("a plan that is being made", () => {
  const lines: PlanLine[] = [
    { kind: "title", text: "灯塔" },
    { kind: "head", text: "地点｜海边" },
    { kind: "beat", text: "清早；看守人擦灯" },
  ]

  test("reaches a reader line by line, one that comes late whole, and both get the plan in its place", async () => {
    const generation = newGeneration()
    const frames = follow(generation, null)
    generation.apply({ type: "draft", lines: lines.slice(0, 1) })
    expect((await frames.next()).value).toEqual({ type: "draft", at: 0, lines: lines.slice(0, 1) })
    generation.apply({ type: "draft", lines })
    expect((await frames.next()).value).toEqual({ type: "draft", at: 1, lines: lines.slice(1) })

    expect(generation.snapshot().draft).toEqual(lines)
    const late = follow(generation, { epoch: 1, offset: 0 })
    expect((await late.next()).value).toEqual({ type: "draft", at: 0, lines })

    generation.apply(plan)
    expect(generation.snapshot().draft).toEqual([])
    for (const reader of [frames, late]) {
      expect((await reader.next()).value).toMatchObject({ type: "plan", beats: plan.beats, head: [] })
      expect((await reader.next()).value).toEqual({ type: "beat", index: 0 })
    }
  })

  test("loses the lines that do not stand any more", async () => {
    const generation = newGeneration()
    const frames = follow(generation, null)
    generation.apply({ type: "draft", lines })
    await frames.next()
    const other: PlanLine[] = [...lines.slice(0, 1), { kind: "head", text: "地点｜河边" }]
    generation.apply({ type: "draft", lines: other })
    expect((await frames.next()).value).toEqual({ type: "draft", at: 1, lines: other.slice(1) })
    generation.apply({ type: "draft", lines: [] })
    expect((await frames.next()).value).toEqual({ type: "draft", at: 0, lines: [] })
  })

  test("leaves nothing with a reader that comes back to a process that makes it anew", async () => {
    const frames = follow(newGeneration(), { epoch: 1, offset: 0 })
    expect((await frames.next()).value).toEqual({ type: "draft", at: 0, lines: [] })
  })

  test.each(["stopped", "failed"] as const)("leaves nothing when the generation has %s", async (status) => {
    const generation = newGeneration()
    const frames = follow(generation, null)
    generation.apply({ type: "draft", lines })
    await frames.next()
    generation.conclude({ status, failure: status === "failed" ? "banned" : null })
    expect((await frames.next()).value).toEqual({ type: "draft", at: 0, lines: [] })
    generation.apply({ type: "draft", lines })
    expect(generation.snapshot().draft).toEqual([])
  })
})

const news = {
  epoch: 1,
  status: "running",
  failure: null,
  plan: null,
  progress: null,
  beat: 0,
  cuts: [] as Cut[],
} as const

function followedGeneration(text: string): ActiveGeneration {
  const generation = newGeneration()
  generation.row = { n: 1, epoch: 1 }
  generation.follow({ ...news, from: 0, text })
  return generation
}

function follow(
  generation: ActiveGeneration,
  from: GenerationCursor | null,
  leave = new AbortController(),
): AsyncGenerator<GenerationFrame, void> {
  const reader = new FrameReader(generation, from)
  const frames = readFrames({ reader, join: (hear) => reader.listen(hear) }, leave.signal)
  following.push({ frames, leave })
  return frames
}

async function allFrames(
  generation: ActiveGeneration,
  from: GenerationCursor | null,
): Promise<GenerationFrame[]> {
  return Array.fromAsync(follow(generation, from))
}
