const SOME_TEXT = /"(?:content|text)"\s*:\s*"[^"]/

/** One call to a model as it went over the line. */
export interface Exchange {
  sent: Record<string, unknown>
  /** Null when nothing came back. */
  status: number | null
  contentType: string
  /** What came back, as it arrived. */
  body: string
  /** How long after its first text the last one arrived. */
  textMs: number
}

/** A line to an endpoint that keeps what goes over it, whatever becomes of it further on. */
export class WatchedLine {
  /** The calls, without the questions about the endpoint. */
  readonly calls: Exchange[] = []

  fetch: typeof fetch = async (input, init) => {
    if (init?.method?.toUpperCase() !== "POST") return fetch(input, init)
    const call = { sent: bodyOf(init), status: null, contentType: "", body: "", textMs: 0 }
    const exchange: Exchange = call
    this.calls.push(exchange)
    const response = await fetch(input, init)
    const { status, statusText, headers } = response
    exchange.status = status
    exchange.contentType = headers.get("content-type") ?? ""
    return new Response(response.body && watched(response.body, exchange), { status, statusText, headers })
  }
}

function bodyOf({ body }: RequestInit): Record<string, unknown> {
  return typeof body === "string" ? JSON.parse(body) : {}
}

/** Reads at once, because the reader's own pauses would hide when a piece arrived. */
function watched(body: ReadableStream<Uint8Array>, exchange: Exchange): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let firstAt: number | null = null
  const take = (piece: Uint8Array) => {
    const text = decoder.decode(piece, { stream: true })
    exchange.body += text
    if (!SOME_TEXT.test(text)) return
    firstAt ??= performance.now()
    exchange.textMs = performance.now() - firstAt
  }
  return new ReadableStream<Uint8Array>({
    async start(controller) {
      try {
        for (let read = await reader.read(); !read.done; read = await reader.read()) {
          take(read.value)
          controller.enqueue(read.value)
        }
        controller.close()
      } catch (error) {
        controller.error(error)
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
