import { formatCursor } from "#app/domain/generation.ts"
import type { GenerationFrame } from "#app/domain/generation-frame.ts"
import { describeError, log } from "#app/server/log/log.server.ts"
import type { Followed } from "./generations.server.ts"

const RETRY_MS = 1_500

/** Nothing between us and the reader may hold, change, keep or index what is being written. */
export const LIVE_HEADERS = {
  "Cache-Control": "private, no-store, no-transform",
  "X-Accel-Buffering": "no",
  "X-Robots-Tag": "noindex",
  "Referrer-Policy": "no-referrer",
}

/** Frames as server-sent events. A text's id is the cursor behind it, for `Last-Event-ID`. */
export function streamEvents(followed: Followed, leave: AbortController): ReadableStream<Uint8Array> {
  return streamText(encodeEvents(followed), leave)
}

/** All that a reader of what is not there is sent: an `EventSource` cannot see a status. */
export const GONE_EVENT = `event: ${"gone" satisfies GenerationFrame["type"]}\ndata: {}\n\n`

/**
 * A response body that takes the next piece only when the last one was written, so that a reader
 * who stops reading costs no memory. It never errors: it closes, and the reader comes back.
 */
export function streamText(
  pieces: AsyncIterator<string> | Iterator<string>,
  leave: AbortController,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await pieces.next()
          if (leave.signal.aborted) return
          if (done) controller.close()
          else controller.enqueue(encoder.encode(value))
        } catch (error) {
          if (leave.signal.aborted) return
          log("error", "a stream ended early", { error: describeError(error) })
          controller.close()
        }
      },
      cancel() {
        leave.abort()
      },
    },
    { highWaterMark: 0 },
  )
}

async function* encodeEvents(followed: Followed): AsyncGenerator<string, void> {
  yield `retry: ${RETRY_MS}\n\n`
  for await (const { type, ...data } of followed.frames) {
    const offset = "text" in data ? data.at + data.text.length : null
    const id = offset === null ? "" : `id: ${formatCursor({ epoch: followed.epoch, offset })}\n`
    yield `${id}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`
  }
}
