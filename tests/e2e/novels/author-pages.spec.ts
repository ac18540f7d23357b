import { expectNotice, saveNovel, signUp } from "../../support/browser/account.ts"
import { expectAccessible, THEMES } from "../../support/browser/axe.ts"
import { expect, test } from "../../support/browser/browser-test.ts"

test("an author opens their page, and readers go from novel to novel and to the author", async ({
  page,
  browser,
  baseURL,
}) => {
  await signUp(page.request)
  const first = await saveNovel(page.request, { title: "桥头的灯", isPublic: true })
  await saveNovel(page.request, { title: "河边的灯", isPublic: true })
  await page.goto("/profile")
  const isOpen = page.getByRole("switch", { name: /公开我的作者页/ })
  await expect(isOpen).not.toBeChecked()
  await isOpen.check()
  await page.getByRole("textbox", { name: "简介" }).fill("写河边的故事。")
  await page.getByRole("button", { name: "更新作者页" }).click()
  await expectNotice(page, "作者页已更新")
  await expect(isOpen).toBeChecked()
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme })
    await expectAccessible(page, "profile with an author's page", theme)
  }

  const reader = await browser.newPage(baseURL ? { baseURL } : {})
  await reader.goto(`/shared/${first}`)
  await reader
    .getByRole("navigation", { name: "作者的其他小说" })
    .getByRole("link", { name: /河边的灯/ })
    .click()
  await expect(reader.getByRole("heading", { level: 1, name: "河边的灯" })).toBeVisible()
  await reader.getByRole("link", { name: /^作者：/ }).click()
  await expect(reader.getByText("写河边的故事。")).toBeVisible()
  await expect(reader.getByRole("listitem").filter({ hasText: "桥头的灯" })).toBeVisible()
  for (const theme of THEMES) {
    await reader.emulateMedia({ colorScheme: theme })
    await expectAccessible(reader, "an author's page", theme)
  }
  const path = new URL(reader.url()).pathname

  await isOpen.uncheck()
  await page.getByRole("button", { name: "更新作者页" }).click()
  // The notice of the first time may still be there.
  await expect.poll(async () => (await reader.goto(path))?.status()).toBe(404)
  await reader.close()
})

test("a description that is too long stays in its field", async ({ page }) => {
  await signUp(page.request)
  await page.goto("/profile")
  await page.getByRole("switch", { name: /公开我的作者页/ }).check()
  await page.getByRole("textbox", { name: "简介" }).fill("字".repeat(301))
  await page.getByRole("button", { name: "更新作者页" }).click()
  await expect(page.getByRole("alert").filter({ hasText: "简介太长了" })).toBeVisible()
  await expect(page.getByRole("textbox", { name: "简介" })).toHaveValue("字".repeat(301))
  await expect(page.getByRole("switch", { name: /公开我的作者页/ })).toBeChecked()
})
