import { safeRedirect } from "remix-utils/safe-redirect"

const HERE = "http://here.invalid"

/** The path on this site that a `next` parameter leads to, safe for a header; "/" if it leads to another site. */
export function nextPath(next: string | null): string {
  // Parse it as browsers do: they drop tabs and line ends, which makes "/\t/x" an address on another site.
  const url = URL.parse(next ?? "", HERE)
  return url?.origin === HERE ? safeRedirect(url.pathname + url.search + url.hash, "/") : "/"
}
