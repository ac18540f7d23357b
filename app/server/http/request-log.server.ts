import type { IncomingMessage, ServerResponse } from "node:http"
import { type Level, log } from "#app/server/log/log.server.ts"
import { closeRecord, openRecord, type RequestRecord } from "#app/server/log/request-record.server.ts"
import { countRequest } from "#app/server/metrics/metrics.server.ts"

/**
 * Begins a request's record, and logs one line when its response has ended, which may be hours later for a stream.
 */
export function logRequest(request: IncomingMessage, response: ServerResponse): RequestRecord {
  const startedAt = performance.now()
  const { socket, method } = request
  const bytesBefore = socket.bytesWritten
  const record = openRecord(request.headers["x-request-id"])
  response.on("close", () => {
    closeRecord(record)
    countRequest(record.route, response.statusCode)
    log(levelOf(response.statusCode), "request", {
      requestId: record.id,
      method,
      route: record.route,
      status: response.statusCode,
      durationMs: Math.round(performance.now() - startedAt),
      bytes: socket.bytesWritten - bytesBefore,
      ...(!response.writableFinished && { isCut: true }),
    })
  })
  return record
}

function levelOf(status: number): Level {
  if (status >= 500) return "error"
  return status >= 400 ? "warn" : "info"
}
