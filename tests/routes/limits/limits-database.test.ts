import { spawn } from "node:child_process"
import { createHash, randomUUID } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createClient, type SupabaseClient } from "@supabase/supabase-js"
import { RouterContextProvider } from "react-router"
import { afterEach, describe, expect, test, vi } from "vitest"
import { newEmail, PASSWORD } from "../../support/session-visitor.ts"

const { SUPABASE_URL = "", SUPABASE_PUBLISHABLE_KEY = "", SUPABASE_SECRET_KEY = "" } = process.env
const DAY_SECONDS = 24 * 60 * 60
/** The time for which a database that is away isn't asked. */
const AWAY_MS = 10_000

const admin = clientWith(SUPABASE_SECRET_KEY)

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

describe("quotas in the database", () => {
  test("counts none when one is full, and tells the longest wait", async () => {
    const [free, short, long] = [quota({ count: 2 }), quota({ count: 1, seconds: 600 }), quota({ count: 1 })]
    expect(await take(short, long)).toBe(0)
    for (let attempt = 0; attempt < 3; attempt++) {
      const wait = await take(free, short, long)
      expect(wait).toBeGreaterThan(DAY_SECONDS - 60)
      expect(wait).toBeLessThanOrEqual(DAY_SECONDS)
    }
    expect([await take(free), await take(free)]).toEqual([0, 0])
    expect(await take(free)).toBeGreaterThan(0)
  })

  test("grants again, once, what was given back", async () => {
    const [one, two] = [quota({ count: 2 }), quota({ count: 2 })]
    await take(one, two)
    await take(one, two)
    await admin.rpc("return_quotas", { p_quotas: [one, two] }).throwOnError()
    expect(await take(one, two)).toBe(0)
    expect(await take(one)).toBeGreaterThan(0)
  })

  test("giving back what nobody took makes no extra room", async () => {
    const one = quota({ count: 1 })
    await admin.rpc("return_quotas", { p_quotas: [one] }).throwOnError()
    expect(await take(one)).toBe(0)
    expect(await take(one)).toBeGreaterThan(0)
  })

  test("two processes at once never take more than there is", async () => {
    const [one, two] = [quota({ count: 25 }), quota({ count: 1_000 })]
    const taken = await Promise.all([
      takeInAnotherProcess([one, two], 40),
      takeInAnotherProcess([two, one], 40),
    ])
    expect(taken.reduce((sum, count) => sum + count, 0)).toBe(25)
  })

  test("an empty quota has no row", async () => {
    const soon = quota({ count: 1_000_000, seconds: 1 })
    await take(soon)
    await take(quota({ count: 1 }))
    const { data } = await admin.from("quotas").select("key").eq("key", soon.key).throwOnError()
    expect(data).toEqual([])
  })

  test.each([
    ["no list", { key: "k" }],
    ["nothing", null],
    ["the same key twice", [quota({ key: "A".repeat(43) }), quota({ key: "A".repeat(43) })]],
    ["a count of zero", [quota({ count: 0 })]],
    ["no time", [quota({ seconds: 0 })]],
    ["no key", [{ count: 1, seconds: 1 }]],
    ["more quotas than one action takes", Array.from({ length: 11 }, () => quota())],
  ])("%s is refused", async (_, quotas) => {
    const { error } = await admin.rpc("take_quotas", { p_quotas: quotas })
    expect(error?.code).toBe("PT400")
  })
})

test("neither visitors nor accounts can call the functions or see a row", async () => {
  const account = clientWith(SUPABASE_PUBLISHABLE_KEY)
  await account.auth.signUp({ email: newEmail(), password: PASSWORD })
  const full = quota({ count: 1 })
  await take(full)
  for (const client of [clientWith(SUPABASE_PUBLISHABLE_KEY), account]) {
    for (const name of ["take_quotas", "return_quotas"]) {
      expect((await client.rpc(name, { p_quotas: [full] })).error?.code).toBe("42501")
    }
    const rows = client.from("quotas")
    expect((await rows.select()).data ?? []).toEqual([])
    expect((await rows.delete().eq("key", full.key).select()).data ?? []).toEqual([])
    const forged = { key: quota().key, empty_at: "2030-01-01" }
    expect((await rows.insert(forged)).error?.code).toBe("42501")
  }
  expect(await take(full)).toBeGreaterThan(0)
})

