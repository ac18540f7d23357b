import { redirect } from "react-router"
import { readingSchema } from "#app/domain/forms/reading-form.ts"
import { refuse, refuseMethod } from "#app/routes/refuse.server.ts"
import { takeFields } from "#app/routes/take-form.server.ts"
import { nextPath } from "#app/server/http/next-path.server.ts"
import { keepReading } from "#app/server/visitor/reading-cookie.server.ts"
import type { Route } from "./+types/route"

/** Keeps the settings of reading, and leads back to the page that sent them. */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST") return refuse("method", { Allow: "POST" })
  const { back, stay, ...reading } = (await takeFields(request, readingSchema)).value
  await keepReading(context, reading)
  return stay ? new Response(null, { status: 204 }) : redirect(nextPath(back), 303)
}

export const loader = refuseMethod("POST")
