import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { BackendLine } from "#app/server/supabase/backend-line.server.ts"

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const WELL: Answer = (_, response) => response.end("answered")
const SILENT: Answer = () => {}
const BROKEN: Answer = (_, response) => response.writeHead(500).end()
const RESET: Answer = (request) => request.socket.destroy()

/** Longer than a probe takes. */
const PROBED_MS = 3_000
/** Longer than the app waits before it probes. */
const SLOW_MS = 1_300
/** Shorter than a wait for a probe. */
const AT_ONCE_MS = 200

let answer = WELL
let asked: string[] = []
let origin = ""
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  answer(request, response)
})

beforeEach(async () => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true)
  // Each test uses its own port, because the app remembers per address whether a backend is down.
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(async () => {
  vi.restoreAllMocks()
  answer = WELL
  server.closeAllConnections()
  server.close()
  await once(server, "close")
  asked = []
})

/** Sends one request of one visitor and tells whether it was answered. */
function visit(path = "/rest/v1/novels", init?: RequestInit): Promise<boolean> {
  return new BackendLine().fetch(`${origin}${path}`, init).then(
    () => true,
    () => false,
  )
}

/** Whether a request fails without a wait of its own. */
function isRefusedAtOnce(path: string): Promise<boolean> {
  return Promise.race([visit(path).then((isAnswered) => !isAnswered), sleep(AT_ONCE_MS, false)])
}

test.each([
  ["is silent", SILENT],
  ["answers 500", BROKEN],
  ["breaks each connection", RESET],
])("waits once for a backend that %s, and uses it again once it is back", async (_, away) => {
  answer = away
  expect(await visit()).toBe(false)
  const visits = Array.from({ length: 20 }, () => visit())
  expect(new Set(await Promise.all(visits))).toEqual(new Set([false]))
  // From now on the app sends none of its visitors' requests.
  asked = []
  await Promise.all([visit(), visit("/rest/v1/novels", { method: "POST" })])
  expect(asked.filter((request) => request.endsWith("/novels"))).toEqual([])

  answer = WELL
  await expect.poll(() => visit()).toBe(true)
})

test("a page waits once for a backend that is silent, whichever of its services it asks", async () => {
  answer = SILENT
  expect(await visit("/auth/v1/user")).toBe(false)
  // The others are probed because this one is silent, and no page asks them in vain any more.
  const logged = () => vi.mocked(process.stdout.write).mock.calls.join("")
  const away = () => logged().match(/Supabase is away/g)
  await expect.poll(away).toHaveLength(3)
  asked = []
  expect(await visit("/rest/v1/novels")).toBe(false)
  expect(await visit("/storage/v1/object/avatars/mine")).toBe(false)
  expect(asked.filter((request) => /novels|avatars/.test(request))).toEqual([])

  // Later pages wait for the first service that they ask, and for that alone.
  for (const first of ["/auth/v1/user", "/storage/v1/object/avatars/mine"]) {
    await sleep(PROBED_MS)
    expect(await visit(first)).toBe(false)
    expect(await isRefusedAtOnce("/rest/v1/novels")).toBe(true)
  }
})

test("a backend that is slow answers a page all the same, service by service", async () => {
  const isProbe = ({ url = "" }: IncomingMessage) => !/user|novels|avatars/.test(url)
  answer = (request, response) =>
    void setTimeout(() => WELL(request, response), isProbe(request) ? 0 : SLOW_MS)
  for (const path of ["/auth/v1/user", "/rest/v1/novels", "/storage/v1/object/avatars/mine"]) {
    expect(await visit(path)).toBe(true)
  }
})

test.each([
  ["never answered", SILENT],
  ["answered with an error", BROKEN],
  ["cut off", RESET],
])("keeps serving the others when one request is %s", async (_, trouble) => {
  answer = (request, response) => (request.url?.includes("stranger") ? trouble : WELL)(request, response)
  const strangers = [
    visit("/rest/v1/novels?stranger"),
    visit("/auth/v1/user?stranger"),
    visit("/storage/v1/object/avatars/stranger"),
  ]
  for (let visits = 0; visits < 12; visits += 1) {
    await sleep(200)
    for (const path of ["/rest/v1/novels", "/auth/v1/user", "/storage/v1/object/avatars/mine"]) {
      expect(await visit(path)).toBe(true)
    }
  }
  server.closeAllConnections()
  await Promise.all(strangers)
})

test("one service that is down does not take the others down", async () => {
  answer = (request, response) => (request.url?.startsWith("/storage/") ? BROKEN : WELL)(request, response)
  expect(await visit("/storage/v1/object/avatars/mine")).toBe(false)
  expect(await visit("/auth/v1/user")).toBe(true)
  expect(await visit()).toBe(true)
})
