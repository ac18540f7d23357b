import { formatCursor } from "#app/domain/generation.ts"
import type { GenerationFrame } from "#app/domain/generation-frame.ts"
import { describeError, log } from "#app/server/log/log.server.ts"
import type { GenerationFeed } from "./generations.server.ts"

const RETRY_MS = 1_500

/** Forbids proxies and browsers to buffer, change, cache or index a live stream. */
export const LIVE_HEADERS = {
  "Cache-Control": "private, no-store, no-transform",
  "X-Accel-Buffering": "no",
  "X-Robots-Tag": "noindex",
  "Referrer-Policy": "no-referrer",
}

/** Encodes frames as server-sent events. A text event's id is the cursor after it, for `Last-Event-ID`. */
export function streamEvents(followed: GenerationFeed, leave: AbortController): ReadableStream<Uint8Array> {
  return streamText(encodeEvents(followed), leave)
}

/** The whole body for a generation that does not exist, because an `EventSource` cannot read a status. */
export const GONE_EVENT = `event: ${"gone" satisfies GenerationFrame["type"]}\ndata: {}\n\n`

/**
 * A response body that pulls the next piece only after the last one was written, so that a stalled reader costs no
 * memory. It closes on an error instead of failing, and the reader reconnects. Aborts `leave` if the reader leaves.
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

async function* encodeEvents(followed: GenerationFeed): AsyncGenerator<string, void> {
  yield `retry: ${RETRY_MS}\n\n`
  for await (const { type, ...data } of followed.frames) {
    const offset = "text" in data ? data.at + data.text.length : null
    const id = offset === null ? "" : `id: ${formatCursor({ epoch: followed.epoch, offset })}\n`
    yield `${id}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`
  }
}
