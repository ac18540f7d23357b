import type { AccountFailure } from "#app/domain/account.ts"

/** The HTTP status of every refusal about accounts. */
export const ACCOUNT_FAILURE_STATUS: Record<AccountFailure, number> = {
  "credentials-missing": 400,
  "credentials-wrong": 401,
  "email-invalid": 400,
  "email-unconfirmed": 403,
  "email-taken": 409,
  "password-too-short": 400,
  "password-too-long": 400,
  "password-weak": 400,
  "link-expired": 410,
  "too-many-attempts": 429,
  "session-expired": 401,
  "backend-missing": 503,
  "backend-down": 503,
}
