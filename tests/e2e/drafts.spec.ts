// What was typed and not sent yet outlives a reload. Without script the browser's own memory has to do.
import { saveNovel, signUp } from "../support/account.ts"
import { expect, test } from "../support/browser-test.ts"
import { askForNovel, PROMPT, showSavableText, untilWritten } from "../support/desk.ts"

test("an unsent description outlives a reload and a closed tab, and is forgotten once sent @needs-js", async ({
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

test("an unsent direction belongs to its novel @needs-js", async ({ page }) => {
  await askForNovel(page)
  await untilWritten(page)
  await page.getByLabel("接下来…").fill("灯塔看守人来了")
  await page.reload()
  await expect(page.getByLabel("接下来…")).toHaveValue("灯塔看守人来了")
  await page.goto("/")
  await expect(page.getByLabel("接下来…")).toHaveCount(0)
})

test("the title of a save that was not sent comes back @needs-js", async ({ page, script }) => {
  await signUp(page.request)
  await showSavableText(page, script)
  await page.getByRole("button", { name: "保存" }).click()
  await page.getByLabel("标题").fill("渡口的灯")
  await page.reload()
  await page.getByRole("button", { name: /^查看：/ }).click()
  await page.getByRole("button", { name: "保存" }).click()
  await expect(page.getByLabel("标题")).toHaveValue("渡口的灯")
})

test("an edit that was not saved comes back, unless the novel has changed meanwhile @needs-js", async ({
  page,
}) => {
  await signUp(page.request)
  const id = await saveNovel(page.request, { title: "怀表里的信" })
  await page.goto(`/novels/${id}`)
  await page.getByText("修改正文").click()
  await page.getByLabel("正文", { exact: true }).fill("改了一半")
  await page.reload()
  await expect(page.getByLabel("正文", { exact: true })).toHaveValue("改了一半")

  const form = { intent: "edit", text: "在另一台设备上改好了" }
  await page.request.post(`/novels/${id}`, { form })
  await page.reload()
  await page.getByText("修改正文").click()
  await expect(page.getByLabel("正文", { exact: true })).toHaveValue("在另一台设备上改好了")
})
