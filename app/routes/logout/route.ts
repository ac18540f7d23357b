import { redirectDocument } from "react-router"
import { logoutSchema } from "#app/domain/forms/account-forms.ts"
import { refuseMethod } from "#app/routes/refuse.server.ts"
import { takeFields } from "#app/routes/take-form.server.ts"
import { signOut } from "#app/server/account/account.server.ts"
import { flash } from "#app/server/visitor/flash.server.ts"
import type { Route } from "./+types/route"

export async function action({ request, context }: Route.ActionArgs) {
  const { value } = await takeFields(request, logoutSchema)
  const everywhere = value.scope === "everywhere"
  const signedOut = await signOut(context, everywhere ? "global" : "local")
  const notice = !signedOut.ok ? "logoutFailed" : everywhere ? "loggedOutEverywhere" : "loggedOut"
  await flash(context, notice)
  // Clears the browser's cached pages of the account, so that the back button does not show them.
  const headers = { "Clear-Site-Data": '"cache"' }
  // A full page load, so that no account data stays in this page's memory.
  return redirectDocument("/", { status: 303, headers })
}

export const loader = refuseMethod("POST")
