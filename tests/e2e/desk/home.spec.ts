import { saveNovel, signUp } from "../../support/browser/account.ts"
import { expect, test } from "../../support/browser/browser-test.ts"
import {
  askForNovel,
  backToDesk,
  PROMPT,
  unfoldForm,
  untilWriting,
  untilWritten,
} from "../../support/browser/desk.ts"

test("the home screen has everything that the form needs", async ({ page }) => {
  await page.goto("/")
  await expect(page).toHaveTitle("落笔 · AI 小说创作")
  const prompt = page.getByLabel("描述你想要的小说")
  await expect(prompt).toBeEditable()
  await expect(page.getByText(/描述越详细，生成质量越高/)).toBeVisible()

  const levels = page.getByRole("group", { name: "内容限制级别" }).getByRole("radio")
  const lengths = page.getByRole("group", { name: "小说长度" }).getByRole("radio")
  await expect(levels).toHaveCount(5)
  await expect(lengths).toHaveCount(5)
  await expect(levels.first()).toBeChecked()
  await expect(lengths.first()).toBeChecked()
  for (const characters of [2000, 4000, 6000, 8000, 10000]) {
    await expect(page.getByText(`约 ${characters} 字`, { exact: true })).toBeVisible()
  }

  await expect(page.getByRole("button", { name: "生成小说" })).toBeEnabled()
  await expect(page.getByRole("heading", { name: "最近生成" })).toBeVisible()
  await page.getByText("演示模式", { exact: true }).click()
  await expect(page.getByText("演示模式：尚未配置写作模型")).toBeVisible()
})

