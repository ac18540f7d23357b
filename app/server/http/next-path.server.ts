import { safeRedirect } from "remix-utils/safe-redirect"

const HERE = "http://here.invalid"

/** Where a visitor's `next` leads on this site, fit for a header; "/" where it leads to another one. */
export function nextPath(next: string | null): string {
  // Read as browsers do: they drop tabs and line ends, and "/\t/x" is another site then.
  const url = URL.parse(next ?? "", HERE)
  return url?.origin === HERE ? safeRedirect(url.pathname + url.search + url.hash, "/") : "/"
}
