import { createHash, randomBytes } from "node:crypto"
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import { AppVisitor, formOf, pageOf } from "../support/app-visitor.ts"
import { newEmail, ORIGIN, PASSWORD } from "../support/session-visitor.ts"

// Runs before the app is loaded, which reads its environment once. The count for all is hardly ever paid back here, so
// no attempt passes because the machine is slow.
const { backend, line, limits } = await vi.hoisted(async () => {
  const { CHEAP_HASH_COST, startEmbeddedBackend } = await import("../support/backend/embedded-backend.ts")
  const { countingLine } = await import("../support/counting-line.ts")
  const backend = await startEmbeddedBackend({
    confirmEmail: true,
    appOrigin: "http://localhost:3000",
    isBusy: true,
    hashCost: CHEAP_HASH_COST,
  })
  /** Whether Supabase takes no more links from the app. */
  const limits = { areReached: false }
  const line = await countingLine(
    backend.url,
    ({ url = "" }) => limits.areReached && url.startsWith("/auth/v1/verify"),
    { status: 429, body: JSON.stringify({ code: 429, error_code: "over_request_rate_limit" }) },
  )
  Object.assign(process.env, {
    SUPABASE_URL: line.url,
    SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
    SUPABASE_SECRET_KEY: backend.secretKey,
    SESSION_SECRET: backend.sessionSecret,
    RATE_LIMITS: "mailed-link.everyone=120/7d",
  })
  return { backend, line, limits }
})

afterAll(async () => {
  line.close()
  await backend.stop()
})

const SIX_DIGITS = 1_000_000
/** More than the count for all, in browsers that have room for it. */
const MANY = 130
/** As many as one address or browser has. */
const GUESSES_EACH = 20
/** As many as one link or proof has. */
const TRIES_EACH = 10
/** Longer than a proof counts. */
const LATER_MS = 71 * 60_000
const HANG_MS = 60_000

let addresses = 0
const seen = new Set<string>()

describe("guessing at the app's page", () => {
  test("is refused after 20 guesses from one address, with the wait; the link stays good", async () => {
    const guesser = stranger()
    const statuses = []
    for (let guess = 0; guess < GUESSES_EACH; guess++) statuses.push((await open(guesser)).status)
    expect(new Set(statuses)).toEqual(new Set([410]))
    await expectRefusal(await open(guesser))
    expect((await open(stranger())).status).toBe(410)
  })

  test("at once counts like guessing in a row", async () => {
    const guesser = stranger()
    const answers = await Promise.all(Array.from({ length: 40 }, () => open(guesser)))
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(GUESSES_EACH)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(GUESSES_EACH)
  })

  test("with one token from many addresses is refused after 10", async () => {
    const link = guessedLink()
    for (let guess = 0; guess < TRIES_EACH; guess++) expect((await open(stranger(), link)).status).toBe(410)
    await expectRefusal(await open(stranger(), link))
    expect((await open(stranger())).status).toBe(410)
  })

  test("does not affect a browser in which an account signed in before", async () => {
    const address = newAddress()
    const owner = new AppVisitor(address)
    await enter(owner, await newAccount())
    const guesser = new AppVisitor(address)
    for (let guess = 0; guess <= GUESSES_EACH; guess++) await open(guesser)
    expect((await open(owner)).status).toBe(410)
  })
})

