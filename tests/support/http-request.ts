import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http"
import { connect } from "node:net"

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

export interface Asked {
  method?: string
  headers?: OutgoingHttpHeaders
  body?: string | Uint8Array
  /** Stops reading an answer that does not end by itself. */
  readBytes?: number
}

/** Sends one request with exactly these headers, which `fetch` would not do. */
export function ask(url: string, { method, headers, body, readBytes }: Asked = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: method ?? "GET", headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      const finish = () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString("utf8"),
        })
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk)
        bytes += chunk.length
        if (readBytes && bytes >= readBytes) response.destroy()
      })
      response.on("close", finish)
    })
    sent.on("error", reject)
    sent.end(body)
  })
}

/** Sends bytes on a socket, in pieces, and returns all that is answered until the server closes it. */
export function askRaw(origin: string, pieces: (string | Uint8Array)[]): Promise<string> {
  return new Promise((resolve) => {
    let answer = ""
    const socket = connect(Number(new URL(origin).port), "localhost")
    socket.on("data", (piece) => (answer += piece.toString("latin1")))
    // A server that answers and closes may reset what is still being sent.
    socket.on("error", () => {})
    socket.on("close", () => resolve(answer))
    socket.on("connect", () => {
      for (const piece of pieces) socket.write(piece)
    })
  })
}
