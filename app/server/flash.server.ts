import { createCookie } from "react-router"
import { createTypedCookie } from "remix-utils/typed-cookie"
import { z } from "zod"
import { env } from "./env.server.ts"

const FLASH_SECONDS = 60

const options = {
  path: "/",
  httpOnly: true,
  sameSite: "lax" as const,
  secure: env.APP_ORIGIN?.startsWith("https:") ?? false,
  secrets: [env.SESSION_SECRET],
}

const flashCookie = createTypedCookie({
  cookie: createCookie("flash", options),
  schema: z.string().max(40).nullable().catch(null),
})

/** The `Set-Cookie` value that makes the next page say a notice, by its name. */
export function flash(notice: string): Promise<string> {
  return flashCookie.serialize(notice, { maxAge: FLASH_SECONDS })
}

/** The notice that a redirect left for this page, and the `Set-Cookie` value that forgets it. */
export async function takeFlash(request: Request): Promise<{ notice: string; forget: string } | null> {
  const notice = await flashCookie.parse(request.headers.get("Cookie"))
  return notice ? { notice, forget: await flashCookie.serialize("", { maxAge: 0 }) } : null
}