describe("the embedded backend's links", () => {
  let email: string

  beforeAll(async () => {
    email = await newAccount()
  })

  test("do not come from a code of six digits", async () => {
    await call("recover", { email })
    const token = await nextToken(email, "recovery")
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
    const token = await nextToken(email, "recovery")
    for (let guess = 0; guess < 50; guess++) {
      const body = guess % 2 ? { token_hash: guessedToken() } : { email, token: String(100_000 + guess) }
      expect((await call("verify", { type: "recovery", ...body })).status).toBe(403)
    }
    await expectUseOnce("recovery", token)
  })

  test("of every other kind are as long, and work once", async () => {
    const { access_token } = await (
      await call("token?grant_type=password", { email, password: PASSWORD })
    ).json()
    const headers = { Authorization: `Bearer ${access_token}` }
    await call("otp", { email })
    await call("user", { email: newEmail() }, headers, "PUT")
    await call("reauthenticate", null, headers, "GET")
    await expectUseOnce("magiclink", await nextToken(email, "magiclink"))
    await expectUseOnce("email_change", await nextToken(email, "email_change"))
    await expect.poll(() => backend.output()).toMatch(/\[reauthentication \d{40}\]/)
  })

  test("carry an address of the site alone", async () => {
    const account = await newAccount()
    for (const wanted of ["https://evil.example/", "//evil.example", "http://localhost:3000.evil.example/"]) {
      await call(`recover?redirect_to=${encodeURIComponent(wanted)}`, { email: account })
      expect(await nextLink(account, "recovery")).not.toContain("redirect_to")
    }
  })

  async function expectUseOnce(type: string, token: string) {
    expect((await call("verify", { type, token_hash: token })).status).toBe(200)
    expect((await call("verify", { type, token_hash: token })).status).toBe(403)
  }
})

