import type { MetaDescriptor } from "react-router"
import { site } from "#app/copy/site.ts"

interface PublicPage {
  title: string
  /** As a chat shows it, where the site's name stands beside it. */
  heading?: string
  description?: string
  /** The route's matches: the first of them knows where visitors find this site. */
  matches: readonly ({ pathname?: string; loaderData?: unknown } | undefined)[]
}

/** What a public page says of itself to search engines, and to chats that preview its link. */
export function pageMeta({
  title,
  heading = title,
  description = site.description,
  matches,
}: PublicPage): MetaDescriptor[] {
  const { origin } = (matches[0]?.loaderData ?? {}) as { origin?: string }
  const path = matches.at(-1)?.pathname ?? "/"
  return [
    { title },
    { name: "description", content: description },
    { property: "og:site_name", content: site.name },
    { property: "og:type", content: "website" },
    { property: "og:title", content: heading },
    { property: "og:description", content: description },
    ...(origin
      ? [
          { property: "og:url", content: new URL(path, origin).href },
          { property: "og:image", content: new URL("/share.png", origin).href },
        ]
      : []),
  ]
}
