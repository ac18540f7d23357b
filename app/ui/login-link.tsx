import { href } from "react-router"
import { site } from "#app/copy/site.ts"
import { buttonClass } from "./button.tsx"

/** The user menu of a visitor who is not signed in. */
export function LoginLink() {
  return (
    <a href={href("/login")} className={buttonClass("plain")}>
      {site.login}
    </a>
  )
}

/** Marks a link to the login page which, where there is script, opens the dialog over this page instead. */
export const OPENS_LOGIN = "data-opens-login"

/** A way to log in at the place that wants it; it leads back to `next`. */
export function LoginFor({ next }: { next: string }) {
  return (
    <a
      href={`${href("/login")}?${new URLSearchParams({ next })}`}
      className={`${buttonClass("generate")} pointer-events-auto`}
      {...{ [OPENS_LOGIN]: "" }}
    >
      {site.login}
    </a>
  )
}