describe("when guesses have used up the count for all", () => {
  beforeAll(async () => {
    const statuses = []
    for (let guess = 0; guess < MANY; guess++) statuses.push((await open(stranger())).status)
    expect(new Set(statuses)).toEqual(new Set([410, 429]))
    await expectRefusal(await open(stranger()))
  })

  afterEach(() => void vi.useRealTimers())

  test("known browsers are bounded apart, and together", async () => {
    const email = await newAccount()
    const owners = Array.from({ length: MANY / TRIES_EACH }, stranger)
    for (const owner of owners) await enter(owner, email)
    const statuses = []
    for (let guess = 0; guess < MANY; guess++) {
      statuses.push((await open(owners[guess % owners.length] ?? stranger())).status)
    }
    expect(new Set(statuses)).toEqual(new Set([410, 429]))
    expect(statuses.filter((status) => status === 410).length).toBeGreaterThan(MANY / 2)
    // Not even a known browser's owner is held up.
    const owner = owners[0] ?? stranger()
    expect((await open(owner)).status).toBe(429)
    expect((await open(owner, await linkFor(email, "recovery"))).status).toBe(303)
  })

  test("the link of a mail that the app asked for opens in a browser that nobody knows", async () => {
    const email = newEmail()
    const signUp = await linkFor(email, "signup")
    const opened = await stranger().fetch(signUp)
    expect(opened.status).toBe(200)
    const confirmed = await open(stranger(), buttonOf(await pageOf(opened)))
    expect([confirmed.status, confirmed.headers.get("Location")]).toEqual([303, "/"])

    const reader = stranger()
    const entered = await open(reader, await linkFor(email, "recovery"))
    expect([entered.status, entered.headers.get("Location")]).toEqual([303, "/reset-password"])
    expect(await pageOf(await reader.fetch("/profile"))).toContain(email)
  })

  test("when Supabase itself takes no more links, the page says to wait, and the link stays good", async () => {
    const link = await linkFor(newEmail(), "signup")
    limits.areReached = true
    const refused = await open(stranger(), link)
    limits.areReached = false
    expect(refused.status).toBe(429)
    const page = await pageOf(refused)
    expect(page).toContain("尝试的次数太多了，请稍后再试。")
    expect(page).toContain("邮件里的链接没有用掉")
    expect((await open(stranger(), buttonOf(page))).headers.get("Location")).toBe("/")
  })

  test("a mail that is asked for again is asked for with a proof, too", async () => {
    const withProof = `/resend?redirect_to=${encodeURIComponent(`${ORIGIN}/auth/confirm?proof=`)}`
    const before = line.countOf(withProof)
    await stranger().post("/auth/confirm?type=signup", formOf({ intent: "resend", email: newEmail() }))
    expect(line.countOf(withProof)).toBe(before + 1)
  })

  test.each<[string, (link: string) => string]>([
    ["nothing", (link) => changedLink(link, { redirect_to: null })],
    ["the site's address", (link) => changedLink(link, { redirect_to: ORIGIN })],
    ["no address", (link) => changedLink(link, { redirect_to: "//[" })],
    ["a later proof", (link) => withProof(link, ([, ...rest]) => [String(Date.now() + LATER_MS), ...rest])],
    ["a proof for somebody else", (link) => withProof(link, ([until, , sign]) => [until, "x", sign])],
    ["a proof with another signature", (link) => withProof(link, ([until, whose]) => [until, whose, "x"])],
    ["a proof without a signature", (link) => withProof(link, (parts) => parts.slice(0, 2))],
    ["a proof and something more", (link) => withProof(link, (parts) => [...parts, ""])],
    ["the proof of another kind of link", (link) => changedLink(link, { type: "signup" })],
  ])("a link with %s instead of its proof has to wait, as others do", async (_, change) => {
    const link = await linkFor(await newAccount(), "recovery")
    expect((await open(stranger(), change(link))).status).toBe(429)
    expect((await open(stranger(), link)).status).toBe(303)
  })

  test("a proof that is older than any link counts like none", async () => {
    const link = await linkFor(newEmail(), "signup")
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + LATER_MS })
    expect((await open(stranger(), link)).status).toBe(429)
    vi.useRealTimers()
    expect((await open(stranger(), link)).status).toBe(303)
  })

  test("tokens with one proof are refused after 10, and with another proof are not", async () => {
    const link = await linkFor(newEmail(), "signup")
    const guess = () => open(stranger(), changedLink(link, { token_hash: guessedToken() }))
    const guesses = await Promise.all(Array.from({ length: 2 * TRIES_EACH }, guess))
    expect(guesses.filter(({ status }) => status === 410)).toHaveLength(TRIES_EACH)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(TRIES_EACH)
    await expectRefusal(await open(stranger(), link))
    expect((await open(stranger(), await linkFor(newEmail(), "signup"))).status).toBe(303)
  })

  test("a proof opens its own account alone: another one's token is used up, and signs nobody in", async () => {
    const [email, other] = [await newAccount(), await newAccount()]
    const [guesser, visitor] = [stranger(), stranger()]
    await enter(guesser, email)
    const cookies = identityOf(guesser)
    const ended = line.countOf("/auth/v1/logout")
    for (const [nth, browser] of [guesser, visitor].entries()) {
      const proven = await linkFor(email, "recovery")
      const token = tokenOf(await linkFor(other, "recovery"))
      const refused = await open(browser, changedLink(proven, { token_hash: token }))
      expect(refused.status).toBe(410)
      expect(await pageOf(refused)).not.toContain(other)
      expect(line.countOf("/auth/v1/logout")).toBe(ended + nth + 1)
      expect((await open(stranger(), changedLink(proven, { token_hash: token }))).status).toBe(410)
    }
    expect(identityOf(visitor)).toEqual([])
    expect(identityOf(guesser)).toEqual(cookies)
    expect(await pageOf(await guesser.fetch("/profile"))).toContain(email)
  })

  test("an address elsewhere leads nowhere", async () => {
    const link = await linkFor(newEmail(), "signup")
    const address = new URL(new URL(link, ORIGIN).searchParams.get("redirect_to") ?? "")
    const astray = changedLink(link, { redirect_to: `https://evil.example/${address.search}` })
    expect(await pageOf(await stranger().fetch(astray))).not.toMatch(/(?:href|action)="[^"/]*\/\/evil/)
    expect((await open(stranger(), astray)).headers.get("Location")).toBe("/")
  })
})

