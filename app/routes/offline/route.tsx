import { site } from "#app/copy/site.ts"
import { buttonClass } from "#app/ui/button.tsx"
import { MessagePage } from "#app/ui/message-page.tsx"
import type { Route } from "./+types/route"

/** The service worker keeps this page, and shows it in place of one that could not be opened. */
export const handle = { script: false }

export const meta: Route.MetaFunction = () => [
  { title: `${site.offline.title} · ${site.name}` },
  { name: "robots", content: "noindex" },
]

export default function Offline() {
  return (
    <MessagePage title={site.offline.title} text={site.offline.text}>
      <button type="button" data-reload className={`${buttonClass("generate")} noscript:hidden`}>
        {site.offline.again}
      </button>
      <ul
        data-kept-novels={site.offline.none}
        className="kept-novels mt-4 basis-full divide-y divide-line text-start"
      />
      <script defer src="/behaviours.js" />
    </MessagePage>
  )
}
