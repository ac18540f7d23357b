import { readFileSync } from "node:fs"
import type { APIRequestContext, Locator, Page } from "@playwright/test"
import { newEmail, PASSWORD } from "../session-visitor.ts"
import { expect } from "./browser-test.ts"
import { logFile } from "./e2e-logs.ts"

/** A harmless story longer than a card's preview. */
export const STORY = [
  "雨停的时候，修表匠听见旧怀表里有人说话。他把灯拧亮了一点，又听了一遍。",
  ...["巷口的灯", "河边的灯", "桥头的灯"].map(
    (lamp) =>
      `${lamp}一盏一盏亮起来，卖馄饨的老人收了摊，推着车慢慢往回走，车轮压过石板，声音和许多年前一样，轻轻地，一下又一下。`,
  ),
].join("\n\n")

/** The smallest PNG: one pixel. */
export const PIXEL = {
  name: "me.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "base64",
  ),
}

/** Registers a new account by the form's own post. It belongs to the page whose `request` this is. */
export async function signUp(request: APIRequestContext): Promise<string> {
  const email = newEmail()
  const registered = await request.post("/login", { form: { intent: "register", email, password: PASSWORD } })
  expect(await registered.text()).toContain("请查收邮件中的确认链接")
  const confirmed = await request.post(await linkMailedTo(email, "signup"))
  expect(await confirmed.text()).toContain("邮箱已确认")
  return email
}

/** The newest link of this kind in the mails to an address. */
export async function linkMailedTo(email: string, type: "signup" | "recovery"): Promise<string> {
  const pattern = new RegExp(`${email}.*\\n\\s*(\\S*/auth/confirm\\?\\S*type=${type}\\S*)`, "g")
  const newest = () => [...readFileSync(logFile("demo"), "utf8").matchAll(pattern)].at(-1)?.[1]
  await expect.poll(newest).toBeTruthy()
  return newest() ?? ""
}

interface Wish {
  title: string
  content?: string
  isPublic?: boolean
  level?: number
}

/** Saves a novel for this request context's account, by the form's own post, and returns its id. */
export async function saveNovel(
  request: APIRequestContext,
  { title, content = STORY, isPublic = false, level = 1 }: Wish,
): Promise<string> {
  const form = {
    key: crypto.randomUUID(),
    title,
    content,
    content_level: String(level),
    is_public: isPublic ? "on" : "",
  }
  const saved = await request.post("/save", { form })
  expect(saved.ok()).toBe(true)
  const shelf = await request.get(`/my-novels?${new URLSearchParams({ query: title })}`)
  const id = /\/novels\/([0-9a-f-]{36})/.exec(await shelf.text())?.[1]
  expect(id).toBeTruthy()
  return id ?? ""
}

/** The letter that stands in for a picture. CSS draws it, so it is not part of the page's text. */
export async function expectLetter(place: Locator, letter: string): Promise<void> {
  const drawn = await place
    .locator("[data-letter]")
    .evaluate((element) => getComputedStyle(element, "::before").content)
  expect(drawn).toBe(`"${letter}"`)
}

/** Expects a notice, wherever it is: in the live region with script, above the page without. */
export async function expectNotice(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.getByText(text).locator("visible=true").first()).toBeVisible()
}

/** Presses save under the text and returns what asks for the title: a dialog with script, a page without. */
export async function openSaving(page: Page, script: boolean): Promise<Locator> {
  await page.getByRole("button", { name: "保存", exact: true }).first().click()
  const form = script ? page.getByRole("dialog") : page.getByRole("main")
  await expect(form.getByLabel("标题")).toBeVisible()
  return form
}

export async function expectOnShelf(page: Page, titles: string[]): Promise<void> {
  await page.goto("/my-novels")
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText(titles)
}
