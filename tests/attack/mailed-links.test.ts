import { createHash, randomBytes } from "node:crypto"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { AppVisitor, formOf, pageOf } from "../support/app-visitor.ts"
import { type EmbeddedBackend, startEmbeddedBackend } from "../support/backend/embedded-backend.ts"
import { newEmail, PASSWORD } from "../support/session-visitor.ts"

// Runs before the app is loaded. The shared count for all visitors is keyed by this secret, and other files
// share the database.
vi.hoisted(() => {
  process.env.SESSION_SECRET = `a secret of the mailed links ${Math.random()}`
})

const SIX_DIGITS = 1_000_000

let addresses = 0

describe("guessing at the app's page", () => {
  test("is refused after 20 guesses from one address, with the wait; the link stays good", async () => {
    const guesser = new AppVisitor(newAddress())
    const statuses = []
    for (let guess = 0; guess < 20; guess++) statuses.push((await open(guesser)).status)
    expect(new Set(statuses)).toEqual(new Set([410]))
    const refused = await open(guesser)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0)
    const page = await pageOf(refused)
    expect(page).toMatch(/尝试的次数太多了，请过 \d+ (秒|分钟)再试。/)
    expect(page).toContain("邮件里的链接没有用掉")
    expect(page).toContain("确认并继续")
    expect((await open(new AppVisitor(newAddress()))).status).toBe(410)
  })

  test("at once counts like guessing in a row", async () => {
    const guesser = new AppVisitor(newAddress())
    const answers = await Promise.all(Array.from({ length: 40 }, () => open(guesser)))
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
  })

  test("is bounded over all addresses together", async () => {
    // The shared quota regains an attempt every 2.5 seconds, so any one of them may pass, also the last.
    const guesses = Array.from({ length: 130 }, () => open(new AppVisitor(newAddress())))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([410, 429]))
  })

  test("does not affect a browser in which an account signed in before", async () => {
    const address = newAddress()
    const owner = new AppVisitor(address)
    await owner.post("/login", formOf({ intent: "register", email: newEmail(), password: PASSWORD }))
    const guesser = new AppVisitor(address)
    for (let guess = 0; guess < 21; guess++) await open(guesser)
    expect((await open(owner)).status).toBe(410)
  })
})

describe("the embedded backend's links", () => {
  let backend: EmbeddedBackend
  let email: string
  let tokens: string[] = []

  beforeAll(async () => {
    backend = await startEmbeddedBackend({ confirmEmail: true })
    email = newEmail()
    await call("signup", { email, password: PASSWORD })
    const confirmation = await nextToken("signup")
    expect((await call("verify", { type: "signup", token_hash: confirmation })).status).toBe(200)
  })
  afterAll(() => backend?.stop())

  test("do not come from a code of six digits", async () => {
    await call("recover", { email })
    const token = await nextToken("recovery")
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    let found = 0
    for (let code = 0; code < SIX_DIGITS; code++) {
      const digits = String(code).padStart(6, "0")
      if (
        createHash("sha256")
          .update(email + digits)
          .digest("hex") === token
      )
        found += 1
    }
    expect(found).toBe(0)
  })

  test("work once, also after wrong guesses", async () => {
    await call("recover", { email })
    const token = await nextToken("recovery")
    for (let guess = 0; guess < 50; guess++) {
      const body = guess % 2 ? { token_hash: guessedToken() } : { email, token: String(100_000 + guess) }
      expect((await call("verify", { type: "recovery", ...body })).status).toBe(403)
    }
    expect((await call("verify", { type: "recovery", token_hash: token })).status).toBe(200)
    expect((await call("verify", { type: "recovery", token_hash: token })).status).toBe(403)
  })

  test("of every other kind are as long", async () => {
    const { access_token } = await (
      await call("token?grant_type=password", { email, password: PASSWORD })
    ).json()
    const headers = { Authorization: `Bearer ${access_token}` }
    await call("otp", { email })
    await call("user", { email: newEmail() }, headers, "PUT")
    await call("reauthenticate", null, headers, "GET")
    await nextToken("magiclink")
    await nextToken("email_change")
    await expect.poll(() => backend.output()).toMatch(/\[reauthentication \d{40}\]/)
  })

  function call(path: string, body: object | null, headers: HeadersInit = {}, method = "POST") {
    return fetch(`${backend.url}/auth/v1/${path}`, {
      method,
      headers: { apikey: backend.publishableKey, "Content-Type": "application/json", ...headers },
      body: body && JSON.stringify(body),
    })
  }

  /** A mail is printed before its request is answered, and its line is read from the process a little later. */
  function nextToken(type: string): Promise<string> {
    return vi.waitFor(() => {
      const links = backend.output().matchAll(new RegExp(`token_hash=(\\S+)&type=${type}`, "g"))
      const fresh = Array.from(links, ([, token = ""]) => token).filter((token) => !tokens.includes(token))
      expect(fresh).toHaveLength(1)
      tokens = [...tokens, ...fresh]
      return fresh[0] ?? ""
    })
  }
})

function open(visitor: AppVisitor) {
  return visitor.post(`/auth/confirm?token_hash=${guessedToken()}&type=recovery`, "")
}

function guessedToken(): string {
  return randomBytes(32).toString("hex")
}

function newAddress(): string {
  addresses += 1
  return `192.0.2.${addresses}`
}