describe("the app", () => {
  test("stores no mail address and no network address", async () => {
    const app = await loadApp({})
    const email = newEmail()
    const context = contextAt(app, "203.0.113.77")
    await app.takeQuota(context, "sign-in", email)
    const rows = JSON.stringify((await admin.from("quotas").select()).data)
    expect(rows).toContain("empty_at")
    for (const part of [email, "@", "203.0.113"]) expect(rows).not.toContain(part)
    for (const encoding of ["hex", "base64", "base64url"] as const) {
      expect(rows).not.toContain(createHash("sha256").update(email).digest(encoding))
    }
  })

  test.each([
    ["none is configured", { SUPABASE_URL: "" }, []],
    [
      "it is away",
      { SUPABASE_URL: "http://127.0.0.1:9" },
      ["Supabase is away", "attempts are counted in memory"],
    ],
  ])("counts in memory while %s", async (_, environment, complaints) => {
    const logged = vi.spyOn(process.stdout, "write").mockReturnValue(true)
    const app = await loadApp({ ...environment, RATE_LIMITS: "password-reset.email=2/1h" })
    const [email, other] = [newEmail(), newEmail()]
    const context = new RouterContextProvider()
    const ask = (address: string) => app.takeQuota(context, "password-reset", address)
    expect([(await ask(email)).ok, (await ask(email)).ok]).toEqual([true, true])
    const refused = await ask(email)
    expect(refused).toEqual({ ok: false, failure: "too-many-attempts", waitSeconds: expect.any(Number) })
    expect(!refused.ok && refused.waitSeconds).toBeGreaterThan(1_700)

    const taken = await ask(other)
    expect((await ask(other)).ok).toBe(true)
    expect((await ask(other)).ok).toBe(false)
    if (taken.ok) await app.giveBackQuota(taken.value)
    expect((await ask(other)).ok).toBe(true)
    // The lines of one turn of the event loop are printed together at its end.
    await new Promise((resolve) => setImmediate(resolve))
    const printed = logged.mock.calls.flatMap(([text]) => String(text).trim().split("\n"))
    const lines = printed.map((line) => JSON.parse(line))
    const errors = lines.filter(({ level }) => level === "error").map(({ message }) => message)
    expect(errors.sort()).toEqual(complaints)
    expect(logged.mock.calls.join()).not.toContain("@")
  })

  test("does not count a visitor that nobody can tell from others", async () => {
    const app = await loadApp({ RATE_LIMITS: "sign-up.address=1/1h" })
    const sign = (context: RouterContextProvider) => app.takeQuota(context, "sign-up", newEmail())
    const nowhere = new RouterContextProvider()
    for (let attempt = 0; attempt < 3; attempt++) expect((await sign(nowhere)).ok).toBe(true)
    const somewhere = contextAt(app, `203.0.113.78`)
    expect((await sign(somewhere)).ok).toBe(true)
    expect((await sign(somewhere)).ok).toBe(false)
  })
})

