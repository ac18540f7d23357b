import { expect, test, vi } from "vitest"
import { changePassword, signIn, signOut, signUp } from "#app/server/account/account.server.ts"
import { allowNewPassword, maySetPassword } from "#app/server/visitor/recovery.server.ts"
import { backendState, findAccount, supabaseOf } from "#app/server/visitor/session.server.ts"
import { SESSION_COOKIE } from "#app/server/visitor/session-cookies.server.ts"
import { newEmail, ORIGIN, PASSWORD, SessionVisitor } from "../support/session-visitor.ts"

test("signing up signs the visitor in, with a cookie that no script can read", async () => {
  const { visitor, email } = await newAccount()
  expect(visitor.setCookies.length).toBeGreaterThan(0)
  for (const cookie of visitor.setCookies) {
    expect(cookie).toMatch(new RegExp(`^${SESSION_COOKIE}(\\.\\d)?=base64-`))
    expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax/i)
  }
  expect(visitor.headers.get("Cache-Control")).toBe("private, no-store")
  expect(await visitor.visit(findAccount)).toEqual({ id: expect.any(String), email })
  expect(visitor.setCookies).toEqual([])
})

test("a cacheable page is not cached when it carries a session; a stream stays as it is", async () => {
  const { visitor, email } = await newAccount()
  const enter = (headers: HeadersInit) =>
    visitor.visit((context) => signIn(context, { email, password: PASSWORD }), headers)
  await enter({ "Cache-Control": "public, max-age=3600" })
  expect(visitor.headers.get("Cache-Control")).toBe("private, no-store")
  await enter({ "Cache-Control": "private, no-store, no-transform" })
  expect(visitor.headers.get("Cache-Control")).toBe("private, no-store, no-transform")
})

test("a visitor without cookies is nobody and gets no cookies", async () => {
  const visitor = new SessionVisitor()
  expect(await visitor.visit((context) => [findAccount(context), backendState(context)])).toEqual([
    null,
    "ready",
  ])
  expect(visitor.setCookies).toEqual([])
})

test("signing in needs the right password", async () => {
  const { email } = await newAccount()
  const other = new SessionVisitor()
  const wrong = await other.visit((context) => signIn(context, { email, password: "wrong password" }))
  const unknown = await other.visit((context) =>
    signIn(context, { email: newEmail(), password: "wrong password" }),
  )
  expect(wrong).toEqual({ ok: false, failure: "credentials-wrong" })
  expect(unknown).toEqual(wrong)
  expect(other.cookies.size).toBe(0)

  const entered = await other.visit(async (context) => {
    const outcome = await signIn(context, { email, password: PASSWORD })
    return { outcome, now: findAccount(context) }
  })
  expect(entered.outcome).toEqual({ ok: true, value: entered.now })
  expect(entered.now?.email).toBe(email)
})

test("registering again with the right password signs in; with a wrong one the address is taken", async () => {
  const { email } = await newAccount()
  const other = new SessionVisitor()
  expect(
    await other.visit((context) => signUp(context, { email, password: "another password" }, ORIGIN)),
  ).toEqual({
    ok: false,
    failure: "email-taken",
  })
  expect(await other.visit(findAccount)).toBeNull()
  expect((await other.visit((context) => signUp(context, { email, password: PASSWORD }, ORIGIN))).ok).toBe(
    true,
  )
  expect((await other.visit(findAccount))?.email).toBe(email)
})

test("signing out ends this session and its cookie, and no other", async () => {
  const { visitor, email } = await newAccount()
  const phone = new SessionVisitor()
  await phone.visit((context) => signIn(context, { email, password: PASSWORD }))
  const stolen = visitor.copy()
  await visitor.visit((context) => signOut(context))
  expect([...visitor.cookies.keys()]).toEqual(["logged-out"])
  expect(await stolen.visit(findAccount)).toBeNull()
  expect(stolen.cookies.size).toBe(0)
  expect((await phone.visit(findAccount))?.email).toBe(email)
})

test("signing out everywhere ends every session", async () => {
  const { visitor, email } = await newAccount()
  const phone = new SessionVisitor()
  await phone.visit((context) => signIn(context, { email, password: PASSWORD }))
  await visitor.visit((context) => signOut(context, "global"))
  expect(await phone.visit(findAccount)).toBeNull()
})

test("a new sign-in ends the session that was there", async () => {
  const { visitor } = await newAccount()
  const planted = visitor.copy()
  const { email } = await newAccount()
  await visitor.visit((context) => signIn(context, { email, password: PASSWORD }))
  expect((await visitor.visit(findAccount))?.email).toBe(email)
  expect(await planted.visit(findAccount)).toBeNull()
})

test("a session near its end is refreshed once for all tabs", async () => {
  const { visitor, email } = await newAccount()
  const before = sessionOf(visitor)
  age(visitor, 89)
  const tabs = Array.from({ length: 4 }, () => visitor.copy())
  const accounts = await Promise.all(tabs.map((tab) => tab.visit(findAccount)))
  expect(accounts.map((account) => account?.email)).toEqual(tabs.map(() => email))
  for (const tab of tabs) {
    expect(sessionOf(tab).refresh_token).not.toBe(before.refresh_token)
    expect((await tab.visit(findAccount))?.email).toBe(email)
  }
})

