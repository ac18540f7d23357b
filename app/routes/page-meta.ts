import type { MetaDescriptor } from "react-router"
import { site } from "#app/copy/site.ts"

interface PublicPage {
  title: string
  /** The title in link previews, which show the site's name separately. */
  heading?: string
  description?: string
  /** The route's matches. The root's loader data has this site's public origin. */
  matches: readonly ({ pathname?: string; loaderData?: unknown } | undefined)[]
}

/** A public page's metadata for search engines and link previews. */
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
