import { data, href } from "react-router"
import { site } from "../../copy/site.ts"
import { buttonClass } from "../../ui/button.tsx"
import { MessagePage } from "../../ui/message-page.tsx"
import type { Route } from "./+types/route"

export const meta: Route.MetaFunction = () => [{ title: `${site.nav.library} · ${site.name}` }]

export function loader() {
  return data(null, 401)
}

export default function Profile() {
  return (
    <MessagePage title={site.loginRequired.title} text={site.loginRequired.text}>
      <a href={href("/")} className={buttonClass("generate")}>
        {site.loginRequired.back}
      </a>
    </MessagePage>
  )
}
