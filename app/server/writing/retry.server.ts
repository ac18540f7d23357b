import type { GenerationFailure } from "../../domain/generation.ts"
import type { WriterError, WriterErrorKind } from "./writer.server.ts"

const BACKOFF_FACTOR = 3
/** An endpoint that asks for more patience than this is busy, and the reader is told so. */
const RETRY_AFTER_MAX_MS = 60_000

export const FAILURE_BY_ERROR: Record<WriterErrorKind, GenerationFailure> = {
  refused: "refused",
  unauthorized: "unauthorized",
  busy: "busy",
  unreachable: "unreachable",
  misused: "internal",
}

/** Whether the same call may succeed a little later. */
export function isTransient(kind: WriterErrorKind): boolean {
  return kind === "busy" || kind === "unreachable"
}

/** How long to wait before this retry (1, 2, ...); null when the endpoint asks to come back much later. */
export function retryDelayMs(error: WriterError | null, retry: number, backoffMs: number): number | null {
  const asked = error?.retryAfterMs ?? null
  if (asked === null) return backoffMs * BACKOFF_FACTOR ** (retry - 1)
  return asked <= RETRY_AFTER_MAX_MS ? asked : null
}
