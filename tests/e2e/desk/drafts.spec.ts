// Unsent text survives a reload. Without script, that is up to the browser's own form memory.
import type { Page } from "@playwright/test"
import { saveNovel, signUp } from "../../support/browser/account.ts"
import { expect, test } from "../../support/browser/browser-test.ts"
import { askForNovel, openDesk, PROMPT, showSavableText, untilWritten } from "../../support/browser/desk.ts"

test("an unsent description survives a reload and a closed tab, and is forgotten once sent @needs-js", async ({
  page,
  context,
}) => {
  await page.goto("/")
  const prompt = page.getByLabel("描述你想要的小说")
  await prompt.fill("还没有写完的设想")
  await page.reload()
  await expect(prompt).toHaveValue("还没有写完的设想")
  await page.close()

  const reopened = await context.newPage()
  await reopened.goto("/")
  await expect(reopened.getByLabel("描述你想要的小说")).toHaveValue("还没有写完的设想")
  await askForNovel(reopened, { prompt: PROMPT })
  await untilWritten(reopened)
  await reopened.goto("/")
  await expect(reopened.getByRole("button", { name: "生成小说" })).toBeEnabled()
  await expect(reopened.getByLabel("描述你想要的小说")).toHaveValue("")
})

test("what was chosen beside a description survives a reload and a closed tab @needs-js", async ({
  page,
  context,
}) => {
  const text = "雨下了一夜，石板路亮得像一条河。".repeat(20)
  const expectChosen = async (desk: Page) => {
    await expect(desk.getByRole("radio", { name: /适度/ })).toBeChecked()
    await expect(desk.getByRole("radio", { name: /^中篇/ })).toBeChecked()
    await expect(desk.getByText("参考.txt")).toBeVisible()
    await expect(desk.locator("textarea[name=reference_text]")).toHaveValue(text)
  }
  await openDesk(page)
  await page.getByRole("radio", { name: /适度/ }).check()
  await page.getByRole("radio", { name: /^中篇/ }).check()
  const file = { name: "参考.txt", mimeType: "text/plain", buffer: Buffer.from(text) }
  await page.locator("input[name=reference_file]").setInputFiles(file)
  await expectChosen(page)
  await page.reload()
  await expectChosen(page)
  await page.close()

  const reopened = await context.newPage()
  await reopened.goto("/")
  await expectChosen(reopened)
})

test("an unsent direction belongs to its novel @needs-js", async ({ page }) => {
  await askForNovel(page)
  await untilWritten(page)
  await page.getByLabel("接下来…").fill("灯塔看守人来了")
  await page.reload()
  await expect(page.getByLabel("接下来…")).toHaveValue("灯塔看守人来了")
  await page.goto("/")
  await expect(page.getByLabel("接下来…")).toHaveCount(0)
})

test("a direction for one text of the device does not go along to another @needs-js", async ({ page }) => {
  await page.addInitScript(() => {
    if (!localStorage.getItem("novelHistories"))
      localStorage.setItem("novelHistories", JSON.stringify(["第一篇，桥头的灯。", "第二篇，河边的灯。"]))
  })
  await page.goto("/")
  const direction = page.getByLabel("接下来…")
  await page.getByRole("button", { name: "查看：第一篇" }).click()
  await direction.fill("灯塔看守人来了")
  await page.getByRole("button", { name: "查看：第二篇" }).click()
  await expect(direction).toHaveValue("")
  await page.getByRole("button", { name: "查看：第一篇" }).click()
  await expect(direction).toHaveValue("灯塔看守人来了")
})

test("the title of an unsent save comes back @needs-js", async ({ page, script }) => {
  await signUp(page.request)
  await showSavableText(page, script)
  await page.getByRole("button", { name: "保存" }).click()
  await page.getByLabel("标题").fill("渡口的灯")
  await page.reload()
  await page.getByRole("button", { name: /^查看：/ }).click()
  await page.getByRole("button", { name: "保存" }).click()
  await expect(page.getByLabel("标题")).toHaveValue("渡口的灯")
})

test.describe("an edit that only the device keeps", () => {
  test.use({ expected: /net::ERR_FAILED/ })

  test("an unsaved edit comes back on this device, and is offered where the novel has changed meanwhile @needs-js", async ({
    page,
  }) => {
    // Only the device keeps it.
    await page.route("**/draft", (route) => route.abort())
    await signUp(page.request)
    const id = await saveNovel(page.request, { title: "怀表里的信" })
    const field = page.getByLabel("正文", { exact: true })
    await page.goto(`/novels/${id}/edit`)
    await field.fill("改了一半")
    await expect(page.getByText("已存在这台设备上")).toBeVisible()
    await page.reload()
    await expect(field).toHaveValue("改了一半")

    await page.request.post(`/novels/${id}/edit`, { form: { intent: "save", text: "在另一台设备上改好了" } })
    await page.reload()
    await expect(field).toHaveValue("在另一台设备上改好了")
    await page.getByRole("button", { name: "换成那一份" }).click()
    await expect(field).toHaveValue("改了一半")
  })
})

const LOST_SAVES = {
  "on a lost line": async (page: Page) => page.context().setOffline(true),
  "by a server that refuses": async (page: Page) => {
    await page.context().clearCookies()
  },
}

test.describe("an edit whose save is lost", () => {
  test.use({ expected: /net::ERR_|status of 4\d\d/ })

  for (const [how, breakIt] of Object.entries(LOST_SAVES)) {
    test(`an edit and a title survive a save that fails ${how} @needs-js`, async ({ page, context }) => {
      await signUp(page.request)
      const cookies = await context.cookies()
      const id = await saveNovel(page.request, { title: "怀表里的信" })
      await page.goto(`/novels/${id}/edit`)
      const content = page.getByLabel("正文", { exact: true })
      const title = page.getByLabel("标题", { exact: true })
      const long = "渡口的灯亮了一夜。".repeat(20_000)
      await content.fill(long)
      await title.fill("渡口的灯")
      await breakIt(page)
      await page.getByRole("button", { name: "保存修改" }).click()
      await expect(page.getByRole("alert").filter({ hasText: /./ }).first()).toBeVisible()
      await context.setOffline(false)
      await context.addCookies(cookies)
      await page.goto(`/novels/${id}/edit`)
      await expect(content).toHaveValue(long)
      await expect(title).toHaveValue("渡口的灯")

      await page.getByRole("button", { name: "保存修改" }).click()
      await expect(page.getByText("正文已更新").locator("visible=true").first()).toBeVisible()
      await page.reload()
      await expect(page.locator("article")).toContainText("渡口的灯亮了一夜")
      const drafts = await page.evaluate(() => localStorage.getItem("drafts") ?? "[]")
      expect(JSON.parse(drafts)).toEqual([])
    })
  }
})
