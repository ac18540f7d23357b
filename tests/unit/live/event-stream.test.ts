import { expect, test } from "vitest"
import { streamText } from "#app/server/generation/event-stream.server.ts"

test("makes a chunk only once the last one was read, so a stalled reader costs no memory", async () => {
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

test("notices a reader that leaves, also between two chunks", async () => {
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

test("closes a stream whose source fails, so that its reader reconnects", async () => {
  async function* pieces() {
    yield "一"
    throw new Error("gone")
  }
  const reader = streamText(pieces(), new AbortController()).getReader()
  expect((await reader.read()).done).toBe(false)
  expect((await reader.read()).done).toBe(true)
})
