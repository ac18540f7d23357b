import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import type { Page } from "@playwright/test"
import { PIXEL, saveNovel, signUp } from "../support/browser/account.ts"
import { expect, test } from "../support/browser/browser-test.ts"
import { logFile, noteTyped } from "../support/browser/e2e-logs.ts"
import { logLines } from "../support/browser/log-leaks.ts"

/** The end of the run searches everything that the servers printed for what was typed. */
test("every request has a line in the log, and no line contains what was typed, sent or refused", async ({
  page,
}) => {
  const planted: string[] = []
  const plant = (kind: string) => {
    const canary = `${kind} canary ${randomUUID().slice(0, 13)} unquoted`
    planted.push(canary)
    return canary
  }
  const { request } = page
  const ids: (string | undefined)[] = []
  const post = async (path: string, form: Record<string, string>) => {
    const answer = await request.post(path, { form, maxRedirects: 0 })
    ids.push(answer.headers()["x-request-id"])
    return answer
  }
  planted.push(await signUp(request))
  const title = plant("title")
  const novel = await saveNovel(request, { title, content: plant("content") })
  const asked = {
    prompt: plant("prompt"),
    erotic_level: "1",
    length: "1",
    reference_text: plant("reference"),
  }
  const written = await request.post("/generate-novel", { data: asked })
  const { content, id } = await written.json()
  planted.push(id, content, novel)

  await post("/", { ...asked, erotic_level: plant("level"), existing_text: plant("existing") })
  await post("/", { ...asked, direction: plant("direction").repeat(200) })
  await post(`/generations/${id}/rewrite`, { key: plant("key") })
  await post(`/generations/${plant("generation")}/stop`, {})
  await post(`/novels/${novel}/edit`, { intent: "save", text: plant("edit") })
  await post(`/novels/${novel}`, { intent: "rename", text: plant("rename").repeat(9) })
  await post(`/shared/${plant("shared")}`, { intent: "confirm-adult" })
  await post("/save", { title: plant("title").repeat(9), content: plant("content"), key: plant("key") })
  await post("/login", { intent: "login", email: "canary@example.com", password: plant("password") })
  await post("/login", { intent: "register", email: plant("email"), password: plant("password") })
  await post("/forgot-password", { email: plant("email") })
  await post(`/auth/confirm?type=signup&token_hash=${encodeURIComponent(plant("token"))}`, {})
  await post("/reset-password", { password: plant("password"), repeat: plant("password") })
  await post("/profile", { intent: "save", username: plant("username").repeat(3) })
  const avatar = { ...PIXEL, name: `${plant("file")}.png` }
  await request.post("/profile", { multipart: { intent: "avatar", username: plant("username"), avatar } })
  await request.post("/generate-novel", {
    data: `{"prompt": ${plant("json")}`,
    headers: { "Content-Type": "application/json" },
  })
  const headers = {
    "X-Request-Id": plant("id"),
    "User-Agent": plant("agent"),
    Referer: `http://x/${plant("referrer")}`,
  }
  for (const path of [
    `/?example=${plant("query")}`,
    `/${plant("path")}`,
    `/shared/${plant("shared")}`,
    `/assets/${plant("asset")}`,
    `/avatars/${plant("avatar")}`,
  ])
    await request.get(path, { headers })
  noteTyped(planted)

  const lines = () => logLines(readFileSync(logFile("demo"), "utf8").split("\n"))
  const logged = () => lines().map(({ requestId }) => requestId)
  await expect.poll(() => ids.filter((one) => !logged().includes(one))).toEqual([])
  for (const { message, method, route } of lines()) {
    if (message === "request" && route)
      expect(`${method} ${route}`).toMatch(/^[A-Z]+ (file|(?:[/a-z:*-]|gb18030|\.png|\.js)+)$/)
  }
})

test.describe("an error page shows its request's id from the log", () => {
  test("when it is loaded", async ({ page }) => {
    await page.route("**/my-novels", (route) => route.continue({ method: "PUT" }))
    const answer = await page.goto("/my-novels")
    expect(answer?.status()).toBe(405)
    await expectIdOnPage(page, answer?.headers()["x-request-id"])
  })

  test("when a link leads to it @needs-js", async ({ page }) => {
    await page.goto("/")
    await page.route("**/my-novels.data*", (route) => route.continue({ method: "PUT" }))
    const [answer] = await Promise.all([
      page.waitForResponse(/my-novels\.data/),
      page.getByRole("link", { name: "生成小说" }).first().click(),
    ])
    await expectIdOnPage(page, answer.headers()["x-request-id"])
  })
})

async function expectIdOnPage(page: Page, id = "none"): Promise<void> {
  await expect(page.getByText(`错误编号：${id}`)).toBeVisible()
  const line = () =>
    logLines(readFileSync(logFile("demo"), "utf8").split("\n")).find(({ requestId }) => requestId === id)
  await expect.poll(line).toMatchObject({ level: "warn", method: "PUT", status: 405 })
}
