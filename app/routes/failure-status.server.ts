import type { editFailureText, rewriteFailureText } from "#app/copy/editing.ts"
import type { generationLimitText } from "#app/copy/limits.ts"
import type { outlineProblemText } from "#app/copy/outline.ts"
import type { badRequestText } from "#app/copy/problems.ts"
import type { DeletionFailure } from "#app/domain/account.ts"
import { BAN_REASONS, type BanReason } from "#app/domain/ban/ban.ts"
import type { ImportFailure } from "#app/domain/forms/library.ts"
import type { Refusal, RequestProblem } from "#app/domain/generation-request.ts"
import type { MemoryRefusal } from "#app/domain/memory/story-memory.ts"
import type { NovelFailure, SharedNovelFailure } from "#app/domain/novel.ts"
import type { OutlineProblem } from "#app/domain/outline/outline.ts"
import type { AuthorPageFailure, ProfileFailure } from "#app/domain/profile.ts"
import type { TextFileFailure } from "#app/domain/reference/text-file.ts"
import type { ReportFailure } from "#app/domain/report.ts"

export type Failure =
  | DeletionFailure
  | NovelFailure
  | SharedNovelFailure
  | ProfileFailure
  | AuthorPageFailure
  | TextFileFailure
  | ReportFailure
  | ImportFailure
  | MemoryRefusal
  | "memory-writing"
  | RequestProblem
  | Refusal["reason"]
  | keyof typeof badRequestText
  | keyof typeof generationLimitText
  | OutlineProblem
  | keyof typeof outlineProblemText
  | keyof typeof editFailureText
  | keyof typeof rewriteFailureText
  /** The visitor requested a second mail within a minute. */
  | "too-soon"

const BANNED = Object.fromEntries(BAN_REASONS.map((reason) => [reason, 422])) as Record<BanReason, number>

/** The HTTP status of every failure. A failure means the same on every page, so it has one status. */
export const FAILURE_STATUS: Record<Failure, number> = {
  // The request is incomplete or malformed.
  malformed: 400,
  empty: 400,
  "credentials-missing": 400,
  "deletion-unconfirmed": 400,
  "email-invalid": 400,
  "password-too-short": 400,
  "password-too-long": 400,
  "password-weak": 400,
  "username-too-long": 400,
  "about-too-long": 400,
  "title-missing": 400,
  "title-too-long": 400,
  "content-missing": 400,
  "none-chosen": 400,
  "section-title-missing": 400,
  "section-title-too-long": 400,
  "paragraph-missing": 400,
  "paragraph-unknown": 400,
  "paragraph-fixed": 400,
  "wish-too-long": 400,
  "paragraph-ambiguous": 400,
  "id-invalid": 400,
  "reason-missing": 400,
  "note-too-long": 400,
  "prompt-missing": 400,
  "prompt-too-long": 400,
  "direction-malformed": 400,
  "level-unknown": 400,
  "length-unknown": 400,
  "reference-malformed": 400,
  "existing-malformed": 400,
  "existing-too-long": 400,
  "memory-name-missing": 400,
  "memory-name-too-long": 400,
  "memory-aliases-too-long": 400,
  "memory-fixed-too-long": 400,
  "memory-now-too-long": 400,
  "outline-field-too-long": 400,
  "outline-card-empty": 400,
  "outline-too-long": 400,
  "outline-changes-too-long": 400,
  "outline-too-many-cards": 400,
  "file-missing": 400,
  "zip-broken": 400,
  "not-a-library": 400,
  "library-newer": 400,
  method: 405,
  "too-large": 413,
  "text-too-large": 413,
  "content-too-long": 413,
  "file-too-large": 413,
  "zip-too-large": 413,
  "too-many-pixels": 413,
  "shelf-full": 413,
  "memory-full": 413,
  "memory-author-full": 413,
  "too-many-sections": 413,
  unsupported: 415,
  "unsupported-type": 415,
  binary: 415,
  "image-unsupported": 415,
  "not-a-zip": 415,
  "zip-encrypted": 415,

  // The visitor may not do this, or not yet.
  "credentials-wrong": 401,
  "session-expired": 401,
  "login-required": 401,
  "email-unconfirmed": 403,
  "level-above-ceiling": 403,
  "adult-unconfirmed": 403,
  "publishing-forbidden": 403,
  "text-taken-down": 403,
  ...BANNED,
  "beyond-level": 422,
  "too-many-attempts": 429,
  "saved-too-often": 429,
  "too-many-running": 429,
  "too-soon": 429,

  // The resource conflicts, does not exist, or no longer exists.
  "not-found": 404,
  "unknown-generation": 404,
  "section-gone": 409,
  "novel-changed": 409,
  "paragraph-changed": 409,
  "grown-elsewhere": 409,
  "draft-changed": 409,
  "email-taken": 409,
  "memory-name-taken": 409,
  "memory-changed": 409,
  "memory-writing": 409,
  "memory-gone": 410,
  "outline-begun": 409,
  "outline-over": 409,
  "still-writing": 409,
  "card-begun": 409,
  "link-expired": 410,
  "generation-gone": 410,
  "version-gone": 410,
  "taken-down": 410,

  // A service that the answer needs is down.
  "picture-busy": 503,
  unfinished: 503,
  "store-away": 503,
  "moderation-away": 503,
  "scan-busy": 503,
  "backend-missing": 503,
  "backend-down": 503,
}