describe("while the database is slow", () => {
  test("keeps what was counted before, and lets no more through", async () => {
    vi.spyOn(process.stdout, "write").mockReturnValue(true)
    const line = await slowLine()
    const app = await loadApp({ SUPABASE_URL: line.url, RATE_LIMITS: "password-reset.email=4/1h" })
    const email = newEmail()
    const ask = async () => (await app.takeQuota(new RouterContextProvider(), "password-reset", email)).ok
    expect([await ask(), await ask()]).toEqual([true, true])
    line.isSlow = true
    const answers = await Promise.all(Array.from({ length: 8 }, ask))
    expect(answers.filter(Boolean)).toHaveLength(2)
    line.close()
  })

  test("one slow answer does not keep the next attempt from the database", async () => {
    vi.spyOn(process.stdout, "write").mockReturnValue(true)
    const line = await slowLine()
    const app = await loadApp({ SUPABASE_URL: line.url })
    const ask = () => app.takeQuota(new RouterContextProvider(), "password-reset", newEmail())
    line.isSlow = true
    expect(await ask()).toMatchObject({ ok: true, value: { isStored: false } })
    line.isSlow = false
    expect(await ask()).toMatchObject({ ok: true, value: { isStored: true } })
    line.close()
  })

  test("three slow answers in a row, and not before, keep attempts from the database for a while", async () => {
    vi.spyOn(process.stdout, "write").mockReturnValue(true)
    const now = vi.spyOn(Date, "now").mockReturnValue(0)
    const timeout = vi.spyOn(AbortSignal, "timeout")
    const line = await slowLine()
    const app = await loadApp({ SUPABASE_URL: line.url })
    const ask = async () => {
      const { asked } = line
      const taken = await app.takeQuota(new RouterContextProvider(), "password-reset", newEmail())
      return { isAsked: line.asked > asked, isStored: taken.ok && taken.value.isStored }
    }
    /** Ends the wait for an answer as soon as the request has arrived. */
    const askSlowly = async () => {
      const patience = new AbortController()
      timeout.mockReturnValueOnce(patience.signal)
      line.onSlow = () => patience.abort(new DOMException("too slow", "TimeoutError"))
      line.isSlow = true
      const answer = await ask()
      line.isSlow = false
      return answer
    }
    const [stored, slow, skipped] = [
      { isAsked: true, isStored: true },
      { isAsked: true, isStored: false },
      { isAsked: false, isStored: false },
    ]

    expect([await askSlowly(), await askSlowly(), await ask()]).toEqual([slow, slow, stored])
    expect([await askSlowly(), await askSlowly(), await askSlowly()]).toEqual([slow, slow, slow])
    expect([await ask(), await ask()]).toEqual([skipped, skipped])
    now.mockReturnValue(AWAY_MS)
    expect(await ask()).toEqual(stored)
    line.close()
  })

  /** Passes requests on to the shared backend, or never answers them. */
  async function slowLine() {
    const line = { isSlow: false, asked: 0, onSlow: () => {}, url: "", close: () => {} }
    const server = createServer(async (incoming, outgoing) => {
      line.asked += 1
      if (line.isSlow) return line.onSlow()
      const pieces: Buffer[] = []
      for await (const piece of incoming) pieces.push(piece)
      const { apikey = "", authorization = "" } = incoming.headers
      const headers = { apikey: String(apikey), authorization, "content-type": "application/json" }
      const { method = "GET" } = incoming
      const body = method === "GET" ? null : Buffer.concat(pieces)
      const answer = await fetch(SUPABASE_URL + incoming.url, { method, headers, body })
      outgoing.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text())
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    line.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    line.close = () => {
      server.closeAllConnections()
      server.close()
    }
    return line
  }
})

interface Quota {
  key: string
  count: number
  seconds: number
}

function quota(fields: Partial<Quota> = {}): Quota {
  const key = createHash("sha256").update(randomUUID()).digest("base64url")
  return { key, count: 1, seconds: DAY_SECONDS, ...fields }
}

async function take(...quotas: Quota[]): Promise<number> {
  return (await admin.rpc("take_quotas", { p_quotas: quotas }).throwOnError()).data
}

function clientWith(key: string): SupabaseClient {
  return createClient(SUPABASE_URL, key, { auth: { persistSession: false, autoRefreshToken: false } })
}

/** Makes these attempts in another process, all at once, and counts those that are granted. */
function takeInAnotherProcess(quotas: Quota[], attempts: number): Promise<number> {
  const program = `
    const [url, key, quotas, attempts] = process.argv.slice(1)
    const headers = { apikey: key, Authorization: "Bearer " + key, "Content-Type": "application/json" }
    const ask = () => fetch(url + "/rest/v1/rpc/take_quotas", { method: "POST", headers, body: quotas })
    const answers = await Promise.all(Array.from({ length: Number(attempts) }, async () => (await ask()).json()))
    console.log(answers.filter((wait) => wait === 0).length)`
  const body = JSON.stringify({ p_quotas: quotas })
  const parameters = [
    "--input-type=module",
    "-e",
    program,
    SUPABASE_URL,
    SUPABASE_SECRET_KEY,
    body,
    `${attempts}`,
  ]
  const child = spawn(process.execPath, parameters, { stdio: ["ignore", "pipe", "inherit"] })
  return new Promise((resolve, reject) => {
    let output = ""
    child.stdout.on("data", (piece) => (output += piece))
    child.on("error", reject)
    child.on("close", (code) =>
      code === 0 ? resolve(Number(output)) : reject(new Error(`ended with ${code}`)),
    )
  })
}

async function loadApp(environment: Record<string, string>) {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  vi.resetModules()
  return {
    ...(await import("#app/server/visitor/client-address.server.ts")),
    ...(await import("#app/server/limits/take-quota.server.ts")),
  }
}

/** The context of a request as server/app.ts and the middleware leave it. */
function contextAt(app: Awaited<ReturnType<typeof loadApp>>, address: string): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(app.socketAddressContext, address)
  const request = new Request("http://localhost:3000")
  const args = { request, context, params: {}, pattern: "/", url: new URL(request.url) }
  void app.clientAddressMiddleware(args as never, async () => new Response())
  return context
}
