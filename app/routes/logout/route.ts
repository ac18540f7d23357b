import { redirect } from "react-router"
import { signOut } from "../../server/account/account.server.ts"
import { flash } from "../../server/flash.server.ts"
import { refuseMethod } from "../refuse.server.ts"
import type { Route } from "./+types/route"

export async function action({ context }: Route.ActionArgs) {
  await signOut(context)
  return redirect("/", { status: 303, headers: { "Set-Cookie": await flash("loggedOut") } })
}

export const loader = refuseMethod("POST")
