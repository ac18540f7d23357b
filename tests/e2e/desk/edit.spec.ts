// What an author changes of a text that is written: a word, and a paragraph that is written anew.
import type { Page } from "@playwright/test"
import { expectNotice, signUp } from "../../support/browser/account.ts"
import { expectAccessible, THEMES } from "../../support/browser/axe.ts"
import { expect, test } from "../../support/browser/browser-test.ts"
import { askForNovel, backToDesk, PROMPT, shownStory, untilWritten } from "../../support/browser/desk.ts"

const ADDED = "那封信后来寄到了。"

test("an edited text is kept beside the former one, and a paragraph is written anew", async ({
  page,
  script,
}) => {
  await askForNovel(page)
  await untilWritten(page)
  await backToDesk(page, script)
  const first = await shownStory(page)

  await page.getByRole("link", { name: "修改正文" }).click()
  const field = editorField(page)
  await field.fill(`${await field.inputValue()}\n${ADDED}`)
  await page.getByRole("button", { name: "保存修改" }).click()
  await page.waitForURL(/\?generation=/)
  await expect(page.getByText(ADDED)).toBeVisible()
  const edited = await shownStory(page)
  const desk = page.url()

  await page.getByRole("link", { name: "用回原来的" }).click()
  await expect.poll(() => shownStory(page)).toBe(first)
  await page.goto(desk)

  await page.getByRole("link", { name: "改一段" }).click()
  await expect(page.getByText("点选一段，写下想怎么改。")).toBeVisible()
  const second = page.locator("fieldset.story label").nth(1)
  const former = (await second.textContent()) ?? ""
  await page.getByRole("button", { name: "重写选中的一段" }).click()
  await expect(page.getByText("请先点选一段。")).toBeVisible()
  await second.click()
  await page.getByLabel("想怎么改").fill("写得更冷一点")
  await page.getByRole("button", { name: "重写选中的一段" }).click()
  await expect(page.getByText("这一段是新写的。")).toBeVisible({ timeout: 30_000 })
  await expect(second).not.toHaveText(former)

  await page.getByRole("link", { name: "用回原来的" }).click()
  await expect(second).toHaveText(former)
  await page.getByRole("link", { name: "完成" }).click()
  await expect.poll(() => shownStory(page)).toBe(edited)
})

test("an edit that is thrown away leads back to the text", async ({ page, script }) => {
  await signUp(page.request)
  const { id, content } = await writeNovel(page)
  await openEditor(page, id, script)
  await editorField(page).fill("不要了的一段。")
  await page.getByRole("button", { name: "放弃修改" }).click()
  await expectNotice(page, "再点「修改正文」可以找回")
  await expect(page.getByText("不要了的一段。")).toBeHidden()
  await openEditor(page, id, script)
  await expect(editorField(page)).toHaveValue(content)
  await page.getByRole("link", { name: "找回" }).click()
  await expect(editorField(page)).toHaveValue("不要了的一段。")
})

test.describe("on a line that breaks", () => {
  test.use({ expected: /net::ERR_INTERNET_DISCONNECTED/ })

  test("what is typed survives a reload and a broken line, and giving up can be taken back @needs-js", async ({
    page,
    context,
  }) => {
    const { id } = await writeNovel(page)
    await openEditor(page, id, true)
    const field = editorField(page)
    await expect(page.getByText("没有改动")).toBeVisible()
    const before = await field.inputValue()
    await field.fill(`${before}\n${ADDED}`)
    await expect(page.getByText("已存在这台设备上")).toBeVisible()
    await page.reload()
    await expect(field).toHaveValue(`${before}\n${ADDED}`)
    await expect(page.getByText("已存在这台设备上")).toBeVisible()

    await page.getByRole("button", { name: "放弃修改" }).click()
    await page.waitForURL(/\?generation=/)
    await openEditor(page, id, true)
    await expect(field).toHaveValue(before)
    await page.getByRole("button", { name: "换成那一份" }).click()
    await expect(field).toHaveValue(`${before}\n${ADDED}`)
    await expect(field).toBeFocused()

    await context.setOffline(true)
    await page.getByRole("button", { name: "保存修改" }).click()
    await expect(page.getByRole("alert")).toContainText("连接中断")
    await context.setOffline(false)
    await page.reload()
    await expect(field).toHaveValue(`${before}\n${ADDED}`)
    await page.getByRole("button", { name: "保存修改" }).click()
    await page.waitForURL(/\?generation=/)
    await expect(page.getByText(ADDED)).toBeVisible()
  })
})

test("what is typed over a text is kept with the account, and comes back on another device @needs-js", async ({
  page,
  browser,
  baseURL,
}) => {
  await signUp(page.request)
  const { id, content } = await writeNovel(page)
  await openEditor(page, id, true)
  await editorField(page).fill(`${content}\n${ADDED}`)
  await expect(page.getByText("已自动保存")).toBeVisible()

  const elsewhere = await browser.newContext({
    baseURL,
    storageState: { ...(await page.context().storageState()), origins: [] },
  })
  const device = await elsewhere.newPage()
  await openEditor(device, id, true)
  await expect(device.getByText("上次没存完的修改在这里")).toBeVisible()
  await expect(device.getByText("已自动保存")).toBeVisible()
  await expect(editorField(device)).toHaveValue(`${content}\n${ADDED}`)
  await device.getByRole("button", { name: "保存修改" }).click()
  await device.waitForURL(/\?generation=/)
  await expect(device.getByText(ADDED)).toBeVisible()
  await elsewhere.close()
})

test("what this device cannot read any more is said @needs-js", async ({ page }) => {
  const { id } = await writeNovel(page)
  await page.goto("/")
  await page.evaluate(() => localStorage.setItem("drafts", '[{"name":"edit'))
  await openEditor(page, id, true)
  await expect(page.getByText("这台设备上暂存的内容读不出来")).toBeVisible()
  await editorField(page).fill("改了。")
  await expect(page.getByText("已存在这台设备上")).toBeVisible()
  await page.reload()
  await expect(editorField(page)).toHaveValue("改了。")
  await expect(page.getByText("这台设备上暂存的内容读不出来")).toBeHidden()
})

for (const colorScheme of THEMES) {
  test(`the editor and the paragraphs pass axe, ${colorScheme} @needs-js`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    const { id } = await writeNovel(page)
    await page.goto(`/generations/${id}/edit`)
    await expect(page.getByText("没有改动")).toBeVisible()
    await expectAccessible(page, "the editor", colorScheme)
    await page.goto(`/generations/${id}/paragraphs`)
    await page.locator("fieldset.story label").nth(1).click()
    await expectAccessible(page, "a chosen paragraph", colorScheme)
    await page.getByRole("button", { name: "重写选中的一段" }).click()
    await expect(page.getByText("这一段是新写的。")).toBeVisible({ timeout: 30_000 })
    await expectAccessible(page, "a paragraph that was written anew", colorScheme)
  })
}

async function writeNovel(page: Page): Promise<{ id: string; content: string }> {
  const wish = { prompt: PROMPT, erotic_level: 1, length: 1, reference_text: "" }
  return (await page.request.post("/generate-novel", { data: wish })).json()
}

/** `fill` selects the text first, and hydration may take the selection away. */
async function openEditor(page: Page, id: string, script: boolean): Promise<void> {
  await page.goto(`/generations/${id}/edit`)
  if (script) await expect(page.locator("html[data-hydrated]")).toBeAttached()
}

function editorField(page: Page) {
  return page.getByRole("textbox", { name: "正文", exact: true })
}
