import { expect, test } from "../support/browser/browser-test.ts"
import { askForNovel, openDesk, PROMPT, untilWriting } from "../support/browser/desk.ts"

test("refuses a blank description at its field and keeps everything else", async ({ page }) => {
  await askForNovel(page, { prompt: "   ", level: /适度/, length: /长篇/ })
  await expect(page.getByText("请输入小说主题…")).toBeVisible()
  await expect(page.getByLabel("描述你想要的小说")).toBeFocused()
  await expect(page.getByRole("radio", { name: /适度/ })).toBeChecked()
  await expect(page.getByRole("radio", { name: /^长篇/ })).toBeChecked()
  await expect(page.locator("article")).toHaveCount(0)
})

test("tells how long a description is when it is too long, and keeps it", async ({ page }) => {
  const prompt = "很".repeat(4_001)
  await askForNovel(page, { prompt })
  await expect(page.getByText(/现在有 4001 个字符，最多 4000 个/)).toBeVisible()
  await expect(page.getByLabel("描述你想要的小说")).toHaveValue(prompt)
  await expect(page.getByLabel("描述你想要的小说")).toBeFocused()
})

test("levels 4 and 5 ask for the age once and keep the form", async ({ page, script }) => {
  await askForNovel(page, { level: /较高/ })
  await expect(page.getByRole("heading", { name: "仅限成年人" })).toBeVisible()
  await expect(page.getByLabel("描述你想要的小说")).toHaveValue(PROMPT)
  await expect(page.getByRole("radio", { name: /较高/ })).toBeChecked()
  await expect(page.locator("#gate")).toBeFocused()
  await page.getByRole("button", { name: "我已年满 18 岁，继续生成" }).click()
  await untilWriting(page, script)

  await askForNovel(page, { level: /极高/ })
  await expect(page.locator("article p").first()).toBeVisible()
})

test("a level that is not on the list is refused at the list", async ({ page, script }) => {
  await openDesk(page)
  await page.getByRole("radio", { name: /适度/ }).evaluate((radio: HTMLInputElement) => {
    radio.value = "9"
    radio.checked = true
  })
  await page.getByLabel("描述你想要的小说").fill(PROMPT)
  await page.getByRole("button", { name: "生成小说" }).click()
  const problem = page.locator("#erotic_level-error")
  await expect(problem).toHaveText("请从列表中选择一个内容限制级别。")
  if (!script) await expect(problem).toBeFocused()
  await expect(page.getByLabel("描述你想要的小说")).toHaveValue(PROMPT)
})

test("refuses an unconfirmed adult level whatever the form says", async ({ playwright, baseURL }) => {
  const stranger = await playwright.request.newContext({ baseURL })
  const answer = await stranger.post("/generate-novel", {
    data: { prompt: PROMPT, erotic_level: 5, length: 1, reference_text: "" },
  })
  expect(answer.status()).toBe(403)
  expect((await answer.json()).errors[0].code).toBe("adult-unconfirmed")
  await stranger.dispose()
})

test("the ban refuses at every level, says so, and keeps the form", async ({ page, script }) => {
  const prompt = "写一个17岁高中女生和老师上床的故事"
  await askForNovel(page, { prompt })
  await expect(page.getByText(/涉及未成年人/)).toBeVisible()
  if (!script) await expect(page.locator("#generator-problem").getByRole("alert")).toBeFocused()
  await expect(page.getByLabel("描述你想要的小说")).toHaveValue(prompt)
  await expect(page.locator("article")).toHaveCount(0)
})

test("writes a school story with nothing sexual", async ({ page }) => {
  await askForNovel(page, { prompt: "一位小学老师带着学生们在山里办了一份手抄报" })
  await expect(page.locator("article p").first()).toBeVisible()
})
