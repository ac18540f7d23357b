import type { IncomingHttpHeaders, IncomingMessage } from "node:http"
import { cookieName } from "./signed-cookie.server.ts"

const METHODS = ["GET", "HEAD"]
const PUBLIC_PAGES = /^\/(?:shared|authors)\/[^/?]+(?:\?|$)/
/** What a reader has chosen, which a public page shows. */
const SHOWN_COOKIES = ["reading"].map(cookieName)
/** Public pages are the same with and without these. A page that shows anything of one is not public. */
const UNSEEN_COOKIES = ["visitor", "device", "last", "moved", "recovery", "adult", "logged-out"].map(
  cookieName,
)

type Asking = Pick<IncomingHttpHeaders, "cookie" | "authorization">

/**
 * All that a public page may vary by in this request; null if the request asks for no public page or may show who
 * sends it. A cookie that is not known here may: a session, a notice, another site's on the same domain.
 */
export function publicPageKey({ method = "", url = "", headers }: IncomingMessage): string | null {
  if (!METHODS.includes(method) || !PUBLIC_PAGES.test(url) || hasBody(headers)) return null
  const shown = shownCookies(headers)
  if (shown === null) return null
  // The page names its own address. A header cannot hold a line break.
  const origin = [headers["x-forwarded-proto"], headers["x-forwarded-host"], headers.host]
  return [...origin, url, shown].join("\n")
}

/** Whether nothing in the request shows who sends it, so that everybody may get the same answer. */
export function isAnybodys({ headers }: Request): boolean {
  const [cookie, authorization] = [headers.get("Cookie"), headers.get("Authorization")]
  return shownCookies({ ...(cookie && { cookie }), ...(authorization && { authorization }) }) !== null
}

/** Whether the answer to this request may be shown to everybody. */
export function isPublicPage(request: Request): boolean {
  const { pathname, search } = new URL(request.url)
  return PUBLIC_PAGES.test(pathname + search) && isAnybodys(request)
}

/** The cookies that public pages show; null if there is any that they don't know. */
function shownCookies({ cookie = "", authorization }: Asking): string | null {
  if (authorization !== undefined) return null
  if (cookie === "") return ""
  const shown: string[] = []
  for (const pair of cookie.split(";").map((part) => part.trim())) {
    const [name = ""] = pair.split("=", 1)
    if (SHOWN_COOKIES.includes(name)) shown.push(pair)
    else if (pair !== "" && !UNSEEN_COOKIES.includes(name)) return null
  }
  return shown.join(";")
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined
}
