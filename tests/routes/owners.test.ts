import { describe, expect, test } from "vitest"
import { AppVisitor, formOf, pageOf } from "../support/app-visitor.ts"
import { newEmail, PASSWORD } from "../support/session-visitor.ts"

const PROMPT = "雨夜里的修表匠"

describe("what is written while signed in", () => {
  test("is out of reach for the next person once its account has logged out, and back after a login", async () => {
    const device = new AppVisitor()
    const email = await register(device)
    const id = await write(device)
    const before = device.copy()
    const loggedOut = await device.post("/logout", formOf({}))
    expect(loggedOut.headers.get("Clear-Site-Data")).toBe('"cache"')

    await expectUnreadable(device, id)
    expect(await pageOf(await device.fetch("/"))).not.toContain(id)
    // The cookies from before do not open it without the session either.
    before.forgetSession()
    await expectUnreadable(before, id)
    await register(device)
    await expectUnreadable(device, id)
    await device.post("/logout", formOf({}))

    await logIn(device, email)
    await expectReadable(device, id)
    await expectReadable(await logIn(new AppVisitor(), email), id)
  })

  test("stays the account's when its session expires", async () => {
    const device = new AppVisitor()
    const email = await register(device)
    const id = await write(device)
    device.forgetSession()
    await expectUnreadable(device, id)
    await logIn(device, email)
    await expectReadable(device, id)
    expect(await pageOf(await device.fetch("/"))).toContain(`/?generation=${id}`)
  })

  test("is not passed to another account that logs in without a logout", async () => {
    const device = new AppVisitor()
    await register(device)
    const id = await write(device)
    await register(device)
    await expectUnreadable(device, id)
  })

  test("is out of reach everywhere after a logout everywhere", async () => {
    const email = newEmail()
    const lost = new AppVisitor()
    await register(lost, email)
    const id = await write(lost)
    const home = await logIn(new AppVisitor(), email)
    await home.post("/logout", formOf({ scope: "everywhere" }))
    await expectUnreadable(lost, id)
  })
})

describe("what a visitor wrote before logging in", () => {
  test.each([
    ["logging in", async (device: AppVisitor, email: string) => logIn(device, email)],
    ["registering", async (device: AppVisitor) => register(device)],
  ])("can be read, continued, rewritten and saved after %s", async (_, enter) => {
    const email = newEmail()
    await register(new AppVisitor(), email)
    const device = new AppVisitor()
    const id = await write(device)
    await enter(device, email)

    await expectReadable(device, id)
    expect(await pageOf(await device.fetch("/"))).toContain(`/?generation=${id}`)
    const fields = {
      prompt: PROMPT,
      direction: "",
      erotic_level: "1",
      length: "1",
      continues: id,
      key: crypto.randomUUID(),
    }
    expect((await device.post("/", formOf(fields))).status).toBe(303)
    const again = await device.post(`/generations/${id}/rewrite`, formOf({ key: crypto.randomUUID() }))
    expect(again.status).toBe(303)
    const saved = await device.post("/save", formOf({ generation: id, title: "怀表", key: "one" }))
    expect(saved.status).toBe(303)
    expect(saved.headers.get("Location")).toContain(id)
  })

  test("belongs to the account from then on: hidden after a logout, back after a login", async () => {
    const device = new AppVisitor()
    const id = await write(device)
    const email = await register(device)
    await device.post("/logout", formOf({}))
    await expectUnreadable(device, id)
    await logIn(device, email)
    await expectReadable(device, id)
  })

  test("is no longer readable for an attacker who planted the cookie", async () => {
    const thief = new AppVisitor()
    await thief.fetch("/")
    const victim = thief.copy()
    const earlier = await write(victim)
    await register(victim)
    const later = await write(victim)
    for (const id of [earlier, later]) {
      await expectReadable(victim, id)
      await expectUnreadable(thief, id)
    }
  })

  test("goes on while it is being written; the account can stop it and read it to its end", async () => {
    const device = new AppVisitor()
    const id = await begin(device, "5")
    await register(device)
    expect(await pageOf(await device.fetch(`/?generation=${id}`))).toContain(PROMPT)
    expect((await device.post(`/generations/${id}/stop`, formOf({}))).status).toBe(303)
    await expectReadable(device, id)
  })
})

