// A paragraph of a saved novel is written anew, from the page of paragraphs and at the paragraph itself.
import { STORY, saveNovel, signUp } from "../../support/browser/account.ts"
import { expectAccessible, THEMES } from "../../support/browser/axe.ts"
import { expect, test } from "../../support/browser/browser-test.ts"
import { lineTest } from "../../support/browser/line-test.ts"

const PARAGRAPHS = STORY.split("\n\n")
const WISH = "写得更冷一点"

test("a paragraph of a novel is written anew, kept as a version, and taken back by one press", async ({
  page,
}) => {
  await signUp(page.request)
  const id = await saveNovel(page.request, { title: "怀表" })
  await page.goto(`/novels/${id}`)
  await page.locator("#more > summary").click()
  await page.getByRole("link", { name: "改一段" }).click()
  await page.getByRole("button", { name: "重写选中的一段" }).click()
  await expect(page.getByText("请先点选一段。")).toBeInViewport()
  const second = page.locator("fieldset.story label").nth(1)
  await second.click()
  await page.getByLabel("想怎么改").fill(WISH)
  await page.getByRole("button", { name: "重写选中的一段" }).click()
  await expect(page.getByText("这一段是新写的。")).toBeInViewport({ timeout: 30_000 })
  await expect(second).not.toHaveText(PARAGRAPHS[1] ?? "")
  await expect(page.getByLabel("想怎么改")).toHaveValue("")
  await page.reload()
  await expect(page.getByText("这一段是新写的。")).toBeVisible()

  await page.getByRole("link", { name: "完成" }).click()
  const text = page.locator("article .story p")
  await expect(text).toHaveCount(PARAGRAPHS.length)
  await expect(text.nth(1)).not.toHaveText(PARAGRAPHS[1] ?? "")
  await page.getByRole("radio", { name: "版本" }).check()
  await expect(page.locator('a[href*="/versions/"]')).toHaveCount(1)

  await page.goBack()
  await page.getByRole("button", { name: "用回原来的" }).click()
  await expect(second).toHaveText(PARAGRAPHS[1] ?? "")
  await page.getByRole("link", { name: "完成" }).click()
  await expect(text).toHaveText(PARAGRAPHS)
})

test("a press on a paragraph opens the wish, and so does the keyboard @needs-js", async ({ page }) => {
  await signUp(page.request)
  await page.goto(`/novels/${await saveNovel(page.request, { title: "怀表" })}`)
  await page.locator("#p1").click()
  const button = page.getByRole("button", { name: /^改写这一段：巷口的灯/ })
  await expect(button).toBeVisible()
  await page.locator("#p1").click()
  await expect(button).toBeHidden()

  await page.getByRole("button", { name: /^改写这一段/ }).focus()
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("ArrowDown")
  await expect(page.getByRole("button", { name: /^改写这一段：河边的灯/ })).toBeFocused()
  await page.keyboard.press("Enter")
  const field = page.getByLabel("想怎么改")
  await expect(field).toBeFocused()
  await page.keyboard.type(WISH)
  await page.keyboard.press("Escape")
  await expect(page.getByRole("button", { name: /^改写这一段：河边的灯/ })).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(field).toHaveValue(WISH)
  await page.keyboard.press("Tab")
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  await expect(page.getByText("这一段是新写的。")).toBeInViewport({ timeout: 30_000 })
  await expect(page.locator("fieldset.story label").nth(2)).not.toHaveText(PARAGRAPHS[2] ?? "")
  await expect(page.locator("fieldset.story label").nth(1)).toHaveText(PARAGRAPHS[1] ?? "")
})

for (const colorScheme of THEMES) {
  test(`the wish at a paragraph and the page of paragraphs pass axe, ${colorScheme} @needs-js`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
    await signUp(page.request)
    await page.goto(`/novels/${await saveNovel(page.request, { title: "怀表" })}`)
    await page.locator("#p1").click()
    await expectAccessible(page, "a chosen paragraph", colorScheme)
    await page.getByRole("button", { name: /^改写这一段/ }).click()
    await expectAccessible(page, "its wish", colorScheme)
    await page.getByRole("button", { name: "改写这一段", exact: true }).click()
    await expect(page.getByText("这一段是新写的。")).toBeVisible({ timeout: 30_000 })
    await expectAccessible(page, "the new paragraph", colorScheme)
  })
}

lineTest(
  "a wish that did not reach the server stays, and is sent once the line is back @needs-js",
  async ({ page, context }) => {
    await signUp(page.request)
    await page.goto(`/novels/${await saveNovel(page.request, { title: "怀表" })}`)
    await page.waitForLoadState("networkidle")
    await page.locator("#p1").click()
    await page.getByRole("button", { name: /^改写这一段/ }).click()
    await page.getByLabel("想怎么改").fill(WISH)
    await context.setOffline(true)
    await page.getByRole("button", { name: "改写这一段", exact: true }).click()
    await expect(page.getByText(/没有连上服务器，这次没有提交/).first()).toBeVisible()
    await expect(page.getByLabel("想怎么改")).toHaveValue(WISH)
    await context.setOffline(false)
    await page.getByRole("button", { name: "改写这一段", exact: true }).click()
    await expect(page.getByText("这一段是新写的。")).toBeVisible({ timeout: 30_000 })
  },
)