test("a session with time left is not refreshed", async () => {
  const { visitor } = await newAccount()
  age(visitor, 120)
  await visitor.visit(findAccount)
  expect(visitor.setCookies).toEqual([])
})

test("an expired session is refreshed too, and survives a refresh whose answer was lost", async () => {
  const { visitor, email } = await newAccount()
  age(visitor, -3_600)
  const lost = visitor.copy()
  await lost.visit(findAccount)
  expect((await visitor.visit(findAccount))?.email).toBe(email)
})

test("a new password ends the sessions elsewhere and keeps this one", async () => {
  const { visitor, email } = await newAccount()
  const phone = new SessionVisitor()
  await phone.visit((context) => signIn(context, { email, password: PASSWORD }))
  const change = (password: string) => visitor.visit((context) => changePassword(context, password))
  expect(await change("a new password")).toEqual({ ok: true, value: null })
  expect((await visitor.visit(findAccount))?.email).toBe(email)
  expect(await phone.visit(findAccount)).toBeNull()
  const enter = (password: string) => phone.visit((context) => signIn(context, { email, password }))
  expect(await enter(PASSWORD)).toEqual({ ok: false, failure: "credentials-wrong" })
  expect((await enter("a new password")).ok).toBe(true)
  expect(await change("a new password")).toEqual({ ok: true, value: null })
})

test("a recovery link allows one new password: not a second one, not from a copied cookie, not from another session", async () => {
  const { visitor, email } = await newAccount()
  const request = await requestOfAllowed(visitor)
  const may = (who: SessionVisitor) => who.visit((context) => maySetPassword(request, context))
  const thief = visitor.copy()
  expect(await may(visitor)).toBe(true)

  const other = new SessionVisitor()
  expect(await may(other)).toBe(false)
  await other.visit((context) => signIn(context, { email, password: PASSWORD }))
  expect(await may(other)).toBe(false)

  expect((await visitor.visit((context) => changePassword(context, "a new password"))).ok).toBe(true)
  const again = new SessionVisitor()
  await again.visit((context) => signIn(context, { email, password: "a new password" }))
  for (const who of [visitor, again, thief]) expect(await may(who)).toBe(false)
  expect(await thief.visit(findAccount)).toBeNull()
})

test("a signed cookie expires on the server when it expires in the browser", async () => {
  const { visitor } = await newAccount()
  const request = await requestOfAllowed(visitor)
  const may = () => visitor.visit((context) => maySetPassword(request, context))
  const now = Date.now()
  vi.spyOn(Date, "now").mockReturnValue(now + 14 * 60_000)
  expect(await may()).toBe(true)
  vi.spyOn(Date, "now").mockReturnValue(now + 15 * 60_000 + 1_000)
  expect(await may()).toBe(false)
  vi.restoreAllMocks()
})

test("a visitor who is not signed in cannot change a password", async () => {
  const visitor = new SessionVisitor()
  expect(await visitor.visit((context) => changePassword(context, "a new password"))).toEqual({
    ok: false,
    failure: "session-expired",
  })
})

test("the request's client sees what its account may see", async () => {
  const { visitor, id } = await newAccount()
  const mine = await visitor.visit(async (context) =>
    supabaseOf(context)?.from("profiles").select("id").eq("id", id),
  )
  expect(mine?.data).toEqual([{ id }])
  const nobody = new SessionVisitor()
  const theirs = await nobody.visit(async (context) =>
    supabaseOf(context)?.from("profiles").select("id").eq("id", id),
  )
  expect(theirs?.data).toEqual([])
})

/** A request with the cookie that lets this session set a new password. */
async function requestOfAllowed(visitor: SessionVisitor): Promise<Request> {
  await visitor.visit(allowNewPassword)
  return new Request("http://localhost", { headers: { Cookie: visitor.setCookies[0]?.split(";")[0] ?? "" } })
}

async function newAccount() {
  const visitor = new SessionVisitor()
  const email = newEmail()
  const signedUp = await visitor.visit((context) => signUp(context, { email, password: PASSWORD }, ORIGIN))
  expect(signedUp).toEqual({ ok: true, value: { needsConfirmation: false } })
  const { setCookies, headers } = visitor
  const id = (await visitor.visit(findAccount))?.id ?? ""
  Object.assign(visitor, { setCookies, headers })
  return { visitor, email, id }
}

function sessionOf(visitor: SessionVisitor): { refresh_token: string; expires_at: number } {
  const value = [...visitor.cookies.values()].join("").replace("base64-", "")
  return JSON.parse(Buffer.from(value, "base64url").toString())
}

/** Makes the session in the cookie expire in this many seconds. */
function age(visitor: SessionVisitor, seconds: number): void {
  const session = { ...sessionOf(visitor), expires_at: Math.floor(Date.now() / 1_000) + seconds }
  visitor.cookies.clear()
  visitor.cookies.set(SESSION_COOKIE, `base64-${Buffer.from(JSON.stringify(session)).toString("base64url")}`)
}
