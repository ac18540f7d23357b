import { randomUUID } from "node:crypto"
import type { MiddlewareFunction, RouterContextProvider } from "react-router"
import { isForEverybody } from "#app/server/http/cached-answers.server.ts"
import { describeError, log } from "#app/server/log/log.server.ts"
import { backendState, findAccount, hasSignedOut } from "#app/server/visitor/session.server.ts"
import {
  lastCookie,
  ownerFor,
  type Visitor,
  visitorContext,
  visitorCookie,
} from "#app/server/visitor/visitor.server.ts"
import { listFollowed } from "./follow-stored.server.ts"
import { storeCarriedGenerations } from "./generation-rows.server.ts"
import { listActive } from "./storage-loop.server.ts"

/**
 * Gives every visitor a signed, random id, and a new one whenever someone signs in or out, so that nobody inherits
 * the id of the browser's previous user. Generations from before a sign-in move to the account. Runs inside
 * `sessionMiddleware`.
 */
export const visitorMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const brought = await visitorCookie.parse(request)
  const before = await followSession(context, brought)
  context.set(visitorContext, before)

  const response = await next()
  const after = await followSession(context, before)
  // A page for everybody carries nobody's cookie; the next page of another kind does.
  if (after !== brought && !isForEverybody(response.headers)) await visitorCookie.keep(context, after)
  if (hasSignedOut(context)) await lastCookie.forget(context)
  else if (brought?.account === null && after.account !== null)
    await carryLast(request, context, brought, after)
  return response
}

/** The same visitor if the session has not changed, otherwise a new one. */
async function followSession(
  context: Readonly<RouterContextProvider>,
  visitor: Visitor | null,
): Promise<Visitor> {
  const account = findAccount(context)?.id ?? null
  const next = { id: randomUUID(), account }
  if (!visitor || hasSignedOut(context)) return next
  // While Supabase is down and nobody knows who is signed in, visitors keep their id.
  if (visitor.account === account || backendState(context) === "down") return visitor
  const carries = visitor.account === null
  return !carries || (await carryGenerations(ownerFor(visitor), ownerFor(next))) ? next : visitor
}

/** Gives all generations of one owner to another. False if the database failed; nothing has changed then. */
async function carryGenerations(from: string, to: string): Promise<boolean> {
  try {
    await storeCarriedGenerations(from, to)
  } catch (error) {
    log("error", "generations were not handed on", { error: describeError(error) })
    return false
  }
  const followed = listFollowed().filter(({ owner }) => owner === from)
  for (const generation of [...listActive(from), ...followed]) generation.owner = to
  return true
}

/** Moves the cookie of the last generation to the account that the visitor signed in to. */
async function carryLast(
  request: Request,
  context: Readonly<RouterContextProvider>,
  from: Visitor,
  to: Visitor,
): Promise<void> {
  const last = await lastCookie.parse(request)
  if (last?.owner === ownerFor(from)) await lastCookie.keep(context, { ...last, owner: ownerFor(to) })
}
