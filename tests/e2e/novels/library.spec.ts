import { readFile } from "node:fs/promises"
import type { Page } from "@playwright/test"
import { saveNovel, signUp } from "../../support/browser/account.ts"
import { expectAccessible } from "../../support/browser/axe.ts"
import { expect, test } from "../../support/browser/browser-test.ts"
import { unzip } from "../../support/downloads.ts"

test("all novels go into one file, and from there into another account, once", async ({
  page,
  browser,
  script,
}) => {
  await signUp(page.request)
  await saveNovel(page.request, { title: "桥头的灯", isPublic: true })
  await saveNovel(page.request, { title: "锁着的信", content: "信还锁着。" })
  const zip = await downloadLibrary(page)
  expect(Object.keys(unzip(zip)).sort()).toContain("小说/桥头的灯.txt")

  const other = await (await browser.newContext({ javaScriptEnabled: script })).newPage()
  await signUp(other.request)
  await other.goto("/my-novels")
  await other.getByRole("link", { name: "从备份导入" }).click()
  if (script) await expectAccessible(other, "import", "light")
  await importFile(other, zip)
  await expect(other.getByRole("heading", { name: "导入了 2 篇" })).toBeFocused()
  if (script) await expectAccessible(other, "imported", "dark")
  await importFile(other, zip)
  await expect(other.getByText("2 篇已经在「我的小说」里，没有再存一份")).toBeVisible()
  await other.getByRole("link", { name: "去我的小说" }).click()
  await expect(other.getByRole("main").getByRole("listitem").getByRole("heading")).toHaveCount(2)
  await expect(other.getByRole("main").getByText("已公开")).toHaveCount(0)
  await other.context().close()
})

test.describe("a file that is no backup", () => {
  test.use({ expected: /status of 4\d\d/ })

  test("is refused at the field, in plain words", async ({ page, script }) => {
    await signUp(page.request)
    await page.goto("/my-novels/import")
    await importFile(page, Buffer.from("hello"))
    const field = page.getByLabel("备份文件（ZIP）")
    await expect(field).toHaveAccessibleDescription(/这不是 ZIP 文件/)
    await expect(field).toHaveAttribute("aria-invalid", "true")
    if (script) await expectAccessible(page, "refused import", "light")
  })
})

test.describe("on a line that breaks", () => {
  test.use({ expected: /net::ERR_/ })

  test("an import keeps its file and says so, and one press sends it again @needs-js", async ({ page }) => {
    await signUp(page.request)
    await saveNovel(page.request, { title: "桥头的灯" })
    const zip = await downloadLibrary(page)
    await page.goto("/my-novels/import")
    await page.context().setOffline(true)
    await importFile(page, zip)
    await expect(page.getByRole("alert").filter({ hasText: "不知道导入了多少" })).toBeVisible()
    const field = page.getByLabel("备份文件（ZIP）")
    expect(await field.evaluate(({ files }: HTMLInputElement) => files?.length)).toBe(1)
    await page.context().setOffline(false)
    await page.getByRole("button", { name: "导入" }).click()
    await expect(page.getByText("1 篇已经在「我的小说」里，没有再存一份")).toBeVisible()
  })
})

async function downloadLibrary(page: Page): Promise<Buffer> {
  await page.goto("/my-novels")
  const downloading = page.waitForEvent("download")
  await page.getByRole("link", { name: "下载全部小说" }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe("落笔-我的小说.zip")
  return readFile(await download.path())
}

async function importFile(page: Page, buffer: Buffer): Promise<void> {
  await page
    .getByLabel("备份文件（ZIP）")
    .setInputFiles({ name: "a.zip", mimeType: "application/zip", buffer })
  await page.getByRole("button", { name: "导入" }).click()
}
