import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { AppVisitor, formOf } from "../support/app-visitor.ts"
import { type EmbeddedBackend, startEmbeddedBackend } from "../support/backend/embedded-backend.ts"
import { newEmail, ORIGIN, PASSWORD, SessionVisitor } from "../support/session-visitor.ts"

const SAMPLES = 12

test("a refused sign-in takes a full second, known or not; a right password does not wait", async () => {
  const email = newEmail()
  await new AppVisitor().post("/login", formOf({ intent: "register", email, password: PASSWORD }))
  const signIn = (address: string, password: string) =>
    new AppVisitor().post("/login", formOf({ intent: "login", email: address, password }))
  for (const address of [email, newEmail()]) {
    const began = Date.now()
    expect((await signIn(address, "another password")).status).toBe(401)
    expect(Date.now() - began).toBeGreaterThanOrEqual(990)
  }
  expect((await signIn(email, PASSWORD)).status).toBe(303)
})

describe("the embedded backend does the same work", () => {
  let backend: EmbeddedBackend
  const known = newEmail()
  const unconfirmed = newEmail()

  beforeAll(async () => {
    backend = await startEmbeddedBackend({ confirmEmail: true })
    for (const email of [known, unconfirmed]) await call("signup", { email, password: PASSWORD })
    const token = /token_hash=(\S+)&type=signup/.exec(backend.output())?.[1]
    await call("verify", { type: "signup", token_hash: token })
  })
  afterAll(() => backend?.stop())

  test("for a known, an unknown and an unconfirmed address", async () => {
    const times = await timesOf("token?grant_type=password", [() => known, newEmail, () => unconfirmed])
    for (const time of times) expect(time / (times[0] ?? 1)).toBeGreaterThan(0.5)
    for (const time of times) expect(time / (times[0] ?? 1)).toBeLessThan(2)
  })

  test("and tells only the owner that an address is not confirmed", async () => {
    const signIn = async (email: string, password: string) =>
      (await call("token?grant_type=password", { email, password })).json()
    expect(await signIn(unconfirmed, "another password")).toEqual(
      await signIn(newEmail(), "another password"),
    )
    expect(await signIn(unconfirmed, PASSWORD)).toMatchObject({ error_code: "email_not_confirmed" })
  })

  test("and signing up takes a full second and says the same, for each of them", async () => {
    const app = await loadApp(backend)
    for (const email of [known, unconfirmed, newEmail()]) {
      const began = Date.now()
      const answer = await new SessionVisitor(app).visit((context) =>
        app.signUp(context, { email, password: PASSWORD }, ORIGIN),
      )
      expect(Date.now() - began).toBeGreaterThanOrEqual(990)
      expect(answer).toEqual({ ok: true, value: { needsConfirmation: true } })
    }
  })

  /** Alternates the attempts and returns their median times in milliseconds. */
  async function timesOf(path: string, addresses: (() => string)[]): Promise<number[]> {
    const taken = addresses.map((): number[] => [])
    for (let sample = 0; sample < SAMPLES; sample++) {
      for (const [nth, address] of addresses.entries()) {
        const began = performance.now()
        await call(path, { email: address(), password: "another password" })
        taken[nth]?.push(performance.now() - began)
      }
    }
    return taken.map((times) => times.sort((a, b) => a - b)[SAMPLES / 2] ?? 0)
  }

  function call(path: string, body: object) {
    return fetch(`${backend.url}/auth/v1/${path}`, {
      method: "POST",
      headers: { apikey: backend.publishableKey, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    })
  }
})

/** Loads the app's modules for this backend. */
async function loadApp({ url, publishableKey, secretKey }: EmbeddedBackend) {
  vi.stubEnv("SUPABASE_URL", url)
  vi.stubEnv("SUPABASE_PUBLISHABLE_KEY", publishableKey)
  vi.stubEnv("SUPABASE_SECRET_KEY", secretKey)
  vi.resetModules()
  return {
    ...(await import("#app/server/visitor/response-cookies.server.ts")),
    ...(await import("#app/server/visitor/session.server.ts")),
    ...(await import("#app/server/account/account.server.ts")),
  }
}
