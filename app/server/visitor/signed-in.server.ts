import type { SupabaseClient } from "@supabase/supabase-js"
import type { RouterContextProvider } from "react-router"
import type { Account } from "#app/domain/account.ts"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { describeError, log } from "#app/server/log/log.server.ts"
import type { Database } from "#app/server/supabase/database.types.ts"
import { backendState, findAccount, supabaseOf } from "./session.server.ts"

export type AccessFailure = "login-required" | "backend-missing" | "backend-down"

/** The account and its client, or why there is none. */
export function findSignedIn(
  context: Readonly<RouterContextProvider>,
): Outcome<{ account: Account; supabase: SupabaseClient<Database> }, AccessFailure> {
  const supabase = supabaseOf(context)
  if (!supabase) return refusal("backend-missing")
  const account = findAccount(context)
  if (account) return success({ account, supabase })
  return refusal(backendState(context) === "down" ? "backend-down" : "login-required")
}

const UNAUTHORIZED = 401
const SERVER_ERROR = 500

/**
 * What a failed query of an account's means to the visitor. One that means nothing to him is thrown. That our own key
 * is refused is no session's end: such an answer has no code. A full disk is a 500.
 */
export function accessFailure(error: Error, status: number): AccessFailure {
  if (status === UNAUTHORIZED && "code" in error && error.code) return "login-required"
  if (status === 0 || status === 408 || status === 429) return "backend-down"
  if (status !== UNAUTHORIZED && status < SERVER_ERROR) throw error
  log("error", "Supabase refused a query", { status, error: describeError(error) })
  return "backend-down"
}

/** What it means where no account asked: nobody has to sign in for that. */
export function serverFailure(error: Error, status: number): "backend-down" {
  accessFailure(error, status)
  return "backend-down"
}
