import { href } from "react-router"
import { site } from "../copy/site.ts"
import { buttonClass } from "./button.tsx"

/** The user menu of a visitor who is not signed in. */
export function LoginLink() {
  return (
    <a href={href("/login")} className={buttonClass("plain")}>
      {site.login}
    </a>
  )
}
