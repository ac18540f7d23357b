import { type AuthError, isAuthRetryableFetchError, isAuthSessionMissingError } from "@supabase/supabase-js"
import type { AccountFailure } from "#app/domain/account.ts"

const BY_CODE: Record<string, AccountFailure> = {
  invalid_credentials: "credentials-wrong",
  user_banned: "credentials-wrong",
  email_not_confirmed: "email-unconfirmed",
  user_already_exists: "email-taken",
  email_exists: "email-taken",
  email_address_invalid: "email-invalid",
  weak_password: "password-weak",
  otp_expired: "link-expired",
  flow_state_expired: "link-expired",
  over_request_rate_limit: "too-many-attempts",
  over_email_send_rate_limit: "too-many-attempts",
  bad_jwt: "session-expired",
  session_expired: "session-expired",
  session_not_found: "session-expired",
  refresh_token_not_found: "session-expired",
  refresh_token_already_used: "session-expired",
  user_not_found: "session-expired",
}

/** Translates a Supabase auth error. Throws errors that the visitor can do nothing about. */
export function accountFailure(error: AuthError): AccountFailure {
  const failure = accountFailureOrNull(error)
  if (!failure) throw error
  return failure
}

/** Translates a Supabase auth error; null if the visitor can do nothing about it. */
export function accountFailureOrNull(error: AuthError): AccountFailure | null {
  if (isAuthRetryableFetchError(error)) return "backend-down"
  if (isAuthSessionMissingError(error)) return "session-expired"
  const known = BY_CODE[error.code ?? ""]
  if (known) return known
  if (error.status === 429) return "too-many-attempts"
  // A 401 without a code does not concern the visitor: Supabase refused our own key.
  return error.status === 401 && !error.code ? "backend-down" : null
}
