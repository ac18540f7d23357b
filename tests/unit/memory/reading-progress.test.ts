import { expect, test } from "vitest"
import { LiveReading } from "#app/routes/generations.$id.live/live-reading.tsx"
import { FrameReader } from "#app/server/generation/read-frames.server.ts"
import { newGeneration } from "../../support/new-generation.ts"

test("on the page without script each word hides the one before, and the last one goes", () => {
  const reading = new LiveReading("n0nce")
  expect(reading.end()).toBe("")
  expect(reading.tell({ done: 0, all: 16 })).toContain("正在读前文 0/16")
  const later = reading.tell({ done: 3, all: 16 })
  expect(later).toMatch(/^<style nonce="n0nce">#reading-1\{display:none\}<\/style><p id="reading-2"/)
  expect(later).toContain("正在读前文 3/16")
  expect(reading.tell({ done: 16, all: 16 })).toBe('<style nonce="n0nce">#reading-2{display:none}</style>')
  expect(reading.end()).toBe("")
})

test("readers of the writing process hear how far it is, those that come later and a reload too", () => {
  const generation = newGeneration()
  const frames = new FrameReader(generation, null)
  generation.apply({ type: "reading", done: 0, all: 3 })
  expect(frames.next()).toEqual({ type: "reading", done: 0, all: 3 })
  generation.apply({ type: "reading", done: 2, all: 3 })
  expect(frames.next()).toEqual({ type: "reading", done: 2, all: 3 })
  const late = new FrameReader(generation, { epoch: 1, offset: 0 })
  expect(late.next()).toEqual({ type: "reading", done: 2, all: 3 })
  expect(generation.snapshot().reading).toEqual({ done: 2, all: 3 })
  generation.conclude({ status: "stopped", failure: null })
  expect(generation.snapshot().reading).toBeNull()
})

test("readers of another process hear what is stored", () => {
  const generation = newGeneration()
  generation.row = { n: 1, epoch: 1 }
  const news = { epoch: 1, status: "running", failure: null, plan: null, beat: 0, cuts: [] } as const
  const frames = new FrameReader(generation, { epoch: 1, offset: 0 })
  const draft = [{ kind: "title" as const, text: "灯塔" }]
  frames.next()
  generation.follow({
    ...news,
    cuts: [],
    progress: { draft, reading: { done: 1, all: 9 } },
    from: 0,
    text: "",
  })
  expect(frames.next()).toEqual({ type: "reading", done: 1, all: 9 })
  expect(frames.next()).toEqual({ type: "draft", at: 0, lines: draft })
  expect(generation.snapshot()).toMatchObject({ draft, reading: { done: 1, all: 9 } })
})
