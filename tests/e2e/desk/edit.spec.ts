// What an author changes of a text that is written: a word, and a paragraph that is written anew.
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
  const field = page.getByRole("textbox", { name: "正文", exact: true })
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

test("what is typed survives a reload and a broken line, and giving up can be taken back @needs-js", async ({
  page,
  context,
}) => {
  await askForNovel(page)
  await untilWritten(page)
  await page.getByRole("link", { name: "修改正文" }).click()
  const field = page.getByRole("textbox", { name: "正文", exact: true })
  await expect(page.getByText("没有改动")).toBeVisible()
  const before = await field.inputValue()
  await field.fill(`${before}\n${ADDED}`)
  await expect(page.getByText("已暂存在本机")).toBeVisible()
  await page.reload()
  await expect(field).toHaveValue(`${before}\n${ADDED}`)

  await page.getByRole("button", { name: "放弃修改" }).click()
  await expect(field).toHaveValue(before)
  await page.getByRole("button", { name: "撤销" }).click()
  await expect(field).toHaveValue(`${before}\n${ADDED}`)

  await context.setOffline(true)
  await page.getByRole("button", { name: "保存修改" }).click()
  await context.setOffline(false)
  await page.reload()
  await expect(field).toHaveValue(`${before}\n${ADDED}`)
  await page.getByRole("button", { name: "保存修改" }).click()
  await page.waitForURL(/\?generation=/)
  await expect(page.getByText(ADDED)).toBeVisible()
})

for (const colorScheme of THEMES) {
  test(`the editor and the paragraphs pass axe, ${colorScheme} @needs-js`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    const wish = { prompt: PROMPT, erotic_level: 1, length: 1, reference_text: "" }
    const { id } = await (await page.request.post("/generate-novel", { data: wish })).json()
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
