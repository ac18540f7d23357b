// A continuation shows itself: the page opens where it begins, says how far it is, and stops at a press from anywhere.
import { signUp } from "../../support/browser/account.ts"
import { expect, test } from "../../support/browser/browser-test.ts"
import {
  askForNovel,
  backToDesk,
  characters,
  pressForMore,
  shownStory,
  untilWriting,
  untilWritten,
} from "../../support/browser/desk.ts"

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
]

for (const size of SIZES) {
  test(`goes on where the text ends, at ${size.width} px`, async ({ page, script }) => {
    await page.setViewportSize(size)
    await signUp(page.request)
    await askForNovel(page)
    await untilWriting(page, script)
    await expect(page.getByRole("button", { name: "停止" })).toBeInViewport({ ratio: 1 })
    await untilWritten(page)
    await backToDesk(page, script)
    const before = await shownStory(page)
    const controls = page.getByRole("complementary", { name: "写作台" })
    await expect(controls.getByText("「重写这一段」")).toHaveCount(0)

    await controls.getByLabel("接下来…").fill("灯塔看守人带来一只旧木箱")
    await controls.getByRole("radio", { name: /^中篇/ }).check()
    await pressForMore(page, "继续生成")
    await untilWriting(page, script)
    const part = page.getByRole("heading", { name: "续写 · 第 2 部分" })
    const stop = page.getByRole("button", { name: "停止" })
    await expect(part).toBeInViewport({ ratio: 1 })
    await expect(stop).toBeInViewport({ ratio: 1 })
    await expect(page.getByText(/ \/ 约 4 000 字/)).toBeInViewport()
    // The reader looks at the old text, and nothing takes them away from there.
    await page.locator("article p").first().scrollIntoViewIfNeeded()
    await expect(stop).toBeInViewport({ ratio: 1 })
    await page.waitForTimeout(700)
    await expect(page.locator("article p").first()).toBeInViewport()
    if (script) {
      await page.getByRole("link", { name: "回到续写处" }).click()
      await expect(part).toBeInViewport({ ratio: 1 })
      await expect(part).not.toHaveCSS("visibility", "hidden")
    }

    await untilWritten(page)
    await backToDesk(page, script)
    const whole = await shownStory(page)
    expect(whole.startsWith(before)).toBe(true)
    const said = characters(whole).toLocaleString("zh-CN").replaceAll(",", " ")
    await expect(controls.getByText(`共 ${said} 字`, { exact: true })).toBeVisible()
    await expect(controls.getByText("「重写这一段」只重写第 2 部分，前面的正文不动。")).toBeVisible()

    // Saving leaves the reader where they were: at the end, not at the first line.
    await controls.getByRole("button", { name: "保存" }).click()
    await page.getByLabel("标题").fill("茶馆的最后一夜")
    await page.getByRole("button", { name: "保存", exact: true }).last().click()
    await expect(page.getByText("小说已保存到你的账号").first()).toBeVisible()
    await expect(controls.getByRole("button", { name: "继续生成" })).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
  })
}
