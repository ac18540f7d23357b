import type { GenerationFailure } from "#app/domain/generation.ts"
import type { WriterError, WriterErrorKind } from "./writer.server.ts"

/** How often the same call is tried again without progress. */
export const RETRIES_MAX = 2
const BACKOFF_FACTOR = 3
/** When an endpoint asks for a longer wait than this, the novel fails as busy. */
const RETRY_AFTER_MAX_MS = 60_000

/** What readers are told of an error that ends the novel. */
export const FAILURE_BY_ERROR: Record<WriterErrorKind, GenerationFailure> = {
  refused: "refused",
  unauthorized: "unauthorized",
  busy: "busy",
  unreachable: "unreachable",
  misused: "internal",
  overflow: "internal",
}

/** Whether the same call may succeed on a retry. */
export function isTransient(kind: WriterErrorKind): boolean {
  return kind === "busy" || kind === "unreachable"
}

/**
 * The wait before this retry (1, 2, ...) in milliseconds; null when a retry would not help, when there were
 * enough, or when the endpoint asks for too long a wait.
 */
export function retryDelayMs(error: WriterError, retry: number, backoffMs: number): number | null {
  if (!isTransient(error.kind) || retry > RETRIES_MAX) return null
  const asked = error.retryAfterMs
  if (asked === null) return backoffMs * BACKOFF_FACTOR ** (retry - 1)
  return asked <= RETRY_AFTER_MAX_MS ? asked : null
}
