import type { Dice } from "../../faults/dice.ts"
import { badBody } from "./bad-bodies.ts"
import { badValue, bytesOf, FIELD_NAMES } from "./bad-values.ts"

export interface BadRequest {
  /** What is wrong with the request. */
  kind: string
  /** The pattern of the address and the method, which count as covered. */
  route: string
  method: string
  bytes: Buffer
  /** The server may wait for more, and nothing will come: the connection has to be closed. */
  isUnfinished: boolean
}

/** Where good requests of this run lead; bad ones are built from these. */
export interface Surroundings {
  host: string
  routes: readonly string[]
  /** `Cookie` headers of visitors and accounts. */
  cookies: readonly string[]
  ids: readonly string[]
}

/** Methods that most routes accept come more often, because the others are refused before the routes. */
const METHODS = ["GET", "GET", "HEAD", "POST", "POST", "POST", "POST"]
const WITHOUT_BODY = ["GET", "HEAD"]
const ODD_METHODS = [
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "PROPFIND",
  "get",
  "GE T",
  "PURGE",
  "M-SEARCH",
  "\0",
]

const HEADERS: ((dice: Dice) => string)[] = [
  (dice) => `X-Forwarded-Host: ${dice.pick(["[", "evil.example", "a b", ":::", "x".repeat(3_000), "[::1"])}`,
  (dice) => `X-Forwarded-Proto: ${dice.pick(["javascript", "https,http", "", "http://", "é", "1"])}`,
  (dice) => `X-Forwarded-For: ${dice.pick(["::", "1.2.3.4, x", "x".repeat(2_000)])}`,
  (dice) => `X-Request-Id: ${dice.pick(["<b>", "x".repeat(500), "a b", "../.."])}`,
  (dice) =>
    `Accept: ${dice.pick(["text/event-stream", "application/json", "text/html", ",,,;q=x", "*/*;q=9"])}`,
  (dice) => `Accept-Encoding: ${dice.pick(["gzip", "br", "x;q=0", "*", ",,"])}`,
  (dice) => `Last-Event-ID: ${dice.pick(["-1.-1", "9e9.9", "1.99999999999", "x", "0.0\u0001"])}`,
  (dice) => `Idempotency-Key: ${dice.pick(["", "x".repeat(5_000), "\u00ff"])}`,
  (dice) => `Range: bytes=${dice.pick(["-1", "9-1", "0-,0-,0-", "x"])}`,
  (dice) => `If-None-Match: ${dice.pick(["*", '"', 'W/"x"', "\u00e9"])}`,
  (dice) => `If-Modified-Since: ${dice.pick(["x", "Thu, 01 Jan 1970", "-1"])}`,
  (dice) => `Content-Encoding: ${dice.pick(["gzip", "deflate", "x"])}`,
  (dice) => `Expect: ${dice.pick(["100-continue", "200-maybe"])}`,
  () => "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13",
  () => "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__",
  (dice) => `Sec-Fetch-Site: ${dice.pick(["cross-site", "same-site", "x"])}`,
  (dice) => `Origin: ${dice.pick(["null", "https://evil.example", "x", "http://["])}`,
  (dice) => `Referer: ${dice.pick(["x", "http://[", "//"])}`,
  (dice) => `Authorization: Bearer ${dice.pick(["x", "a.b.c", "e30.e30."])}`,
  (dice) => `${dice.pick(["X-Remix-Reload-Document", "X-Middleware", "X-HTTP-Method-Override"])}: PUT`,
  (dice) => Array.from({ length: dice.between(60, 150) }, (_, index) => `X-${index}: 1`).join("\r\n"),
  (dice) => `X-Long: ${"x".repeat(dice.between(1_000, 20_000))}`,
  () => "X-Folded: a\r\n b",
  () => "Host: second.example",
  () => "X Y: 1",
  () => ": 1",
  () => "X: a\0b",
  () => "X: a\rb",
  () => "Connection: close, x, keep-alive\r\nKeep-Alive: timeout=99999",
]

/** False lengths; the connection is closed after them. */
const LENGTHS: ((dice: Dice, length: number) => string)[] = [
  (_, length) => `Content-Length: ${length + 10}`,
  (_, length) => `Content-Length: ${Math.max(0, length - 3)}`,
  () => "Content-Length: -1",
  () => "Content-Length: 9999999999999",
  () => "Content-Length: 0x10",
  (_, length) => `Content-Length: ${length}\r\nContent-Length: ${length + 1}`,
  (_, length) => `Content-Length: ${length}\r\nTransfer-Encoding: chunked`,
  () => "Transfer-Encoding: chunked",
  () => "Transfer-Encoding: gzip, x",
]

