import { STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import { log } from "#app/server/log/log.server.ts"
import { closeRecord, openRecord, withRecord } from "#app/server/log/request-record.server.ts"
import { securityHeaders } from "./security-headers.server.ts"

const STATUS: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

const LINGER_MS = 500

/** Closes a connection whose request was malformed or too slow; answers it first unless a response `hasBegun`. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Duplex, hasBegun: boolean): void {
  if (error.code === "ECONNRESET" || !socket.writable || hasBegun) {
    socket.destroy()
    return
  }
  const status = STATUS[error.code ?? ""] ?? 400
  const record = openRecord(undefined)
  withRecord(record, () => {
    const headers = { ...securityHeaders({ headers: {} }), "X-Request-Id": record.id, "Content-Length": "0" }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const answer = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n${lines.join("")}\r\n`
    // Destroying the socket while the client still sends would reset the connection and lose the answer. `end`
    // closes only our half, so the timer stops a client that would send for ever.
    socket.end(answer)
    socket.resume()
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
    log("warn", "request", { route: null, status, code: error.code })
  })
  closeRecord(record)
}
