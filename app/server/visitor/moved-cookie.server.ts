import type { RouterContextProvider } from "react-router"
import { z } from "zod"
import { createSignedCookie } from "./signed-cookie.server.ts"
import { ownerOf } from "./visitor.server.ts"

/** As long as the server has a generation. */
const DAY_SECONDS = 24 * 60 * 60

const movedCookie = createSignedCookie(
  "moved",
  z.object({ owner: z.string(), at: z.iso.datetime() }),
  DAY_SECONDS,
)

/** When this owner last moved everything into the account that the server knows; null if not within a day. */
export async function findLastMove(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<string | null> {
  const last = await movedCookie.parse(request)
  return last?.owner === ownerOf(context) ? last.at : null
}

/** Remembers that this owner did so now. */
export function rememberMove(context: Readonly<RouterContextProvider>, at: Date): Promise<void> {
  return movedCookie.keep(context, { owner: ownerOf(context), at: at.toISOString() })
}
