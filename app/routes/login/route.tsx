import { href } from "react-router"
import { site } from "../../copy/site.ts"
import { buttonClass } from "../../ui/button.tsx"
import { MessagePage } from "../../ui/message-page.tsx"
import type { Route } from "./+types/route"

export const meta: Route.MetaFunction = () => [{ title: `${site.login} · ${site.name}` }]

export default function Login() {
  return (
    <MessagePage title={site.loginSoon.title} text={site.loginSoon.text}>
      <a href={href("/")} className={buttonClass("generate")}>
        {site.loginRequired.back}
      </a>
    </MessagePage>
  )
}
