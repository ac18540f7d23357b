import { createCookie, RouterContextProvider } from "react-router"
import { expect, test, vi } from "vitest"
import { z } from "zod"
import { keyedHash } from "#app/server/config/keyed-hash.server.ts"
import { responseCookiesMiddleware } from "#app/server/visitor/response-cookies.server.ts"
import { createSignedCookie } from "#app/server/visitor/signed-cookie.server.ts"

const VALUE = { id: "雨夜的灯塔", account: null }
const schema = z.object({ id: z.string(), account: z.string().nullable() })
const cookie = createSignedCookie("lamp", schema, 60)
/** What signed the cookies of browsers that came before ours did. */
const routers = createCookie("lamp", { secrets: [keyedHash("cookie", "lamp")] })

test("reads what it keeps", async () => {
  expect(await cookie.parse(sent(await kept(cookie)))).toEqual(VALUE)
})

test("reads the cookies that the router signed, and signs as it did", async () => {
  const signed = { value: VALUE, until: Date.now() + 60_000 }
  expect(await cookie.parse(sent(await routers.serialize(signed)))).toEqual(VALUE)
  expect(await routers.parse(pairOf(await kept(cookie)))).toMatchObject({ value: VALUE })
})

test("reads nothing from a cookie that has expired, by a copy of it as well", async () => {
  const copy = await kept(cookie)
  vi.useFakeTimers({ now: Date.now() + 61_000 })
  expect(await cookie.parse(sent(copy))).toBeNull()
  vi.useRealTimers()
})

test.each<[string, () => Promise<string> | string]>([
  [
    "another cookie's",
    async () => (await kept(createSignedCookie("wick", schema, 60))).replace("wick", "lamp"),
  ],
  ["another shape's", async () => kept(createSignedCookie("lamp", z.any(), 60), "x")],
  ["a deleted one's", () => routers.serialize(null)],
  ["one of other data", async () => (await kept(cookie)).replace("lamp=ey", "lamp=eY")],
  ["one without a signature", async () => (await kept(cookie)).replace(/\.[^;]*/, "")],
  ["one with an empty signature", async () => (await kept(cookie)).replace(/\.[^;]*/, ".")],
  ["a signature alone", async () => (await kept(cookie)).replace(/=[^.]*/, "=")],
  ["no", () => "lamp="],
  ["a broken", () => "lamp=%E0%A4%A.%%"],
])("reads nothing from %s cookie", async (_, make) => {
  expect(await cookie.parse(sent(await make()))).toBeNull()
})

test("deletes what the browser keeps", async () => {
  const header = new Headers(await cookie.forgettingHeaders()).get("Set-Cookie") ?? ""
  expect(header).toMatch(/^lamp=;.*Max-Age=0/)
  expect(await cookie.parse(sent(header))).toBeNull()
})

/** The `Set-Cookie` header that keeps a value. */
async function kept(one: { keep: typeof cookie.keep }, value: unknown = VALUE): Promise<string> {
  const context = new RouterContextProvider()
  const request = new Request("http://localhost/")
  const args = { request, context } as unknown as Parameters<typeof responseCookiesMiddleware>[0]
  const answer = await responseCookiesMiddleware(args, async () => {
    await one.keep(context, value as typeof VALUE)
    return new Response()
  })
  return (answer as Response).headers.get("Set-Cookie") ?? ""
}

function sent(header: string): Request {
  return new Request("http://localhost/", { headers: { Cookie: pairOf(header) } })
}

function pairOf(header: string): string {
  return header.split(";", 1)[0] ?? ""
}
