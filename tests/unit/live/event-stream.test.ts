import { once } from "node:events"
import { PassThrough } from "node:stream"
import { afterEach, expect, test, vi } from "vitest"
import type { ActiveGeneration } from "#app/server/generation/active-generation.server.ts"
import { feedOfEvents, feedOfFrames } from "#app/server/generation/event-stream.server.ts"
import { FrameReader } from "#app/server/generation/read-frames.server.ts"
import { newGeneration } from "../../support/new-generation.ts"

const WAITING_BYTES = 64
const BIG_BYTES = 1_024 * 1_024
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

test("text that does not tell its place comes out as it went in", async () => {
  const generation = newGeneration()
  const line = newLine(BIG_BYTES)
  feedOfEvents(followed(generation), { takesBare: true }).writeTo(line)
  const pieces = [
    "海风吹过灯",
    " 塔。\n",
    "\n 又是一夜",
    " ",
    "\r",
    "\ud83d",
    "\ude00",
    "雨\r\n",
    "停了\n",
    "：",
  ]
  for (const text of pieces) {
    generation.apply({ type: "text", text })
    await nextFrame(generation)
  }
  generation.end("done")
  const sent = await readAll(line)
  expect(readAsBrowser(sent).text).toBe(pieces.join(""))
  expect(sent).toMatch(/^retry: 1500\n\nid: 1\.5\nevent: text\ndata: .*\n\ndata: {2}塔。\ndata:\n\n/)
  expect(sent).toMatch(/event: done\ndata: \{\}\n\n$/)
})

test("a reader who asks for no bare text gets the place of each, also beside one who does", async () => {
  const generation = newGeneration()
  const [bare, named] = [newLine(BIG_BYTES), newLine(BIG_BYTES)]
  feedOfEvents(followed(generation), { takesBare: true }).writeTo(bare)
  feedOfEvents(followed(generation)).writeTo(named)
  for (const text of ["海风", "吹过", "灯塔"]) {
    generation.apply({ type: "text", text })
    await nextFrame(generation)
  }
  generation.end("done")
  const places = [...(await readAll(named)).matchAll(frameAt)].map(([, at]) => Number(at))
  expect(places).toEqual([0, 2, 4])
  expect([...(await readAll(bare)).matchAll(frameAt)]).toHaveLength(1)
})

test("text behind a withdrawal or a takeover tells its place, and so does some between", async () => {
  const generation = newGeneration()
  generation.row = { n: 1, epoch: 1 }
  const line = newLine(BIG_BYTES)
  feedOfEvents(followed(generation), { takesBare: true }).writeTo(line)
  const write = async (text: string) => {
    generation.apply({ type: "text", text })
    await nextFrame(generation)
  }
  await write("海风")
  await write("吹过")
  generation.apply({ type: "rewind", to: 2 })
  await write("翻过")
  await write("灯塔")
  generation.row = { n: 1, epoch: 2 }
  await write("。")
  await write("雨停了。")
  generation.end("done")
  const { text, ids } = readAsBrowser(await readAll(line))
  expect(text).toBe("海风翻过灯塔。雨停了。")
  expect(ids).toEqual(["1.2", "1.4", "2.7"])
})

test("who resumes from the last id that it got reads little twice, and loses nothing", async () => {
  const generation = newGeneration()
  const line = newLine(BIG_BYTES)
  const { reader, ...joined } = followed(generation)
  let hear = () => {}
  const join = (listener: () => void) => {
    hear = listener
    return () => {}
  }
  feedOfEvents({ ...joined, reader, join }, { takesBare: true }).writeTo(line)
  for (let written = 0; written < 120; written += 1) {
    generation.apply({ type: "text", text: "海" })
    hear()
  }
  generation.end("done")
  hear()
  const { text, ids } = readAsBrowser(await readAll(line))
  expect(text).toBe(generation.text)
  expect(ids).toEqual(["1.1", "1.52", "1.103"])
})

/** Reads events as browsers do, and text as our page does. */
function readAsBrowser(stream: string) {
  let text = ""
  const ids: string[] = []
  for (const block of stream.split("\n\n")) {
    const fields = block.split("\n").map((line) => /^(\w+):(?: ?)(.*)$/su.exec(line) ?? [])
    const of = (name: string) => fields.filter(([, field]) => field === name).map(([, , value]) => value)
    const data = of("data").join("\n")
    ids.push(...of("id").map(String))
    const [event] = of("event")
    if (event === undefined && of("data").length > 0) text += data
    if (event !== "text" && event !== "reset") continue
    const { at, text: added = "" } = JSON.parse(data)
    text = text.slice(0, at) + added
  }
  return { text, ids }
}

function followed(generation: ActiveGeneration) {
  const reader = new FrameReader(generation, null)
  return { snapshot: generation.snapshot(), reader, join: (hear: () => void) => reader.listen(hear) }
}

function newLine(highWaterMark = WAITING_BYTES): PassThrough {
  const line = new PassThrough({ highWaterMark })
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