/** Makes a request with at least one fault, for one of the app's addresses. */
export function badRequest(dice: Dice, around: Surroundings): BadRequest {
  const route = dice.pick(around.routes)
  const kinds: string[] = []
  const spoil = (chance: number, kind: string) => {
    const spoils = dice.roll() < chance
    if (spoils) kinds.push(kind)
    return spoils
  }
  const method = spoil(0.05, "an odd method") ? dice.pick(ODD_METHODS) : dice.pick(METHODS)
  const isBadPath = spoil(0.4, "a bad address")
  const path = pathOf(dice, route, around, isBadPath)
  const query = spoil(0.35, "a bad query") ? `?${badQuery(dice)}` : ""
  const lines = [
    `Host: ${spoil(0.03, "a bad host") ? dice.pick(["", "[", "a b", "x:99999", "\u00e9"]) : around.host}`,
  ]
  lines.push(
    ...(spoil(0.35, "a forged cookie") ? [`Cookie: ${forgedCookie(dice, around)}`] : ownCookie(dice, around)),
  )
  if (!spoil(0.1, "no origin headers")) lines.push("Sec-Fetch-Site: same-origin")
  if (spoil(0.3, "bad headers"))
    for (let left = dice.between(1, 4); left > 0; left--) lines.push(dice.pick(HEADERS)(dice))

  const hasBody =
    !WITHOUT_BODY.includes(method) || spoil(0.05, "a body where none belongs") || kinds.length === 0
  const body = hasBody ? badBody(dice) : { kind: "", type: null, bytes: Buffer.alloc(0) }
  if (body.kind) kinds.push(body.kind)
  if (body.type !== null) lines.push(`Content-Type: ${body.type}`)
  const isWrongLength = hasBody && spoil(0.07, "a wrong length")
  if (isWrongLength) lines.push(dice.pick(LENGTHS)(dice, body.bytes.length))
  else lines.push(`Content-Length: ${body.bytes.length}`)
  lines.push("Connection: close")
  const head = `${method} ${path}${query} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`
  const bytes = Buffer.concat([Buffer.from(head, "latin1"), body.bytes])
  if (spoil(0.02, "bytes at random")) {
    return { kind: "bytes at random", route, method, bytes: bytesOf(dice, 300), isUnfinished: true }
  }
  const kind = isWrongLength ? "a wrong length" : dice.pick(kinds)
  return { kind, route, method, bytes, isUnfinished: isWrongLength }
}

function pathOf(dice: Dice, route: string, { ids }: Surroundings, isBad: boolean): string {
  const filled = route.replace(/[:*][\w?]*/g, () => (isBad ? badSegment(dice) : dice.pick(ids)))
  const path = filled.startsWith("/") ? filled : `/${filled}`
  const data = dice.roll() < 0.25 ? (path === "/" ? "/_.data" : `${path}.data`) : path
  if (!isBad || dice.roll() < 0.7) return data
  return dice.pick([
    `/${data}`,
    `${data}/`,
    `${data}//..//`,
    `/x/..${data}`,
    data.toUpperCase(),
    `http://evil.example${data}`,
    `${data}%`,
    `${data};jsessionid=x`,
    `/assets/../../server.ts`,
    `/assets/%2e%2e%2f%2e%2e%2fpackage.json`,
    "*",
  ])
}

function badSegment(dice: Dice): string {
  const raw = dice.pick([
    "%00",
    "%ff",
    "%",
    "%zz",
    "..%2f..%2fserver.ts",
    "%2e%2e",
    ".",
    "..",
    "x".repeat(dice.between(1, 3_000)),
  ])
  return dice.roll() < 0.5 ? raw : encodeURIComponent(badValue(dice).slice(0, 1_000).toWellFormed())
}

function badQuery(dice: Dice): string {
  const names = [...FIELD_NAMES, "_routes", "index", "next", "page", "query", "from", "token_hash", "type"]
  const entries = Array.from({ length: dice.between(1, 5) }, () => {
    const value = badValue(dice).slice(0, 600)
    return `${dice.pick(names)}=${dice.roll() < 0.2 ? value.replace(/[^!-~]/g, "%") : encodeURIComponent(value.toWellFormed())}`
  })
  return entries.join("&")
}

function ownCookie(dice: Dice, { cookies }: Surroundings): string[] {
  return dice.roll() < 0.75 ? [`Cookie: ${dice.pick(cookies)}`] : []
}

function forgedCookie(dice: Dice, around: Surroundings): string {
  const cookie = dice.pick(around.cookies)
  const at = dice.between(0, cookie.length)
  return dice.pick([
    () => cookie.slice(0, at),
    () => `${cookie.slice(0, at)}x${cookie.slice(at + 1)}`,
    () => `${cookie}; ${cookie}`,
    () => "luobi-session=base64-e30; visitor=%; adult=confirmed; flash=%E0%A4%A",
    () => `luobi-session=base64-${bytesOf(dice, 90).toString("base64url")}`,
    () => Array.from({ length: 300 }, (_, index) => `luobi-session.${index}=x`).join("; "),
    () => "; ".repeat(500),
    () => "=;=;__proto__=1",
  ])()
}
