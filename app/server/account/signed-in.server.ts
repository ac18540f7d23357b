import type { SupabaseClient } from "@supabase/supabase-js"
import type { RouterContextProvider } from "react-router"
import type { Account } from "../../domain/account.ts"
import { type Outcome, refusal, success } from "../../domain/outcome.ts"
import type { Database } from "../database.types.ts"
import { backendState, findAccount, supabaseOf } from "../session.server.ts"

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

/** What a failed query means to the visitor. One that means nothing to him is thrown. */
export function accessFailure(error: Error, status: number): AccessFailure {
  if (status === 0 || status === 408 || status === 429 || status >= 502) return "backend-down"
  if (status === UNAUTHORIZED) return "login-required"
  throw error
}
