import { redirect } from "react-router"

/** The list of one's novels needs an account; until there are accounts, everyone is sent home. */
export function loader() {
  return redirect("/?notice=login-to-list")
}
