import type { NovelFailure } from "#app/domain/novel.ts"

/** The HTTP status of every refusal about novels. */
export const NOVEL_FAILURE_STATUS: Record<NovelFailure, number> = {
  "login-required": 401,
  "title-missing": 400,
  "title-too-long": 400,
  "content-missing": 400,
  "content-too-long": 413,
  "shelf-full": 413,
  "generation-gone": 410,
  minor: 422,
  "real-person": 422,
  "beyond-level": 422,
  "moderation-away": 503,
  "scan-busy": 503,
  "not-found": 404,
  "taken-down": 403,
  "text-taken-down": 403,
  "too-many-attempts": 429,
  "backend-missing": 503,
  "backend-down": 503,
}
