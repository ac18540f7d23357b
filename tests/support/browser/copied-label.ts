import type { Locator, Page } from "@playwright/test"
import { expect } from "./browser-test.ts"

/** Call it before the page is opened: it lets the page copy, and the test stop the page's clock. */
export async function prepareCopying(page: Page): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
  await page.clock.install()
}

/**
 * Presses a copy button, expects it to read 「已复制」 for 1200 ms and then its old label, and returns what was
 * copied.
 */
export async function copyByButton(page: Page, within: Locator, label: string): Promise<string> {
  const button = (name: string) => within.getByRole("button", { name, exact: true })
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
  await button(label).click()
  await expect(button("已复制")).toBeVisible()
  await page.clock.runFor(1_190)
  await expect(button("已复制")).toBeVisible()
  await page.clock.runFor(20)
  await expect(button(label)).toBeVisible()
  await page.clock.resume()
  return page.evaluate(() => navigator.clipboard.readText())
}
