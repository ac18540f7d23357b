import { readFile } from "node:fs/promises"
import type { Locator, Page } from "@playwright/test"
import type { ExportPath } from "#app/domain/export-format.ts"
import { STORY, saveNovel, signUp } from "../../support/browser/account.ts"
import { expect, test } from "../../support/browser/browser-test.ts"
import { askForNovel, untilWritten } from "../../support/browser/desk.ts"
import { readDownload } from "../../support/downloads.ts"

const LINKS: Record<ExportPath, string> = {
  text: "下载 TXT",
  epub: "下载 EPUB",
  docx: "下载 DOCX",
  "text-gb18030": "下载 旧阅读器 TXT",
}
const TARGET_MIN_PIXELS = 44

test("a reader of a shared novel can take it along in every format, under its Chinese name", async ({
  page,
  request,
}) => {
  await signUp(request)
  const id = await saveNovel(request, { title: "桥头的灯", isPublic: true })
  await page.goto(`/shared/${id}`)
  await expectDownloads(page, page.getByRole("main"), "桥头的灯", STORY)
})

test("an author finds the formats of a private novel in its menus", async ({ page }) => {
  await signUp(page.request)
  const id = await saveNovel(page.request, { title: "锁着的信" })
  await page.goto(`/novels/${id}`)
  const menu = page.locator("#more")
  await menu.locator("> summary").click()
  await expectDownloads(page, menu, "锁着的信", STORY)
  await page.goto("/my-novels")
  const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "锁着的信" }) })
  await card.locator("summary").click()
  await expectDownloads(page, card, "锁着的信", STORY)
})

test("what was just written can be taken along without an account", async ({ page }) => {
  await askForNovel(page)
  await untilWritten(page)
  const title = (await page.locator(".story-title").textContent()) ?? ""
  const paragraphs = await page.locator("article .story p").allTextContents()
  await expectDownloads(page, page.getByRole("main"), title, paragraphs.join("\n\n"))
})

/** Every format has a link of its own that a finger can hit, and its file holds this text. */
async function expectDownloads(page: Page, place: Locator, title: string, text: string): Promise<void> {
  for (const [path, name] of Object.entries(LINKS) as [ExportPath, string][]) {
    const link = place.getByRole("link", { name, exact: true })
    const box = await link.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(TARGET_MIN_PIXELS)
    const downloading = page.waitForEvent("download")
    await link.click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe(`${title}.${path.startsWith("text") ? "txt" : path}`)
    const bytes = await readFile(await download.path())
    const shown = await readDownload(path, new Response(new Uint8Array(bytes)))
    expect(shown.replace(/\n+/g, "\n")).toContain(text.replace(/\n+/g, "\n"))
  }
}
