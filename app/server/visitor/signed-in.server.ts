import type { SupabaseClient } from "@supabase/supabase-js"
import type { RouterContextProvider } from "react-router"
import type { Account } from "#app/domain/account.ts"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { describeError, log } from "#app/server/log/log.server.ts"
import type { Database } from "#app/server/supabase/database.types.ts"
import { backendState, findAccount, supabaseOf } from "./session.server.ts"

export type AccessFailure = "login-required" | "backend-missing" | "backend-down"

/** The signed-in account and its client, or why there is none. */
export function findSignedIn(
  context: Readonly<RouterContextProvider>,
): Outcome<{ account: Account; supabase: SupabaseClient<Database> }, AccessFailure> {
  const account = findAccount(context)
  // A client takes a good part of what a small answer takes, so nobody without an account gets one.
  const supabase = account && supabaseOf(context)
  if (account && supabase) return success({ account, supabase })
  const state = backendState(context)
  return refusal(state === "ready" ? "login-required" : `backend-${state}`)
}

const UNAUTHORIZED = 401
const SERVER_ERROR = 500

/**
 * Translates a failed query of an account, and throws errors that the visitor can do nothing about. A 401 without a
 * code means that Supabase refused our own key, not that the session ended. A 500 may be a full disk.
 */
export function accessFailure(error: Error, status: number): AccessFailure {
  if (status === UNAUTHORIZED && "code" in error && error.code) return "login-required"
  if (status === 0 || status === 408 || status === 429) return "backend-down"
  if (status !== UNAUTHORIZED && status < SERVER_ERROR) throw error
  log("error", "Supabase refused a query", { status, error: describeError(error) })
  return "backend-down"
}

/** Translates a failed query that needs no account, so that it never asks the visitor to sign in. */
export function serverFailure(error: Error, status: number): "backend-down" {
  accessFailure(error, status)
  return "backend-down"
}
