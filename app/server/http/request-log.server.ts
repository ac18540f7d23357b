import type { IncomingMessage, ServerResponse } from "node:http"
import { type Level, log } from "#app/server/log/log.server.ts"
import { closeRecord, recordRequest } from "#app/server/log/request-record.server.ts"
import { countRequest } from "#app/server/metrics/metrics.server.ts"

/**
 * Logs one line per request when its response has ended, which may be hours later for a stream.
 */
export function logRequests(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  const startedAt = performance.now()
  const { socket, method } = request
  const bytesBefore = socket.bytesWritten
  recordRequest(request.headers["x-request-id"], (record) => {
    response.once("close", () => {
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
    next()
  })
}

function levelOf(status: number): Level {
  if (status >= 500) return "error"
  return status >= 400 ? "warn" : "info"
}
