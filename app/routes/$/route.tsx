import { data } from "react-router"
import { site } from "#app/copy/site.ts"
import { HomeLink } from "#app/ui/home-link.tsx"
import { MessagePage } from "#app/ui/message-page.tsx"
import type { Route } from "./+types/route"

export const meta: Route.MetaFunction = () => [{ title: `404 · ${site.name}` }]

export function loader() {
  return data(null, 404)
}

export function action() {
  return data(null, 404)
}

export default function NotFound() {
  return (
    <MessagePage title={site.notFound.title} text={site.notFound.text}>
      <HomeLink look="generate" />
    </MessagePage>
  )
}