test("the header links to its screens, in a menu on a phone", async ({ page }) => {
  for (const width of [390, 767, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto("/")
    if (width < 768) await page.getByLabel("菜单", { exact: true }).click()
    const header = page.getByRole("banner")
    await expect(header.getByRole("link", { name: "首页" })).toBeVisible()
    await expect(header.getByRole("link", { name: "生成小说" })).toHaveAttribute("href", "/my-novels")
    await expect(header.getByRole("link", { name: "我的书库" })).toHaveAttribute("href", "/profile")
    await expect(header.getByRole("link", { name: "登录" })).toBeVisible()
  }
})

test("everything up to the button is above the fold, and nothing is wider than the screen", async ({
  page,
}) => {
  for (const [width, height] of [
    [320, 844],
    [390, 844],
    [1280, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto("/")
    await expect(page.getByLabel("描述你想要的小说")).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole("button", { name: "生成小说" })).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})

test("a row of choices tells the chosen one's description, and is left and right on the keyboard", async ({
  page,
}) => {
  await page.goto("/")
  const levels = page.getByRole("group", { name: "内容限制级别" })
  const seen = (text: string) => levels.getByText(text).evaluate((element) => element.clientWidth > 1)
  expect(await seen("没有情色内容，专注情节")).toBe(true)
  expect(await seen("明显的暧昧与调情")).toBe(false)
  await levels.getByRole("radio", { name: /^无/ }).focus()
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("ArrowRight")
  await expect(levels.getByRole("radio", { name: "适度 明显的暧昧与调情" })).toBeChecked()
  expect(await seen("没有情色内容，专注情节")).toBe(false)
  expect(await seen("明显的暧昧与调情")).toBe(true)
})

test("the question for the age takes the button's place, until a lower level is chosen", async ({
  page,
  script,
}) => {
  await askForNovel(page, { level: /较高/ })
  const confirm = page.getByRole("button", { name: "我已年满 18 岁，继续生成" })
  const generate = page.getByRole("button", { name: "生成小说" })
  await expect(confirm).toBeInViewport()
  await expect(generate).toBeHidden()
  await page.getByRole("radio", { name: /^轻微/ }).check()
  await expect(confirm).toBeHidden()
  await generate.click()
  await untilWriting(page, script)
  // A level that was not asked about says nothing about the visitor's age.
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("adult")
})

test("the form folds to a line with what was asked for, and unfolds where it is refused", async ({
  page,
  script,
}) => {
  await askForNovel(page, { level: /^轻微/ })
  await untilWritten(page)
  await backToDesk(page, script)
  const prompt = page.getByLabel("描述你想要的小说")
  await expect(prompt).toBeHidden()
  const line = page.locator("summary", { hasText: PROMPT })
  await expect(line).toContainText("· 轻微 · 短篇")
  await expect(page.getByLabel("接下来…")).toBeVisible()

  await unfoldForm(page)
  await prompt.fill("  ")
  await line.click()
  await expect(prompt).toBeHidden()
  await page.getByRole("button", { name: "继续生成" }).first().click()
  await expect(page.getByText("请输入小说主题").first()).toBeVisible()
  await expect(prompt).toBeVisible()
})

test("an example fills the field and changes nothing else", async ({ page, script }) => {
  await page.goto("/")
  const reference = "雨下了一夜，石板路亮得像一条河。".repeat(20)
  const file = { name: "参考.txt", mimeType: "text/plain", buffer: Buffer.from(reference) }
  await page.locator("input[name=reference_file]").setInputFiles(file)
  if (!script) await page.getByRole("button", { name: "读取文件" }).click()
  await expect(page.getByText("参考.txt")).toBeVisible()
  await page.getByRole("radio", { name: /适度/ }).check()
  await page.getByRole("radio", { name: /^长篇/ }).check()
  await page.getByRole("button", { name: /末班地铁/ }).click()
  await expect(page.getByLabel("描述你想要的小说")).toHaveValue(/末班地铁/)
  await expect(page.getByRole("radio", { name: /适度/ })).toBeChecked()
  await expect(page.getByRole("radio", { name: /^长篇/ })).toBeChecked()
  await expect(page.getByText("参考.txt")).toBeVisible()
  await expect(page.locator("textarea[name=reference_text]")).toHaveValue(reference)
})

test("an unknown path is a 404 page with a way home", async ({ page }) => {
  const answer = await page.goto("/no/such/page")
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole("heading", { name: "Oops! Page not found" })).toBeVisible()
  await page.getByRole("link", { name: "返回首页" }).click()
  await expect(page).toHaveURL("/")
})

test("pages that need an account say so", async ({ page }) => {
  await page.goto("/my-novels")
  await expect(page).toHaveURL("/")
  await expect(page.getByText("需要登录才能查看小说").locator("visible=true")).toHaveCount(1)

  const profile = await page.goto("/profile")
  expect(profile?.status()).toBe(401)
  await expect(page.getByRole("heading", { name: "需要登录" })).toBeVisible()
})

test("the description field is required and has a fixed height, and the button turns from green to purple", async ({
  page,
}) => {
  await page.goto("/")
  const prompt = page.getByLabel("描述你想要的小说")
  await expect(prompt).toHaveAttribute("required")
  await expect(prompt).toHaveCSS("resize", "none")
  const before = (await prompt.boundingBox())?.height
  await prompt.fill("雨下了一夜。\n".repeat(40))
  expect((await prompt.boundingBox())?.height).toBe(before)
  await expect(page.locator("input[name=reference_file]")).toHaveAttribute("accept", ".txt,text/plain")

  const hue = (button: string) =>
    page.getByRole("button", { name: button }).evaluate((element) => {
      const [red = 0, green = 0, blue = 0] =
        getComputedStyle(element).backgroundColor.match(/\d+/g)?.map(Number) ?? []
      if (green > red && green > blue) return "green"
      return blue > green && red > green ? "purple" : "another"
    })
  expect(await hue("生成小说")).toBe("green")
  await signUp(page.request)
  await page.goto(`/?novel=${await saveNovel(page.request, { title: "怀表里的信" })}`)
  expect(await hue("继续生成")).toBe("purple")
  await expect(page.getByRole("button", { name: "生成小说" })).toHaveCount(0)
})
