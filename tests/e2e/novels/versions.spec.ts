// An author edits at full width, sees what changed, and takes earlier texts back.
import type { Page } from "@playwright/test"
import { expectNotice, STORY, saveNovel, signUp } from "../../support/browser/account.ts"
import { expect, test } from "../../support/browser/browser-test.ts"
import { lineTest } from "../../support/browser/line-test.ts"

const PARAGRAPHS = STORY.split("\n\n")
const BANNED = "他是一名17岁的高中女生，和老师上床。"

test("a text is edited, compared with its versions and put back, and nothing is lost", async ({ page }) => {
  await signUp(page.request)
  await page.goto(`/novels/${await saveNovel(page.request, { title: "怀表" })}`)
  const text = page.locator("article .story p")
  await edit(page)
  await expect(field(page)).toHaveValue(STORY)
  await page.getByLabel("标题", { exact: true }).fill("旧怀表")
  await field(page).fill(STORY.replace("又听了一遍。", "又听了两遍。"))
  await press(page, "保存修改")
  await expectNotice(page, "正文已更新")
  await expect(page.getByRole("heading", { name: "旧怀表", level: 1 })).toBeVisible()
  await expect(text.first()).toContainText("又听了两遍。")

  await page.getByRole("radio", { name: "版本" }).check()
  await page.getByRole("link", { name: /初稿/ }).click()
  await expect(page.locator("article ins")).toContainText("一")
  await expect(page.locator("article del")).toContainText("两")
  await page.getByRole("link", { name: "这一版全文" }).click()
  await expect(text).toHaveText(PARAGRAPHS)
  await press(page, "换回这一版")
  await expectNotice(page, "换下来的正文留作一个版本")
  await expect(text).toHaveText(PARAGRAPHS)
  await page.getByRole("radio", { name: "版本" }).check()
  await expect(page.locator('a[href*="/versions/"]')).toHaveCount(2)
  await page.locator('a[href*="/versions/"]').first().click()
  await expect(page.locator("article ins")).toContainText("两")
})

test("two pages of one novel overwrite nothing unseen", async ({ page, context, script }) => {
  await signUp(page.request)
  const id = await saveNovel(page.request, { title: "怀表" })
  const other = await context.newPage()
  for (const one of [page, other]) await openEditor(one, id, script)
  await field(other).fill(`${STORY}\n\n那边写的。`)
  await press(other, "保存修改")
  await expectNotice(other, "正文已更新")
  await field(page).fill(`${STORY}\n\n这边写的。`)
  await press(page, "保存修改")
  await expect(page.getByText("刚在别处改过").first()).toBeInViewport()
  await expect(page.locator("article del")).toContainText("那边")
  await expect(field(page)).toHaveValue(`${STORY}\n\n这边写的。`)
  await press(page, "保存修改")
  await expectNotice(page, "正文已更新")
  await expect(page.locator("article .story p").last()).toHaveText("这边写的。")
})

test("a refused edit and one without a session stay in their fields, until they are saved", async ({
  page,
  context,
  script,
}) => {
  await signUp(page.request)
  await openEditor(page, await saveNovel(page.request, { title: "怀表" }), script)
  await field(page).fill(BANNED)
  await press(page, "保存修改")
  await expect(
    page
      .getByText(/内容涉及未成年人/)
      .locator("visible=true")
      .first(),
  ).toBeInViewport()
  await expect(field(page)).toHaveValue(BANNED)
  if (script) await expect(page.getByText("修改还在这台设备上")).toBeVisible({ timeout: 2_000 })

  await field(page).fill("改了很久的一段。")
  const cookies = await context.cookies()
  await context.clearCookies()
  await press(page, "保存修改")
  await expect(page.getByText("登录已经过期").locator("visible=true").first()).toBeInViewport()
  await expect(page.getByRole("link", { name: "在新窗口登录" })).toBeVisible()
  await expect(field(page)).toHaveValue("改了很久的一段。")
  await context.addCookies(cookies)
  await press(page, "保存修改")
  await expectNotice(page, "正文已更新")
  await expect(page.locator("article .story p")).toHaveText(["改了很久的一段。"])
})

test("a version that is put back after the session has ended is answered with a way to log in", async ({
  page,
  context,
  script,
}) => {
  await signUp(page.request)
  const id = await saveNovel(page.request, { title: "怀表" })
  await page.request.post(`/novels/${id}/edit`, { form: { intent: "save", title: "怀表", text: "灯亮了。" } })
  await page.goto(`/novels/${id}`)
  await page.getByRole("radio", { name: "版本" }).check()
  if (script) await expect(page.locator("html[data-hydrated]")).toBeAttached()
  await page.getByRole("link", { name: /初稿/ }).click()
  await expect(page.getByRole("button", { name: "换回这一版" })).toBeVisible()
  await context.clearCookies()
  await press(page, "换回这一版")
  await expectNotice(page, "需要登录")
  await expect(page.getByRole("main").getByRole("link", { name: "登录" }).first()).toBeVisible()
})

