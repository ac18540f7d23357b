import { expect, test } from "vitest"
import { streamText } from "#app/server/generation/event-stream.server.ts"

test("a piece is made when the last one was taken: a reader that stops costs no memory", async () => {
  let made = 0
  async function* pieces() {
    for (;;) {
      made += 1
      yield "字".repeat(1_000)
    }
  }
  const reader = streamText(pieces(), new AbortController()).getReader()
  await new Promise(setImmediate)
  expect(made).toBe(0)
  await reader.read()
  await reader.read()
  await new Promise(setImmediate)
  expect(made).toBe(2)
})

test("whoever leaves is known to have left, also between two pieces", async () => {
  async function* pieces() {
    yield "一"
    yield "二"
  }
  const leave = new AbortController()
  const reader = streamText(pieces(), leave).getReader()
  await reader.read()
  await reader.cancel()
  expect(leave.signal.aborted).toBe(true)
})

test("a stream whose pieces fail closes, so that its reader comes back", async () => {
  async function* pieces() {
    yield "一"
    throw new Error("gone")
  }
  const reader = streamText(pieces(), new AbortController()).getReader()
  expect((await reader.read()).done).toBe(false)
  expect((await reader.read()).done).toBe(true)
})