describe("a signed cookie", () => {
  test("is not accepted in place of another one", async () => {
    const device = new AppVisitor()
    await device.fetch("/")
    await register(device)
    await device.post(
      "/",
      formOf({ prompt: PROMPT, erotic_level: "4", length: "1", intent: "confirm-adult", key: "k" }),
    )
    const cookies = [...device.cookies].filter(([name]) => !name.startsWith("luobi-session"))
    expect(cookies.map(([name]) => name).sort()).toEqual(["adult", "device", "flash", "last", "visitor"])
    for (const [name, value] of cookies) {
      for (const [other] of cookies) {
        if (other === name) continue
        const forger = new AppVisitor()
        forger.cookies.set(other, value)
        if (other === "visitor")
          expect((await forger.fetch("/")).headers.get("Set-Cookie")).toMatch(/^visitor=/)
        if (other === "adult") expect((await asksForAdult(forger)).status).toBe(403)
        if (other === "last") expect(await pageOf(await forger.fetch("/"))).not.toContain("/?generation=")
        if (other === "flash")
          expect((await forger.fetch("/")).headers.get("Set-Cookie")).not.toMatch(/flash=/)
      }
    }
  })
})

function asksForAdult(visitor: AppVisitor): Promise<Response> {
  return visitor.post(
    "/",
    formOf({ prompt: PROMPT, erotic_level: "4", length: "1", key: crypto.randomUUID() }),
  )
}

async function register(visitor: AppVisitor, email = newEmail()): Promise<string> {
  const fields = { intent: "register", email, password: PASSWORD }
  expect((await visitor.post("/login", formOf(fields))).status).toBe(303)
  return email
}

async function logIn(visitor: AppVisitor, email: string): Promise<AppVisitor> {
  expect((await visitor.post("/login", formOf({ intent: "login", email, password: PASSWORD }))).status).toBe(
    303,
  )
  return visitor
}

/** Starts a novel and returns its id. */
async function begin(visitor: AppVisitor, length = "1"): Promise<string> {
  const fields = { prompt: PROMPT, direction: "", erotic_level: "1", length, key: crypto.randomUUID() }
  const answer = await visitor.post("/", formOf(fields))
  expect(answer.status).toBe(303)
  return /generation=([\w-]+)/.exec(answer.headers.get("Location") ?? "")?.[1] ?? ""
}

/** Writes a novel to its end and returns its id. */
async function write(visitor: AppVisitor): Promise<string> {
  const id = await begin(visitor)
  await (await visitor.fetch(`/generations/${id}/events`)).text()
  return id
}

async function expectReadable(visitor: AppVisitor, id: string): Promise<void> {
  for (const path of [`/?generation=${id}`, `/generations/${id}/text`, `/generations/${id}/live`]) {
    const answer = await visitor.fetch(path)
    expect(answer.status, path).toBe(200)
    await answer.body?.cancel()
  }
  expect(await (await visitor.fetch(`/generations/${id}/events`)).text()).toContain("event: text")
}

async function expectUnreadable(visitor: AppVisitor, id: string): Promise<void> {
  for (const path of [
    `/?generation=${id}`,
    `/generations/${id}/text`,
    `/generations/${id}/live`,
    `/generations/${id}/events`,
  ]) {
    const answer = await visitor.fetch(path)
    expect(answer.status, path).toBe(404)
    await answer.body?.cancel()
  }
  for (const action of ["stop", "rewrite"]) {
    expect((await visitor.post(`/generations/${id}/${action}`, formOf({}))).status, action).toBe(404)
  }
  const saved = await visitor.post(
    "/save",
    formOf({ generation: id, title: "怀表", key: crypto.randomUUID() }),
  )
  expect([401, 410]).toContain(saved.status)
}
