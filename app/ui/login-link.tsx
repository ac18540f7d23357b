import { href } from "react-router"
import { site } from "#app/copy/site.ts"
import { loginPath } from "#app/domain/paths.ts"
import { buttonClass } from "./button.tsx"

/** The user menu of a visitor who is not signed in. */
export function LoginLink() {
  return (
    <a href={href("/login")} className={buttonClass("plain")}>
      {site.login}
    </a>
  )
}

/** A link that leaves this page, and what was typed, where it is. */
export function LoginElsewhere({ next }: { next: string }) {
  return (
    <a
      href={loginPath({ next })}
      target="_blank"
      rel="noreferrer"
      className={`${buttonClass("plain")} self-start`}
    >
      {site.loginElsewhere}
    </a>
  )
}

/** Marks a link to the login page that opens the login dialog instead if there is script. */
export const OPENS_LOGIN = "data-opens-login"

/** A link to log in, which returns to `next` afterwards. */
export function LoginFor({ next, look = "generate" }: { next: string; look?: "generate" | "plain" }) {
  return (
    <a
      href={loginPath({ next })}
      className={`${buttonClass(look)} pointer-events-auto`}
      {...{ [OPENS_LOGIN]: "" }}
    >
      {site.login}
    </a>
  )
}
