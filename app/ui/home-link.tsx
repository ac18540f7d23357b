import { href } from "react-router"
import { site } from "#app/copy/site.ts"
import { type ButtonLook, buttonClass } from "./button.tsx"

/** Leads home by a full page load, which works where a page has no script or has failed. */
export function HomeLink({ look = "plain" }: { look?: ButtonLook }) {
  return (
    <a href={href("/")} className={buttonClass(look)}>
      {site.backHome}
    </a>
  )
}
