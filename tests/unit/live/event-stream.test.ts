import { once } from "node:events"
import { PassThrough } from "node:stream"
import { afterEach, expect, test, vi } from "vitest"
import type { ActiveGeneration } from "#app/server/generation/active-generation.server.ts"
import { feedOfEvents, feedOfFrames } from "#app/server/generation/event-stream.server.ts"
import { FrameReader } from "#app/server/generation/read-frames.server.ts"
import { newGeneration } from "../../support/new-generation.ts"

const WAITING_BYTES = 64
const frameAt = /"at":(\d+),"text":"([^"]*)"/g

const lines: PassThrough[] = []

afterEach(() => {
  for (const line of lines.splice(0)) line.destroy()
})

test("a stalled reader costs no memory, and gets what was written meanwhile as one frame", async () => {
  const generation = newGeneration()
  const line = newLine()
  feedOfEvents(followed(generation)).writeTo(line)
  for (let written = 0; written < 100; written += 1) {
    generation.apply({ type: "text", text: "海风吹过灯塔。" })
    if (written % 10 === 0) await nextFrame(generation)
  }
  expect(line.readableLength + line.writableLength).toBeLessThan(WAITING_BYTES * 10)
  generation.end("done")
  const sent = await readAll(line)
  const frames = [...sent.matchAll(frameAt)]
  expect(frames.length).toBeLessThan(5)
  expect(frames.map(([, , text]) => text).join("")).toBe(generation.text)
  expect(sent).toMatch(/event: done\ndata: \{\}\n\n$/)
})

test("a stalled reader keeps nobody else waiting", async () => {
  const generation = newGeneration()
  const stalled = newLine()
  feedOfEvents(followed(generation)).writeTo(stalled)
  const quick = newLine()
  feedOfEvents(followed(generation)).writeTo(quick)
  generation.apply({ type: "text", text: "海风".repeat(100) })
  await nextFrame(generation)
  generation.apply({ type: "text", text: "灯塔" })
  generation.end("done")
  expect(await readAll(quick)).toContain("灯塔")
  expect(stalled.writableEnded).toBe(false)
})

test("a reader who leaves is forgotten", async () => {
  const generation = newGeneration()
  const left = vi.fn()
  const { reader } = followed(generation)
  const line = newLine()
  feedOfEvents({ ...followed(generation), reader, join: () => left }).writeTo(line)
  line.destroy()
  await once(line, "close")
  expect(left).toHaveBeenCalledTimes(1)
})

test("a reader who left before the answer began is forgotten, too", async () => {
  const generation = newGeneration()
  const left = vi.fn()
  const line = newLine()
  line.destroy()
  await once(line, "close")
  feedOfEvents({ ...followed(generation), join: () => left }).writeTo(line)
  expect(left).toHaveBeenCalledTimes(1)
})

test("closes an answer whose writing fails, so that its reader reconnects, and goes on with the others", async () => {
  const generation = newGeneration()
  const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true)
  const failing = newLine()
  const write = () => {
    throw new Error("gone")
  }
  feedOfFrames(followed(generation), { begin: () => "begun", write, end: () => "ended" }).writeTo(failing)
  const line = newLine()
  feedOfEvents(followed(generation)).writeTo(line)
  generation.apply({ type: "text", text: "海风" })
  generation.end("done")
  expect(await readAll(failing)).toBe("begun")
  expect(await readAll(line)).toContain("海风")
  await expect.poll(() => String(printed.mock.calls)).toContain("a stream ended early")
  printed.mockRestore()
})

test("says the end once, also to a reader that came after it", async () => {
  const generation = newGeneration()
  generation.apply({ type: "text", text: "海风" })
  generation.end("stopped")
  const line = newLine()
  feedOfEvents(followed(generation)).writeTo(line)
  const sent = await readAll(line)
  expect(sent.match(/event: stopped/g)).toHaveLength(1)
})

function followed(generation: ActiveGeneration) {
  const reader = new FrameReader(generation, null)
  return { snapshot: generation.snapshot(), reader, join: (hear: () => void) => reader.listen(hear) }
}

function newLine(): PassThrough {
  const line = new PassThrough({ highWaterMark: WAITING_BYTES })
  lines.push(line)
  return line
}

function nextFrame(generation: ActiveGeneration): Promise<void> {
  return new Promise((resolve) => {
    const leave = generation.listen(() => {
      leave()
      resolve()
    })
  })
}

async function readAll(line: PassThrough): Promise<string> {
  line.setEncoding("utf8")
  let text = ""
  for await (const piece of line) text += piece
  return text
}
