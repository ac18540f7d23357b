import { afterAll, beforeAll, expect, test } from "vitest"
import { AppVisitor, formOf } from "../../support/app-visitor.ts"
import { startAppBehind } from "../../support/backend/own-line.ts"
import type { OwnApp } from "../../support/own-app.ts"
import { newEmail, PASSWORD } from "../../support/session-visitor.ts"

const NOVELS = 6

/** How many novels the app has asked its backend for, and whether it gets this one. */
let reads = 0
let mayRead: (read: number) => boolean | Promise<boolean> = () => true
let app: OwnApp
let cookie = ""

beforeAll(async () => {
  const isNovel = (url: string) => /\/rest\/v1\/novels\?.*content/.test(url)
  app = await startAppBehind((url) => !isNovel(url) || mayRead(++reads))
  const author = new AppVisitor()
  await author.post("/login", formOf({ intent: "register", email: newEmail(), password: PASSWORD }))
  for (let at = 0; at < NOVELS; at += 1) {
    await author.post("/save", formOf({ key: String(at), title: `第${at}篇`, content: `第${at}篇的正文。` }))
  }
  cookie = [...author.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
})

afterAll(() => app.stop())

test("a novel that cannot be read breaks the transfer, which is logged, and nothing else", async () => {
  reads = 0
  mayRead = (read) => read <= 2
  const answer = await download()
  expect(answer.status).toBe(200)
  await expect(answer.arrayBuffer()).rejects.toThrow()
  await expect.poll(() => app.output()).toContain("a library was not packed to its end")
  expect((await fetch(`${app.origin}/healthz`)).status).toBe(200)
})

test("whoever goes away ends the reading", async () => {
  reads = 0
  const asked = Promise.withResolvers<void>()
  const gone = Promise.withResolvers<boolean>()
  mayRead = (read) => {
    if (read < 3) return true
    asked.resolve()
    return gone.promise
  }
  const leaving = new AbortController()
  const answer = await download(leaving.signal)
  await asked.promise
  const before = cutDownloads()
  leaving.abort()
  await expect(answer.arrayBuffer()).rejects.toThrow()
  await expect.poll(cutDownloads).toBe(before + 1)
  gone.resolve(true)
  for (let left = 10; left > 0; left -= 1) expect((await fetch(`${app.origin}/healthz`)).status).toBe(200)
  expect(reads).toBe(3)
})

function download(signal?: AbortSignal): Promise<Response> {
  return fetch(`${app.origin}/my-novels/export`, { headers: { cookie }, ...(signal && { signal }) })
}

function cutDownloads(): number {
  return app.output().match(/"route":"\/my-novels\/export".*"isCut":true/g)?.length ?? 0
}
