import type { RouterContextProvider } from "react-router"
import { z } from "zod"
import { createSignedCookie } from "./signed-cookie.server.ts"
import { ownerOf } from "./visitor.server.ts"

type Context = Readonly<RouterContextProvider>

/** As long as the server has a generation. */
const DAY_SECONDS = 24 * 60 * 60
const IDS_MAX = 50

const movedSchema = z.object({ owner: z.string(), ids: z.array(z.string()) })
const movedCookie = createSignedCookie("moved", movedSchema, DAY_SECONDS)

/** The generations that this owner has moved into the account from this browser within a day. */
export async function findMovedIds(request: Request, context: Context): Promise<string[]> {
  const moved = await movedCookie.parse(request)
  return moved?.owner === ownerOf(context) ? moved.ids : []
}

/** Remembers these, too. */
export async function rememberMovedIds(request: Request, context: Context, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const others = (await findMovedIds(request, context)).filter((id) => !ids.includes(id))
  await movedCookie.keep(context, { owner: ownerOf(context), ids: [...ids, ...others].slice(0, IDS_MAX) })
}
