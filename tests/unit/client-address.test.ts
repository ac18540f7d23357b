import { RouterContextProvider } from "react-router"
import { afterEach, expect, test, vi } from "vitest"

const SOCKET = "203.0.113.7"
const SPOOFED = {
  "X-Forwarded-For": "198.51.100.1",
  "X-Real-IP": "198.51.100.1",
  Forwarded: "for=198.51.100.1",
  "Fly-Client-IP": "198.51.100.1",
}

afterEach(() => vi.unstubAllEnvs())

test("ignores what a client says about its own address", async () => {
  expect(await addressOf({ headers: SPOOFED })).toBe(SOCKET)
  expect(await addressOf({ headers: SPOOFED, trusted: "CF-Connecting-IP" })).toBe(SOCKET)
})

test("believes the header of the configured proxy, and no other", async () => {
  const headers = { ...SPOOFED, "Fly-Client-IP": "192.0.2.9" }
  expect(await addressOf({ headers, trusted: "fly-client-ip" })).toBe("192.0.2.9")
})

test("takes only the last entry of a list, which the proxy wrote", async () => {
  const headers = { "X-Forwarded-For": "198.51.100.1, 192.0.2.9" }
  expect(await addressOf({ headers, trusted: "x-forwarded-for" })).toBe("192.0.2.9")
})

test.each(["", "unknown", "192.0.2", "192.0.2.9:443", "<script>"])("%j is not an address", async (value) => {
  expect(await addressOf({ headers: { "Fly-Client-IP": value }, trusted: "fly-client-ip" })).toBe(SOCKET)
})

test.each([
  ["::ffff:192.0.2.9", "192.0.2.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8:1:2::9", "2001:db8:1:2"],
  ["2001:0DB8:0001:0002:ffff::", "2001:db8:1:2"],
  ["2001:db8::7", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
])("%s counts as %s", async (socket, counted) => {
  expect(await addressOf({ socket })).toBe(counted)
})

test("knows no address without a connection", async () => {
  expect(await addressOf({ socket: null, headers: SPOOFED })).toBeNull()
})

async function addressOf({
  headers = {},
  trusted = "",
  socket = SOCKET,
}: {
  headers?: Record<string, string>
  trusted?: string
  socket?: string | null
}): Promise<string | null> {
  vi.stubEnv("TRUSTED_IP_HEADER", trusted)
  vi.resetModules()
  const app = await import("#app/server/visitor/client-address.server.ts")
  const request = new Request("http://localhost:3000", { headers })
  const context = new RouterContextProvider()
  context.set(app.socketAddressContext, socket)
  const args = { request, context, params: {}, pattern: "/", url: new URL(request.url) }
  await app.clientAddressMiddleware(args as never, async () => new Response())
  return app.clientAddress(context)
}
