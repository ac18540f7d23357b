import { hash } from "node:crypto"
import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from "node:http"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import fresh from "fresh"
import Negotiator from "negotiator"
import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router"
import { type RequestRecord, requestHeaders, requestRoute } from "#app/server/log/request-record.server.ts"
import {
  beginRendering,
  findOldPage,
  findPage,
  findRendering,
  type Page,
  type Rendering,
} from "./page-cache.server.ts"
import { securityHeaders } from "./security-headers.server.ts"

/** Packed once for many readers, but while the first one waits. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)
const PACK: Record<string, (html: Buffer) => Promise<Buffer>> = {
  br: (html) => packBrotli(html, BROTLI),
  gzip: (html) => packGzip(html),
}
const ENCODINGS = Object.keys(PACK)

/** More than browsers send. */
const KNOWN_ENCODINGS_MAX = 100
/** The encoding that each `Accept-Encoding` gets; null for none. */
const chosenEncodings = new Map<string, string | null>()

/** A request that may be answered with a page for everybody. */
interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  record: RequestRecord
}

const renderingContext = createContext<Rendering | null>(null)
const renderingOf = new WeakMap<IncomingMessage, Rendering>()

/**
 * Answers with the page that this process has for the key, or waits for the one that it is rendering. `next` renders
 * it otherwise. The key holds everything in a request that public pages vary by.
 */
export function answerFromCache(key: string, exchange: Exchange, next: () => void): void {
  const page = findPage(key)
  const rendering = page ? null : findRendering(key)
  if (page) send(page, exchange)
  else if (rendering) {
    void rendering.page.then((coming) => (coming ? send(coming, exchange) : next()))
  } else {
    // The router renders nothing for a HEAD.
    if (exchange.request.method === "GET") begin(key, exchange)
    next()
  }
}

/** Tells the router which rendering this request is. */
export function passRendering(request: IncomingMessage, context: RouterContextProvider): void {
  context.set(renderingContext, renderingOf.get(request) ?? null)
}

/** Tags the pages that are for everybody, and keeps them. Runs outside of every middleware that adds a header. */
export const keepPagesMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const response = await next()
  const rendering = context.get(renderingContext)
  if (request.method !== "GET" || !isPageForEverybody(response)) {
    rendering?.settle(null)
    return response
  }
  const html = Buffer.from(await response.text())
  const etag = `W/"${hash("sha256", html, "base64url")}"`
  response.headers.set("ETag", etag)
  const asked = Object.fromEntries(request.headers)
  // The same for all requests with this key, which holds how the reader came.
  const secured = securityHeaders({ headers: asked })
  rendering?.settle(toPage(html, etag, { secured, own: response.headers }, findOldPage(rendering.key)))
  const isKnown = fresh(asked, { etag })
  return isKnown
    ? new Response(null, { status: 304, headers: response.headers })
    : new Response(new Uint8Array(html), response)
}

function begin(key: string, { request, response }: Exchange): void {
  const rendering = beginRendering(key)
  renderingOf.set(request, rendering)
  response.once("close", () => rendering.settle(null))
}

/** Whether these headers let any cache give the answer to anybody. */
export function isForEverybody(headers: Headers): boolean {
  return headers.get("Cache-Control")?.startsWith("public") ?? false
}

function isPageForEverybody({ status, headers }: Response): boolean {
  const isPage = status === 200 && headers.get("Content-Type")?.startsWith("text/html")
  return Boolean(isPage) && isForEverybody(headers) && headers.getSetCookie().length === 0
}

function toPage(
  html: Buffer,
  etag: string,
  { secured, own }: { secured: Record<string, string>; own: Headers },
  old: Page | null,
): Page {
  const headers = new Headers(secured)
  for (const [name, value] of own) headers.set(name, value)
  headers.append("Vary", "Accept-Encoding")
  // Most often it has not changed, and need not be packed again.
  const packed = old?.etag === etag ? old.packed : new Map<string, Buffer>()
  return { html, packed, headers: [...headers].flat(), etag, route: requestRoute() }
}

function send(page: Page, exchange: Exchange): void {
  const { request, response, record } = exchange
  if (page.route) record.route = page.route
  // All at once, in a list: setting headers one by one, or copying that many into an object, takes longer than the rest.
  const headers: OutgoingHttpHeader[] = [...page.headers]
  for (const [name, value] of Object.entries(requestHeaders(record.id))) headers.push(name, value)
  if (fresh(request.headers, { etag: page.etag })) {
    response.writeHead(304, headers).end()
    return
  }
  const encoding = chosenEncoding(request)
  if (encoding === null) {
    headers.push("content-length", page.html.length)
    response.writeHead(200, headers).end(page.html)
    return
  }
  const packed = page.packed.get(encoding)
  if (!packed) {
    void pack(page, encoding).then(() => send(page, exchange))
    return
  }
  headers.push("content-encoding", encoding, "content-length", packed.length)
  response.writeHead(200, headers).end(packed)
}

/** Browsers send few different headers, and reading one takes longer than finding what came of it. */
function chosenEncoding({ headers }: IncomingMessage): string | null {
  const asked = headers["accept-encoding"]
  if (asked === undefined) return null
  const known = chosenEncodings.get(asked)
  if (known !== undefined) return known
  const accepted = new Negotiator({ headers }).encodings(ENCODINGS)
  const chosen = ENCODINGS.find((name) => accepted.includes(name)) ?? null
  if (chosenEncodings.size >= KNOWN_ENCODINGS_MAX) chosenEncodings.clear()
  chosenEncodings.set(asked, chosen)
  return chosen
}

async function pack({ html, packed }: Page, encoding: string): Promise<void> {
  const bytes = await PACK[encoding]?.(html)
  if (bytes) packed.set(encoding, bytes)
}
