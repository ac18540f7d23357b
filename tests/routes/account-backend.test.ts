import { once } from "node:events"
import { type AddressInfo, createServer, type Server } from "node:net"
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import { type EmbeddedBackend, startEmbeddedBackend } from "../support/backend/embedded-backend.ts"
import { newEmail, ORIGIN, PASSWORD, SessionVisitor } from "../support/session-visitor.ts"

const CREDENTIALS = { email: newEmail(), password: PASSWORD }
const DRAFT = {
  title: "题",
  content: "文",
  sections: [],
  isPublic: true,
  contentLevel: 1 as const,
  key: "k",
}
const ID = "3f0a4a4e-8d5f-4b57-9d0c-0a5a2f6f5b11"

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test("over https the cookie is for this host alone and never sent in the clear", async () => {
  const app = await loadApp({ APP_ORIGIN: "https://luobi.example" })
  const visitor = new SessionVisitor(app)
  await visitor.visit((context) => app.signUp(context, { ...CREDENTIALS, email: newEmail() }, ORIGIN))
  expect(visitor.setCookies).toEqual([
    expect.stringMatching(/^__Host-luobi-session=\S+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ])
  expect(await visitor.visit(app.findAccount)).not.toBeNull()
  await visitor.visit((context) => app.signOut(context))
  expect(visitor.setCookies).toEqual([
    expect.stringMatching(/^__Host-luobi-session=; Max-Age=0; .*Secure/),
    expect.stringMatching(/^__Host-logged-out=\S+; Max-Age=\d+; .*Secure/),
  ])
})

describe("without Supabase", () => {
  test("every account action says that Supabase is missing, and nobody is signed in", async () => {
    const app = await loadApp({ SUPABASE_URL: "" })
    const visitor = new SessionVisitor(app)
    visitor.cookies.set("luobi-session", "base64-e30")
    expect(await visitor.visit((context) => [app.findAccount(context), app.backendState(context)])).toEqual([
      null,
      "missing",
    ])
    for (const outcome of await everyOutcome(app, visitor)) {
      expect(outcome).toEqual({ ok: false, failure: "backend-missing" })
    }
    expect(await app.findAvatarFile(`${ID}-1.png`)).toBeNull()
  })
})

describe("while Supabase is away", () => {
  const NOWHERE = "http://127.0.0.1:9"

  test("visitors' pages work as usual; what needs Supabase says at once that it is away", async () => {
    const logged = vi.spyOn(process.stdout, "write").mockReturnValue(true)
    const app = await loadApp({ SUPABASE_URL: NOWHERE })
    const visitor = new SessionVisitor(app)
    expect(await visitor.visit(app.backendState)).toBe("ready")
    const began = Date.now()
    const outcomes = await Promise.all([
      visitor.visit((context) => app.signIn(context, CREDENTIALS)),
      visitor.visit((context) => app.signUp(context, CREDENTIALS, ORIGIN)),
      visitor.visit((context) => app.requestPasswordReset(context, CREDENTIALS.email, ORIGIN)),
      visitor.visit((context) => app.confirmLink(context, { tokenHash: "t", type: "signup", proof: null })),
      visitor.visit((context) => app.findSharedNovel(context, ID)),
    ])
    for (const outcome of outcomes) expect(outcome).toEqual({ ok: false, failure: "backend-down" })
    expect(await app.findAvatarFile(`${ID}-1.png`)).toBeNull()
    expect(Date.now() - began).toBeLessThan(3_000)
    expect(logged.mock.calls.flat().join()).toContain("Supabase did not answer")
    expect(logged.mock.calls.flat().join()).not.toContain(CREDENTIALS.email)
  })

  test.each([
    ["in time", 3_600],
    ["to be refreshed", -60],
  ])("a visitor whose session %s keeps it and is told", async (_, seconds) => {
    vi.spyOn(console, "error").mockImplementation(() => {})
    vi.spyOn(console, "warn").mockImplementation(() => {})
    const app = await loadApp({ SUPABASE_URL: NOWHERE })
    const visitor = new SessionVisitor(app)
    visitor.cookies.set("luobi-session", sessionCookie(seconds))
    const began = Date.now()
    for (const outcome of await everyOutcome(app, visitor)) {
      expect(outcome).toEqual({ ok: false, failure: "backend-down" })
      expect(visitor.setCookies).toEqual([])
    }
    expect(await visitor.visit(app.findAccount)).toBeNull()
    expect(await visitor.visit(app.backendState)).toBe("down")
    expect(Date.now() - began).toBeLessThan(4_000)
    expect(visitor.cookies.size).toBe(1)
  })

  test("signing out still works", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {})
    const app = await loadApp({ SUPABASE_URL: NOWHERE })
    const visitor = new SessionVisitor(app)
    visitor.cookies.set("luobi-session", sessionCookie(3_600))
    expect(await visitor.visit((context) => app.signOut(context))).toEqual({
      ok: false,
      failure: "backend-down",
    })
    expect([...visitor.cookies.keys()]).toEqual(["logged-out"])
  })
})

