import { randomUUID } from "node:crypto"
import type { Page } from "@playwright/test"
import { expect, test } from "../support/browser/browser-test.ts"

const WAIT = /^尝试的次数太多了，请过 \d+ (秒|分钟)再试。$/
const MAX_GUESSES = 50

test("after too many wrong passwords the page tells how long to wait, and keeps the address", async ({
  page,
}) => {
  const email = await guessUntilRefused(page)
  await page.goto("/login")
  await tryOnceMore(page, email)
})

test("the dialog does the same @needs-js", async ({ page }) => {
  const email = await guessUntilRefused(page)
  await page.goto("/")
  await page.getByRole("link", { name: "登录" }).click()
  await tryOnceMore(page, email)
  await expect(page.getByRole("dialog")).toBeVisible()
})

async function tryOnceMore(page: Page, email: string): Promise<void> {
  await page.getByLabel("邮箱").fill(email)
  await page.getByLabel("密码").fill("not the password")
  const answer = page.waitForResponse((response) => response.request().method() === "POST")
  await page.getByRole("button", { name: "登录" }).click()
  expect((await answer).status()).toBe(429)
  expect(Number((await answer).headers()["retry-after"])).toBeGreaterThan(0)
  await expect(page.getByText(WAIT)).toBeVisible()
  await expect(page.getByText("登录失败")).toBeVisible()
  await expect(page.getByLabel("邮箱")).toHaveValue(email)
}

/** Guesses at its own address, claiming another origin each time, which must not help. */
async function guessUntilRefused(page: Page): Promise<string> {
  const email = `${randomUUID()}@example.com`
  const guess = async (attempt: number) => {
    const headers = { "X-Forwarded-For": `198.51.100.${attempt}` }
    const form = { intent: "login", email, password: "not the password" }
    return (await page.request.post("/login", { form, headers })).status()
  }
  let status = await guess(0)
  for (let attempt = 1; status !== 429 && attempt < MAX_GUESSES; attempt++) status = await guess(attempt)
  expect(status).toBe(429)
  return email
}
