import { Writable } from "node:stream"
import { setImmediate as turn } from "node:timers/promises"
import { writeReadableStreamToWritable } from "@react-router/node"

const CHUNK_BYTES = 1_000
const STEP = 10_000

/** The same loop, but one listener for the whole stream instead of a race for each chunk. */
async function writeWithoutRace(stream, writable) {
  const reader = stream.getReader()
  writable.once("close", () => reader.cancel())
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return writable.end()
    if (!writable.write(value)) await new Promise((resolve) => writable.once("drain", resolve))
  }
}

for (const write of [writeReadableStreamToWritable, writeWithoutRace]) {
  let sent = 0
  const stream = new ReadableStream({
    async pull(controller) {
      await turn()
      controller.enqueue(new Uint8Array(CHUNK_BYTES))
      sent += 1
    },
  })
  const response = new Writable({ write: (_chunk, _encoding, done) => done() })
  write(stream, response).catch(() => {})
  let before = null
  for (let step = 1; step <= 4; step += 1) {
    while (sent < step * STEP) await turn()
    globalThis.gc()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    if (before) {
      const objects = Math.round((heapUsed - before.heapUsed) / STEP)
      const bytes = Math.round((arrayBuffers - before.arrayBuffers) / STEP)
      console.log(
        `${write.name}, ${sent} chunks: a chunk leaves ${objects} bytes of objects, ${bytes} of data`,
      )
    }
    before = { heapUsed, arrayBuffers }
  }
  response.destroy()
}
