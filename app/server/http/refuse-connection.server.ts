import { STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import { log } from "#app/server/log/log.server.ts"
import { recordRequest } from "#app/server/log/request-record.server.ts"
import { securityHeaders } from "./security-headers.server.ts"

const STATUS: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

const LINGER_MS = 500

/** Ends a connection whose request was no HTTP, or came too slowly; it is answered where no other answer has begun. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Duplex, hasBegun: boolean): void {
  if (error.code === "ECONNRESET" || !socket.writable || hasBegun) {
    socket.destroy()
    return
  }
  const status = STATUS[error.code ?? ""] ?? 400
  recordRequest(undefined, ({ id }) => {
    const headers = { ...securityHeaders({ headers: {} }), "X-Request-Id": id, "Content-Length": "0" }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const answer = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n${lines.join("")}\r\n`
    // Closed on what is still being sent, a connection is reset, and the answer lost with it. An end alone is
    // only our half: the other side could go on sending for ever.
    socket.end(answer)
    socket.resume()
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
    log("warn", "request", { route: null, status, code: error.code })
  })
}
