// A search reads all novels of an account, so one account may not take up the database with many of them.
import { afterAll, beforeAll, expect, test } from "vitest"
import { AppVisitor, formOf } from "../../support/app-visitor.ts"
import { startAppBehind } from "../../support/backend/own-line.ts"
import type { OwnApp } from "../../support/own-app.ts"
import { newEmail, PASSWORD } from "../../support/session-visitor.ts"

/** What the database is asked for, in the order in which it comes, and what lets each be answered. */
const asked: { words: string; answer: () => void }[] = []
let app: OwnApp

beforeAll(async () => {
  app = await startAppBehind(async (url, body) => {
    const isSearch = url.endsWith("/rest/v1/rpc/list_own_novels")
    const words: string[] = isSearch ? (JSON.parse(body).p_words ?? []) : []
    if (words.length === 0) return true
    const { promise, resolve } = Promise.withResolvers<void>()
    asked.push({ words: words.join(" "), answer: resolve })
    await promise
    return true
  })
})

afterAll(() => app.stop())

test("an account's searches are made one after another, and another account's is made meanwhile", async () => {
  const [mine, other] = [await cookieOfAuthor(), await cookieOfAuthor()]
  const first = search(mine, "甲")
  await expect.poll(wordsAsked).toEqual(["甲"])
  const second = search(mine, "乙")
  const theirs = search(other, "丙")
  // The second came before the other account's, so it would have been asked for by now.
  await expect.poll(wordsAsked).toContain("丙")
  expect(wordsAsked()).toEqual(["甲", "丙"])
  asked[1]?.answer()
  expect((await theirs).status).toBe(200)
  expect(wordsAsked()).toEqual(["甲", "丙"])
  asked[0]?.answer()
  expect((await first).status).toBe(200)
  await expect.poll(wordsAsked).toEqual(["甲", "丙", "乙"])
  asked[2]?.answer()
  expect((await second).status).toBe(200)
})

function wordsAsked(): string[] {
  return asked.map(({ words }) => words)
}

function search(cookie: string, query: string): Promise<Response> {
  return fetch(`${app.origin}/my-novels?${new URLSearchParams({ query })}`, { headers: { cookie } })
}

async function cookieOfAuthor(): Promise<string> {
  const author = new AppVisitor()
  await author.post("/login", formOf({ email: newEmail(), password: PASSWORD, intent: "register" }))
  return [...author.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
}