describe("when Supabase is silent", () => {
  let server: Server

  beforeAll(async () => {
    server = createServer(() => {}).listen(0, "127.0.0.1")
    await once(server, "listening")
  })
  afterAll(() => server.close())

  test("a page waits a few seconds, then goes on and keeps the session", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {})
    vi.spyOn(console, "warn").mockImplementation(() => {})
    const app = await loadApp({ SUPABASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
    const visitor = new SessionVisitor(app)
    visitor.cookies.set("luobi-session", sessionCookie(-60))
    const began = Date.now()
    const failed = await visitor.visit((context) => app.saveNovel(context, DRAFT))
    expect(failed).toEqual({ ok: false, failure: "backend-down" })
    expect(Date.now() - began).toBeLessThan(7_000)
    expect(visitor.cookies.size).toBe(1)
  })
})

describe("with addresses confirmed by mail", () => {
  let backend: EmbeddedBackend
  let app: App
  let visitor: SessionVisitor

  beforeAll(async () => {
    backend = await startEmbeddedBackend({ confirmEmail: true })
    app = await loadApp({
      SUPABASE_URL: backend.url,
      SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
      SUPABASE_SECRET_KEY: backend.secretKey,
    })
    visitor = new SessionVisitor(app)
  })
  afterAll(() => backend?.stop())

  test("an account begins with the link in a mail, and the link works once", async () => {
    const underWay = { ok: true, value: { needsConfirmation: true } }
    expect(await visitor.visit((context) => app.signUp(context, CREDENTIALS, ORIGIN))).toEqual(underWay)
    expect(visitor.cookies.size).toBe(0)
    expect(await visitor.visit((context) => app.signIn(context, CREDENTIALS))).toEqual({
      ok: false,
      failure: "email-unconfirmed",
    })

    const link = lastLink(backend)
    expect(link.type).toBe("signup")
    const confirmed = await visitor.visit((context) => app.confirmLink(context, link))
    expect(confirmed).toMatchObject({ ok: true, value: { email: CREDENTIALS.email } })
    expect(await visitor.visit(app.findAccount)).toEqual(confirmed.ok && confirmed.value)

    const other = new SessionVisitor(app)
    expect(await other.visit((context) => app.confirmLink(context, link))).toEqual({
      ok: false,
      failure: "link-expired",
    })
    // A known and confirmed address is answered like an unknown one, whether the password is right or wrong.
    for (const password of [CREDENTIALS.password, "another password"]) {
      const again = await other.visit((context) => app.signUp(context, { ...CREDENTIALS, password }, ORIGIN))
      expect(again).toEqual(underWay)
    }
    expect(other.cookies.size).toBe(0)
  })

  test("a forgotten password is answered alike, and as fast, for known and unknown addresses", async () => {
    const ask = async (email: string) => {
      const began = Date.now()
      const answer = await visitor.visit((context) => app.requestPasswordReset(context, email, ORIGIN))
      return { answer, took: Date.now() - began }
    }
    const [known, unknown] = await Promise.all([ask(CREDENTIALS.email), ask(newEmail())])
    expect(known.answer).toEqual({ ok: true, value: null })
    expect(unknown.answer).toEqual(known.answer)
    expect(Math.min(known.took, unknown.took)).toBeGreaterThanOrEqual(990)

    const link = lastLink(backend)
    expect(link.type).toBe("recovery")
    const phone = new SessionVisitor(app)
    expect(await phone.visit((context) => app.confirmLink(context, { ...link, type: "signup" }))).toEqual({
      ok: false,
      failure: "link-expired",
    })
    expect((await phone.visit((context) => app.confirmLink(context, link))).ok).toBe(true)
    expect((await phone.visit((context) => app.changePassword(context, "a new password"))).ok).toBe(true)
    const enter = (password: string) =>
      visitor.visit((context) => app.signIn(context, { ...CREDENTIALS, password }))
    expect((await enter("a new password")).ok).toBe(true)
    expect(await enter(PASSWORD)).toEqual({ ok: false, failure: "credentials-wrong" })
  })

  test.each(["", "x", "../verify", "a".repeat(5_000)])("%.20j is not a link", async (tokenHash) => {
    const stranger = new SessionVisitor(app)
    for (const type of ["signup", "recovery", "email_change", "magiclink"] as const) {
      expect(
        await stranger.visit((context) => app.confirmLink(context, { tokenHash, type, proof: null })),
      ).toEqual({
        ok: false,
        failure: "link-expired",
      })
    }
  })
})