test("an edit that was thrown away is taken back", async ({ page }) => {
  await signUp(page.request)
  await page.goto(`/novels/${await saveNovel(page.request, { title: "怀表" })}`)
  await edit(page)
  await field(page).fill("不要了的一段。")
  await press(page, "放弃修改")
  await expectNotice(page, "可以在「版本」里找回")
  await expect(page.locator("article .story p")).toHaveText(PARAGRAPHS)
  await page.getByRole("radio", { name: "版本" }).check()
  await page.getByRole("link", { name: "找回" }).click()
  await expect(field(page)).toHaveValue("不要了的一段。")
})

test("the line that the arrow keys go up to is not under the editor's bar", async ({ page }) => {
  const lines = Array.from({ length: 80 }, (_, index) => `第${index}盏灯亮了。`)
  await signUp(page.request)
  const id = await saveNovel(page.request, { title: "怀表", content: lines.join("\n") })
  await page.goto(`/novels/${id}/edit`)
  await field(page).focus()
  await page.keyboard.press("Control+End")
  for (let step = 0; step < 50; step += 1) await page.keyboard.press("ArrowUp")
  const room = await field(page).evaluate((element: HTMLTextAreaElement) => {
    const above = element.value.slice(0, element.selectionStart).split("\n").length - 1
    const line =
      element.getBoundingClientRect().top + above * Number.parseFloat(getComputedStyle(element).lineHeight)
    return line - (document.querySelector(".edit-bar")?.getBoundingClientRect().bottom ?? 0)
  })
  expect(room).toBeGreaterThan(0)
})

test("what is typed is kept with the account, and comes back on another device @needs-js", async ({
  page,
  browser,
  baseURL,
}) => {
  await signUp(page.request)
  const id = await saveNovel(page.request, { title: "怀表" })
  await page.goto(`/novels/${id}/edit`)
  await expect(page.getByText("没有改动")).toBeVisible()
  await field(page).focus()
  await page.keyboard.press("Control+End")
  await page.keyboard.type("天亮了。")
  await expect(page.getByText("已自动保存")).toBeVisible()
  await page.getByRole("button", { name: "撤销" }).click()
  await expect(field(page)).not.toHaveValue(/天亮了。$/)
  await page.keyboard.press("Control+Shift+z")
  await expect(field(page)).toHaveValue(/天亮了。$/)

  const elsewhere = await browser.newContext({
    baseURL,
    storageState: { ...(await page.context().storageState()), origins: [] },
  })
  const device = await elsewhere.newPage()
  await device.goto(`/novels/${id}`)
  await expect(device.locator("article .story p")).toHaveText(PARAGRAPHS)
  await edit(device)
  await expect(field(device)).toHaveValue(/天亮了。$/)
  await press(device, "保存修改")
  await expect(device.locator("article .story p").last()).toContainText("天亮了。")
  await elsewhere.close()
})

lineTest("an edit survives a broken line, and is saved after it @needs-js", async ({ page, line }) => {
  await signUp(page.request)
  await page.goto(`${line.origin}/novels/${await saveNovel(page.request, { title: "怀表" })}/edit`)
  line.cut()
  await field(page).fill("改了很久的一段。")
  await expect(page.getByText("已存在这台设备上")).toBeVisible()
  await press(page, "保存修改")
  await expect(page.getByRole("alert").filter({ hasText: "保存小说失败" })).toBeVisible()
  await expect(field(page)).toHaveValue("改了很久的一段。")
  line.mend()
  await press(page, "保存修改")
  await expectNotice(page, "正文已更新")
  await expect(page.locator("article .story p")).toHaveText(["改了很久的一段。"])
})

async function edit(page: Page): Promise<void> {
  await page.getByRole("link", { name: "修改正文" }).click()
  await expect(field(page)).toBeVisible()
}

function field(page: Page) {
  return page.getByLabel("正文", { exact: true })
}

function press(page: Page, name: string): Promise<void> {
  return page.getByRole("button", { name, exact: true }).click()
}

/** `fill` selects the text first, and hydration may take the selection away. */
async function openEditor(page: Page, id: string, script: boolean): Promise<void> {
  await page.goto(`/novels/${id}/edit`)
  if (script) await expect(page.locator("html[data-hydrated]")).toBeAttached()
}
