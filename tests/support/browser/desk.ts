import type { Locator, Page } from "@playwright/test"
import { STORY } from "./account.ts"
import { expect } from "./browser-test.ts"

export const PROMPT = "江南小镇的修表匠在旧怀表里发现了一封没有寄出的信"

/** Long enough for the longest novel at the speed of the tests' writers. */
const NOVEL_TIMEOUT_MS = 75_000

interface Wish {
  prompt?: string
  level?: RegExp
  length?: RegExp
  /** The address of the home page to use. */
  at?: string
}

/** Opens the desk, and waits until its script has run, because that restores earlier choices. */
export async function openDesk(page: Page, at = "/"): Promise<void> {
  await page.goto(at)
  const hasScript = await page.evaluate(() => matchMedia("(scripting: enabled)").matches)
  if (hasScript) await expect(page.locator("html[data-hydrated]")).toBeAttached()
}

/** Fills in the form and presses its button. It always chooses level and length, because the desk keeps earlier choices. */
export async function askForNovel(
  page: Page,
  { prompt = PROMPT, level = /^无/, length = /^短篇/, at = "/" }: Wish = {},
): Promise<void> {
  await openDesk(page, at)
  await page.getByLabel("描述你想要的小说").fill(prompt)
  await page.getByRole("group", { name: "内容限制级别" }).getByRole("radio", { name: level }).check()
  await page.getByRole("group", { name: "小说长度" }).getByRole("radio", { name: length }).check()
  await page.getByRole("button", { name: "生成小说" }).click()
}

/** Waits for the page where the text grows; without script the home page redirects to it. */
export async function untilWriting(page: Page, script: boolean): Promise<void> {
  if (!script) await page.waitForURL(/\/live$/, { waitUntil: "commit" })
  await expect(page.locator("article p").first()).toBeVisible()
}

/** Presses the button and waits until the next generation is shown. */
export async function pressForMore(page: Page, name: string): Promise<void> {
  const before = page.url()
  await page.getByRole("button", { name, exact: true }).click()
  await untilNext(page, before)
}

/** Waits until the page shows the generation that follows the one at this URL, which says that it is finished. */
export async function untilNext(page: Page, before: string): Promise<void> {
  await page.waitForURL(({ href }) => href !== before, { waitUntil: "commit" })
  // The address changes before the page does, whose buttons name the generation that it shows.
  const [, id] = /generations?[=/]([\w-]{22})/.exec(page.url()) ?? []
  await expect(page.locator(`form[action^="/generations/${id}/"]`).first()).toBeAttached()
}

export async function untilWritten(page: Page): Promise<void> {
  await expect(ending(page)).toBeVisible({ timeout: NOVEL_TIMEOUT_MS })
}

/** The line that says a novel is finished; the story itself may hold the same words. */
function ending(page: Page): Locator {
  return page.getByText(/^写完了( ·|$)/).first()
}

/** Opens a page with a text of the demo's that can be saved: from the history with script, from the server without. */
export async function showSavableText(page: Page, script: boolean, at = "/"): Promise<void> {
  if (script) {
    await page.goto(at)
    await page.evaluate((text) => {
      localStorage.setItem("novelHistories", JSON.stringify([text]))
      localStorage.setItem("novelHistoryDetails", JSON.stringify([{ length: text.length, demo: "whole" }]))
    }, STORY)
    await page.reload()
    await page.getByRole("button", { name: /^查看：/ }).click()
  } else {
    const wish = { prompt: PROMPT, erotic_level: 1, length: 1, reference_text: "" }
    const written = await page.request.post("/generate-novel", { data: wish })
    await page.goto(`/?generation=${(await written.json()).id}`)
  }
  await expect(page.locator("article p").first()).toBeVisible()
}

/**
 * Goes from the streaming page without script to the home page with its form; with script both are one page.
 */
export async function backToDesk(page: Page, script: boolean): Promise<void> {
  if (script) return
  const link = page.getByRole("link", { name: /回到写作台/ })
  const history = page.getByText("最近生成", { exact: true })
  // A novel that ended before its page came is shown on the desk at once.
  await expect(link.or(history)).toBeVisible()
  if (await link.isVisible()) await link.click()
  await expect(history).toBeVisible()
}

/** Unfolds the form, which is one line as long as there is something on the sheet. */
export async function unfoldForm(page: Page): Promise<void> {
  const prompt = page.getByLabel("描述你想要的小说")
  const folded = page.locator("details:not([open])", { has: prompt }).locator("> summary")
  // A browser unfolds it by itself for an address that leads to it, and a press at that moment folds it again.
  await expect(async () => {
    if (await folded.isVisible()) await folded.click()
    await expect(prompt).toBeVisible({ timeout: 1_000 })
  }).toPass()
}

/** A field of an outline's card, or of what it tells of the whole; both are folded into a text. */
export function cardField(page: Page, index: number, part: string): Locator {
  return page.locator("li", { has: page.getByRole("heading", { name: `第 ${index} 节` }) }).getByLabel(part)
}

/** Unfolds the text that a field of an outline belongs to, and types into the field. */
export async function fillOutline(field: Locator, text: string): Promise<void> {
  if (!(await field.isVisible()))
    await field.locator("xpath=ancestor::details[1]").locator("> summary").click()
  await field.fill(text)
}

/** What a reader sees of the novel, paragraph by paragraph. */
export async function shownStory(page: Page): Promise<string> {
  return (await page.locator(".story p:visible").allTextContents()).join("\n")
}

export function characters(text: string): number {
  return [...text.replace(/\s/gu, "")].length
}
