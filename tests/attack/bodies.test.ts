import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { askProbe, WITH_PROBE } from "../support/ask-probe.ts"
import { ask, askRaw } from "../support/http-request.ts"
import { type OwnApp, sharedBackend, startApp } from "../support/own-app.ts"

const SHORT_TIMEOUTS = new URL("../support/short-timeouts.ts", import.meta.url).href
const MIB = 1_024 * 1_024
const HUGE_MIB = 120
/** The app may hold almost nothing of a 120 MB body at once. */
const MAX_GROWTH_MIB = 60
const FORM = "application/x-www-form-urlencoded"

let app: OwnApp

beforeAll(async () => {
  app = await startApp(sharedBackend(), WITH_PROBE)
})

afterAll(() => app.stop())

describe("a body that is too large", () => {
  test.each(["/", "/login", "/generate-novel", "/healthz", "/auth/confirm", "/nowhere"])(
    "is refused at %s before it is sent when it declares its size",
    async (path) => {
      const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${HUGE_MIB * MIB}\r\n\r\n`
      expect(await askRaw(app.origin, [head])).toMatch(/^HTTP\/1\.1 413 /)
    },
  )

  test.each([
    ["/", FORM],
    ["/", "Application/X-WWW-Form-Urlencoded; charset=x"],
    ["/", "multipart/form-data; boundary=x"],
    ["/login", FORM],
    ["/login", "multipart/form-data; boundary=x"],
    ["/generate-novel", "application/json"],
    ["/profile", "multipart/form-data; boundary=x"],
    ["/auth/confirm", FORM],
    ["/healthz", "text/plain"],
    ["/nowhere", "text/plain"],
  ])("is not held in memory when it declares no size: sent without end to %s as %s", async (path, type) => {
    const before = await rssMib()
    const { peakMib } = await sendOnAndOn(path, type)
    expect(peakMib - before).toBeLessThan(MAX_GROWTH_MIB)
    expect((await ask(`${app.origin}/healthz`)).status).toBe(200)
  })

  test.each([
    ["/login", FORM, `email=${"x".repeat(70_000)}`],
    ["/logout", FORM, `scope=${"x".repeat(70_000)}`],
    ["/reset-password", FORM, `password=${"x".repeat(70_000)}`],
    ["/save", FORM, `content=${"x".repeat(15 * MIB)}`],
    ["/generate-novel", "application/json", JSON.stringify({ prompt: "x".repeat(7 * MIB) })],
  ])("for %s is refused with a 413", async (path, type, body) => {
    const answer = await ask(app.origin + path, { method: "POST", headers: { "Content-Type": type }, body })
    expect(answer.status).toBe(413)
    expect(answer.body).toMatch(/太大/)
  })

  test("of ten thousand fields is refused, and so are millions of empty ones", async () => {
    const headers = { "Content-Type": FORM }
    for (const body of ["a=1&".repeat(10_000), "&".repeat(10 * MIB)]) {
      const before = await rssMib()
      expect((await ask(`${app.origin}/login`, { method: "POST", headers, body })).status).toBeLessThan(500)
      expect((await ask(app.origin, { method: "POST", headers, body })).status).toBe(400)
      expect((await rssMib()) - before).toBeLessThan(MAX_GROWTH_MIB)
    }
  })
})

describe("a request that hides its length", () => {
  test.each([
    ["two lengths", "Content-Length: 1\r\nContent-Length: 2"],
    ["a length and chunks", "Content-Length: 1\r\nTransfer-Encoding: chunked"],
    ["a negative length", "Content-Length: -1"],
    ["a length in other digits", "Content-Length: 0x1"],
    ["another transfer encoding", "Transfer-Encoding: gzip"],
  ])("%s: refused, with everything that follows on its connection", async (_, lines) => {
    const smuggled = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    const answer = await askRaw(app.origin, [`POST / HTTP/1.1\r\nHost: x\r\n${lines}\r\n\r\n${smuggled}`])
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })
})

test("a connection serves several requests, and invalid bytes end it", async () => {
  const socket = await openSocket(app)
  const statuses: (string | undefined)[] = []
  for (const asked of [
    "GET /healthz HTTP/1.1\r\nHost: x",
    "HEAD /healthz HTTP/1.1\r\nHost: x",
    "no request",
  ]) {
    socket.write(`${asked}\r\n\r\n`)
    const [answer] = await once(socket, "data")
    statuses.push(/^HTTP\/1\.1 (\d+)/.exec(String(answer))?.[1])
  }
  expect(statuses).toEqual(["200", "200", "400"])
  await closed(socket)
})

describe("a slow request", () => {
  let hasty: OwnApp

  beforeAll(async () => {
    const variables = { ...sharedBackend(), DEMO_CHARACTERS_PER_SECOND: "20" }
    hasty = await startApp(variables, ["--import", SHORT_TIMEOUTS])
  })

  afterAll(() => hasty.stop())

  test("is ended in its headers or its body, while a stream goes on", async () => {
    const headers = { "Content-Type": FORM, Accept: "text/event-stream" }
    const stream = await openSocket(hasty)
    const body = "prompt=lighthouse&erotic_level=1&length=1"
    stream.write(
      `POST /generate-novel HTTP/1.1\r\nHost: x\r\n${linesOf(headers)}Content-Length: ${body.length}\r\n\r\n${body}`,
    )
    await once(stream, "data")

    expect(await askRaw(hasty.origin, ["GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "])).toMatch(/^HTTP\/1\.1 408 /)
    const half = `POST / HTTP/1.1\r\nHost: x\r\n${linesOf(headers)}Content-Length: 500\r\n\r\nprompt=`
    const slow = await openSocket(hasty)
    slow.write(half)
    // A byte now and then does not save it.
    const drip = setInterval(() => slow.write("x"), 100)
    await closed(slow)
    clearInterval(drip)

    const idle = await openSocket(hasty)
    idle.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
    await closed(idle)

    expect(stream.destroyed).toBe(false)
    const [more] = await once(stream, "data")
    expect(String(more).length).toBeGreaterThan(0)
    stream.destroy()
  })
})

/** Sends a body without end until the server has enough, and returns the most memory held meanwhile. */
async function sendOnAndOn(path: string, type: string): Promise<{ peakMib: number }> {
  const socket = await openSocket(app)
  let isOver = false
  socket.on("close", () => {
    isOver = true
  })
  socket.resume()
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`,
  )
  const piece = Buffer.alloc(MIB, "x")
  let peakMib = 0
  for (let sent = 0; sent < HUGE_MIB && !isOver; sent++) {
    socket.write(`${piece.length.toString(16)}\r\n`)
    socket.write(piece)
    const taken = socket.write("\r\n")
    // A server that reads no more will answer or hang up.
    if (!taken && socket.bytesRead === 0) await firstOf(socket, ["drain", "close", "data"])
    if (sent % 30 === 29) peakMib = Math.max(peakMib, await rssMib())
    if (socket.bytesRead > 0) break
  }
  socket.destroy()
  return { peakMib: Math.max(peakMib, await rssMib()) }
}

function closed(socket: Socket): Promise<void> {
  socket.resume()
  return new Promise((resolve) => socket.once("close", () => resolve()))
}

async function firstOf(socket: Socket, events: string[]): Promise<void> {
  const heard = new AbortController()
  const { signal } = heard
  await Promise.race(events.map((event) => once(socket, event, { signal }).catch(() => {})))
  heard.abort()
}

async function rssMib(): Promise<number> {
  const { rss } = await askProbe(app.child)
  return rss / MIB
}

async function openSocket({ origin }: OwnApp): Promise<Socket> {
  const socket = connect(Number(new URL(origin).port), "localhost")
  socket.on("error", () => {})
  await once(socket, "connect")
  return socket
}

function linesOf(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")
}