type App = Awaited<ReturnType<typeof loadApp>>

/** Loads the app's modules again with this environment. */
async function loadApp(environment: Record<string, string>) {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  vi.resetModules()
  return {
    ...(await import("#app/server/visitor/response-cookies.server.ts")),
    ...(await import("#app/server/visitor/session.server.ts")),
    ...(await import("#app/server/account/account.server.ts")),
    ...(await import("#app/server/novels/bin.server.ts")),
    ...(await import("#app/server/novels/change-novel.server.ts")),
    ...(await import("#app/server/novels/find-novel.server.ts")),
    ...(await import("#app/server/novels/list-novels.server.ts")),
    ...(await import("#app/server/novels/save-novel.server.ts")),
    ...(await import("#app/server/profile/profile.server.ts")),
    ...(await import("#app/server/profile/avatar.server.ts")),
    ...(await import("#app/server/profile/avatar-file.server.ts")),
    ...(await import("#app/server/references/references.server.ts")),
  }
}

/** Makes one request to everything that needs an account and collects the answers. */
async function everyOutcome(app: App, visitor: SessionVisitor) {
  const acts: ((context: Parameters<App["findAccount"]>[0]) => Promise<unknown>)[] = [
    (context) => app.saveNovel(context, DRAFT),
    (context) => app.listOwnNovels(context, { page: 1, query: "" }),
    (context) => app.findOwnNovel(context, ID),
    (context) => app.findSharedNovel(context, ID),
    (context) => app.publishNovel(context, ID, true),
    (context) => app.publishNovel(context, ID, false),
    (context) => app.renameNovel(context, ID, "题"),
    (context) => app.editNovel(context, ID, "文"),
    (context) => app.binNovels(context, [ID]),
    (context) => app.saveProfile(context, { username: "名", avatarUrl: null }),
    (context) => app.uploadAvatar(context, new File(["x"], "x.png")),
    (context) => app.changePassword(context, PASSWORD),
    (context) => app.getProfile(context),
  ]
  const outcomes: unknown[] = []
  for (const act of acts) outcomes.push(await visitor.visit(act))
  return outcomes
}

function sessionCookie(seconds: number): string {
  const session = {
    access_token: "a.b.c",
    refresh_token: "r",
    expires_at: Math.floor(Date.now() / 1_000) + seconds,
    expires_in: 3_600,
    token_type: "bearer",
    user: { id: ID },
  }
  return `base64-${Buffer.from(JSON.stringify(session)).toString("base64url")}`
}

function lastLink(backend: EmbeddedBackend) {
  const links = [...backend.output().matchAll(/token_hash=(\S+)&type=(\w+)/g)]
  const [, tokenHash = "", type = ""] = links.at(-1) ?? []
  return { tokenHash, type: type as "signup" | "recovery", proof: null }
}
