import { createHmac } from "node:crypto"
import { beforeAll, describe, expect, test, vi } from "vitest"
import { signIn, signOut, signUp } from "#app/server/account/account.server.ts"
import { backendState, findAccount, supabaseOf } from "#app/server/visitor/session.server.ts"
import { SESSION_COOKIE } from "#app/server/visitor/session-cookies.server.ts"
import { newEmail, ORIGIN, PASSWORD, SessionVisitor } from "../support/session-visitor.ts"

interface Session {
  access_token: string
  refresh_token: string
  expires_at: number
  user: { id: string; email: string }
}

let ming: { visitor: SessionVisitor; email: string }
let hong: { visitor: SessionVisitor; email: string }
let of: { ming: Session; hong: Session }

beforeAll(async () => {
  ming = await newAccount()
  hong = await newAccount()
  of = { ming: sessionOf(ming.visitor), hong: sessionOf(hong.visitor) }
})

describe("a forged cookie", () => {
  test.each<[string, () => string]>([
    ["no session", () => "hello"],
    ["an empty one", () => "base64-"],
    ["no base64", () => "base64-!!!!"],
    ["half of one", () => encode(of.ming).slice(0, 200)],
    ["no JSON", () => `base64-${Buffer.from("{").toString("base64url")}`],
    ["null", () => `base64-${Buffer.from("null").toString("base64url")}`],
    ["a list", () => `base64-${Buffer.from("[]").toString("base64url")}`],
    ["no tokens", () => encode({ ...of.ming, access_token: "", refresh_token: "" })],
    ["objects for tokens", () => encode({ ...of.ming, access_token: {}, refresh_token: {} })],
    ["another's name on no token", () => encode({ ...of.ming, access_token: "a.b.c" })],
    ["an unsigned token", () => encode({ ...of.ming, access_token: unsigned(of.ming) })],
    ["a token signed by the visitor", () => encode({ ...of.ming, access_token: selfSigned(of.ming) })],
    ["a token with another's subject", () => encode({ ...of.hong, access_token: swappedSubject() })],
    [
      "an expired token without a refresh token",
      () => encode({ ...of.ming, expires_at: 1, refresh_token: "guess" }),
    ],
  ])("%s is nobody's, and is thrown away", async (_, value) => {
    quiet()
    const visitor = withCookie(value())
    expect(await visitor.visit(findAccount)).toBeNull()
    expect(visitor.cookies.size).toBe(0)
    expect(visitor.setCookies).toEqual([expect.stringMatching(/Max-Age=0; Path=\/; HttpOnly/i)])
  })

  test("gets only a visitor's view in that same request", async () => {
    quiet()
    const visitor = withCookie(encode({ ...of.ming, access_token: unsigned(of.ming) }))
    const seen = await visitor.visit(async (context) =>
      supabaseOf(context)?.from("profiles").select("id").eq("id", of.ming.user.id),
    )
    expect(seen?.data).toEqual([])
  })

  test("another's name beside the visitor's own token changes nobody", async () => {
    const visitor = withCookie(encode({ ...of.hong, user: of.ming.user }))
    expect((await visitor.visit(findAccount))?.email).toBe(hong.email)
  })

  test("in pieces that do not belong together is nobody's", async () => {
    quiet()
    const visitor = new SessionVisitor()
    const half = Math.floor(encode(of.ming).length / 2)
    visitor.cookies.set(`${SESSION_COOKIE}.0`, encode(of.ming).slice(0, half))
    visitor.cookies.set(`${SESSION_COOKIE}.1`, encode(of.hong).slice(half + 3))
    const account = await visitor.visit(findAccount)
    expect(account).toBeNull()
    expect(visitor.cookies.size).toBe(0)
  })

  test.each(["a.b.c\r\nx-evil: 1", "a.b.\ufffd", "a.b.\0"])(
    "with a token that no header can carry is nobody's, and no backend failure: %j",
    async (access_token) => {
      quiet()
      const visitor = withCookie(encode({ ...of.ming, access_token }))
      expect(await visitor.visit(backendState)).not.toBe("down")
      expect(await visitor.visit(findAccount)).toBeNull()
      expect(visitor.cookies.size).toBe(0)
    },
  )
})

test("a planted session is replaced at sign-in and worthless afterwards", async () => {
  const attacker = await newAccount()
  const victim = attacker.visitor.copy()
  await victim.visit((context) => signIn(context, { email: ming.email, password: PASSWORD }))
  expect((await victim.visit(findAccount))?.email).toBe(ming.email)
  expect(await attacker.visitor.visit(findAccount)).toBeNull()
  // What was planted beside it does not come back either.
  expect([...victim.cookies.keys()]).toEqual([SESSION_COOKIE])
})

test("a planted session in pieces is cleared by the sign-in that replaces it", async () => {
  quiet()
  const victim = new SessionVisitor()
  for (const piece of [0, 1, 7]) victim.cookies.set(`${SESSION_COOKIE}.${piece}`, `planted${piece}`)
  await victim.visit((context) => signIn(context, { email: ming.email, password: PASSWORD }))
  expect([...victim.cookies.keys()]).toEqual([SESSION_COOKIE])
})

test("a session that was ended elsewhere sees nothing, though its token has not expired", async () => {
  quiet()
  const account = await newAccount()
  const thief = account.visitor.copy()
  await account.visitor.visit((context) => signOut(context, "global"))
  expect(await thief.visit(findAccount)).toBeNull()
  expect(thief.cookies.size).toBe(0)
})

test("the visitor's own cookie works beside others of similar names", async () => {
  const visitor = hong.visitor.copy()
  visitor.cookies.set(`${SESSION_COOKIE}-code-verifier`, "x")
  visitor.cookies.set(`x${SESSION_COOKIE}`, "x")
  expect((await visitor.visit(findAccount))?.email).toBe(hong.email)
})

async function newAccount() {
  const visitor = new SessionVisitor()
  const email = newEmail()
  await visitor.visit((context) => signUp(context, { email, password: PASSWORD }, ORIGIN))
  return { visitor, email }
}

function withCookie(value: string): SessionVisitor {
  const visitor = new SessionVisitor()
  visitor.cookies.set(SESSION_COOKIE, value)
  return visitor
}

function sessionOf(visitor: SessionVisitor): Session {
  const value = [...visitor.cookies.values()].join("").replace("base64-", "")
  return JSON.parse(Buffer.from(value, "base64url").toString())
}

function encode(session: object): string {
  return `base64-${Buffer.from(JSON.stringify(session)).toString("base64url")}`
}

function partsOf({ access_token }: Session) {
  const [head = "", payload = "", signature = ""] = access_token.split(".")
  return { head, payload, signature }
}

function unsigned(session: Session): string {
  const head = Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url")
  return `${head}.${partsOf(session).payload}.`
}

function selfSigned(session: Session): string {
  const { head, payload } = partsOf(session)
  const signature = createHmac("sha256", "secret").update(`${head}.${payload}`).digest("base64url")
  return `${head}.${payload}.${signature}`
}

function swappedSubject(): string {
  const { head, payload, signature } = partsOf(of.hong)
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString())
  const forged = Buffer.from(JSON.stringify({ ...claims, sub: of.ming.user.id })).toString("base64url")
  return `${head}.${forged}.${signature}`
}

/** The SDK prints warnings about such cookies. */
function quiet(): void {
  for (const method of ["warn", "error"] as const) vi.spyOn(console, method).mockImplementation(() => {})
}
