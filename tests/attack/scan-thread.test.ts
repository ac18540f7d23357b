// One character that the ban reads as eighteen makes a small request a long scan, so nobody else may wait for it.
import { afterAll, beforeAll, expect, test } from "vitest"
import { AppVisitor, formOf } from "../support/app-visitor.ts"
import type { GoneScan, HeldScan } from "../support/held-scans.ts"
import { type OwnApp, sharedBackend, startApp } from "../support/own-app.ts"
import { newEmail, PASSWORD } from "../support/session-visitor.ts"

const HELD_SCANS = new URL("../support/held-scans.ts", import.meta.url).href
const EXPANDING = "\ufdfa".repeat(120_000)
const WIRE = { prompt: "雨夜的灯塔", erotic_level: "1", length: "1" }

let app: OwnApp
let cookie = ""
let novel = ""
/** Is told of the next job for the thread; null while the jobs pass. */
let hold: (() => void) | null = null

beforeAll(async () => {
  app = await startApp(sharedBackend(), ["--import", HELD_SCANS])
  app.child.on("message", ({ type }: HeldScan) => {
    if (type !== "scan-held") return
    if (hold) hold()
    else letGo()
  })
  const author = new AppVisitor()
  await author.post("/login", formOf({ intent: "register", email: newEmail(), password: PASSWORD }))
  const saved = await author.post(
    "/save",
    formOf({ title: "一篇", content: "雨停了。", is_public: "on", key: "k" }),
  )
  novel = /\/shared\/([0-9a-f-]{36})/.exec(await saved.text())?.[1] ?? ""
  cookie = [...author.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
})

afterAll(() => app?.stop())

test.each<[string, () => Promise<Response>]>([
  [
    "a text to continue, as JSON",
    () =>
      send("/generate-novel", JSON.stringify({ prompt: "雨夜的灯塔", existing_text: EXPANDING }), {
        "Content-Type": "application/json",
      }),
  ],
  ["a text to continue", () => send("/", formOf({ ...WIRE, key: "k", own_text: EXPANDING }))],
  [
    "a file to continue",
    () =>
      send(
        "/",
        formOf({ ...WIRE, own_text: "", own_file: new File([EXPANDING], "a.txt"), intent: "read-own" }),
      ),
  ],
  ["a novel that is saved", () => send("/save", formOf({ title: "长", content: EXPANDING, key: "long" }))],
  [
    "a novel that is edited",
    () => send(`/novels/${novel}/edit`, formOf({ intent: "save", text: EXPANDING })),
  ],
])("others are answered while %s is scanned", async (_, post) => {
  const order: string[] = []
  const held = Promise.withResolvers<void>()
  hold = held.resolve
  const answer = post().then(({ status }) => {
    order.push("scanned")
    return status
  })
  await Promise.race([held.promise, answer])
  expect((await fetch(`${app.origin}/healthz`)).status).toBe(200)
  order.push("other")
  hold = null
  letGo()
  expect([200, 303]).toContain(await answer)
  expect(order).toEqual(["other", "scanned"])
})

function letGo(): void {
  app.child.send({ scan: "go" } satisfies GoneScan)
}

function send(path: string, body: BodyInit, headers: HeadersInit = {}): Promise<Response> {
  return fetch(app.origin + path, {
    method: "POST",
    body,
    headers: { cookie, ...headers },
    redirect: "manual",
  })
}
