import type { MetaDescriptor } from "react-router"
import { site } from "#app/copy/site.ts"

/** The picture of links that have none of their own. */
export const SITE_PICTURE = "/share.png"
/** The pictures of links have one size. */
const PICTURE_SIZE = { width: "1200", height: "630" }

interface PublicPage {
  title: string
  /** The title in link previews, which show the site's name separately. */
  heading?: string
  description?: string
  /** The picture's path, and what it shows. */
  picture?: { path: string; shows: string }
  type?: "website" | "article" | "profile"
  /** The page's path with its query, where several pages share a path. */
  path?: string | undefined
  /** The route's matches. The root's loader data has this site's public origin. */
  matches: readonly ({ pathname?: string; loaderData?: unknown } | undefined)[]
}

/** A public page's metadata for search engines and link previews. */
export function pageMeta({
  title,
  heading = title,
  description = site.description,
  picture = { path: SITE_PICTURE, shows: site.title },
  type = "website",
  path,
  matches,
}: PublicPage): MetaDescriptor[] {
  const address = publicAddress(matches, path)
  return [
    { title },
    { name: "description", content: description },
    { property: "og:site_name", content: site.name },
    { property: "og:locale", content: "zh_CN" },
    { property: "og:type", content: type },
    { property: "og:title", content: heading },
    { property: "og:description", content: description },
    { name: "twitter:card", content: "summary_large_image" },
    { name: "twitter:title", content: heading },
    { name: "twitter:description", content: description },
    ...(address ? placedMeta(address, picture) : []),
  ]
}

/** A page's address, without a query unless its path is given with one; null if the origin is unknown. */
export function publicAddress(
  matches: PublicPage["matches"],
  path = matches.at(-1)?.pathname ?? "/",
): URL | null {
  const { origin } = (matches[0]?.loaderData ?? {}) as { origin?: string }
  return origin ? new URL(path, origin) : null
}

/** What needs whole addresses. */
function placedMeta(address: URL, picture: { path: string; shows: string }): MetaDescriptor[] {
  const source = new URL(picture.path, address).href
  return [
    { tagName: "link", rel: "canonical", href: address.href },
    { property: "og:url", content: address.href },
    { property: "og:image", content: source },
    { property: "og:image:type", content: "image/png" },
    { property: "og:image:width", content: PICTURE_SIZE.width },
    { property: "og:image:height", content: PICTURE_SIZE.height },
    { property: "og:image:alt", content: picture.shows },
    { name: "twitter:image", content: source },
    { name: "twitter:image:alt", content: picture.shows },
  ]
}