/** Presses the button of a mailed link's page, or of a guessed one's. */
function open(visitor: AppVisitor, link = guessedLink()) {
  return visitor.post(link, "")
}

/** Where the button of a link's page leads, also without script. */
function buttonOf(page: string): string {
  return / action="(\/auth\/confirm[^"]*)" method="post"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? ""
}

async function expectRefusal(refused: Response): Promise<void> {
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0)
  const page = await pageOf(refused)
  expect(page).toMatch(/尝试的次数太多了，请过 \d+ \S+?再试。/)
  expect(page).toContain("邮件里的链接没有用掉")
  expect(page).toContain("确认并继续")
}

/** Lets the app ask for a mail, and returns its link. */
async function linkFor(email: string, type: "signup" | "recovery"): Promise<string> {
  const asked =
    type === "recovery"
      ? stranger().post("/forgot-password", formOf({ email }))
      : stranger().post("/login", formOf({ intent: "register", email, password: PASSWORD }))
  expect((await asked).status).toBe(200)
  return nextLink(email, type)
}

/** The cookies that tell whose browser it is. */
function identityOf(visitor: AppVisitor) {
  return [...visitor.cookies].filter(([name]) => /session|device/.test(name))
}

async function newAccount(): Promise<string> {
  const email = newEmail()
  await call("signup", { email, password: PASSWORD })
  const token_hash = await nextToken(email, "signup")
  expect((await call("verify", { type: "signup", token_hash })).status).toBe(200)
  return email
}

async function enter(visitor: AppVisitor, email: string): Promise<void> {
  const form = formOf({ intent: "login", email, password: PASSWORD })
  expect((await visitor.post("/login", form)).status).toBe(303)
}

function call(path: string, body: object | null, headers: HeadersInit = {}, method = "POST") {
  return fetch(`${backend.url}/auth/v1/${path}`, {
    method,
    headers: { apikey: backend.publishableKey, "Content-Type": "application/json", ...headers },
    body: body && JSON.stringify(body),
  })
}

/**
 * The path of the next link in the mails to an address. A mail is printed before its request is answered, and its line
 * is read from the process a little later.
 */
function nextLink(email: string, type: string): Promise<string> {
  return vi.waitFor(() => {
    const mails = backend.output().matchAll(new RegExp(`→ ${email} .*\\n\\s*(\\S+&type=${type}\\S*)\\n`, "g"))
    const fresh = Array.from(mails, ([, link = ""]) => link).filter((link) => !seen.has(link))
    expect(fresh).toHaveLength(1)
    const [link = ""] = fresh
    seen.add(link)
    return link.replace(ORIGIN, "")
  }, HANG_MS)
}

async function nextToken(email: string, type: string): Promise<string> {
  return tokenOf(await nextLink(email, type))
}

function tokenOf(link: string): string {
  return new URL(link, ORIGIN).searchParams.get("token_hash") ?? ""
}

function changedLink(link: string, parameters: Record<string, string | null>): string {
  const url = new URL(link, ORIGIN)
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  return url.pathname + url.search
}

/** The link with its proof's parts (until when, for whom, signature) changed. */
function withProof(link: string, change: (parts: string[]) => (string | undefined)[]): string {
  const address = new URL(new URL(link, ORIGIN).searchParams.get("redirect_to") ?? "")
  const parts = (address.searchParams.get("proof") ?? "").split(".")
  address.searchParams.set("proof", change(parts).join("."))
  return changedLink(link, { redirect_to: address.href })
}

function guessedLink(): string {
  return `/auth/confirm?token_hash=${guessedToken()}&type=recovery`
}

function guessedToken(): string {
  return randomBytes(32).toString("hex")
}

/** A browser that nobody knows, at an address of its own. */
function stranger(): AppVisitor {
  return new AppVisitor(newAddress())
}

function newAddress(): string {
  addresses += 1
  return `198.18.${addresses >> 8}.${addresses & 0xff}`
}
