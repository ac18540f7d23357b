import type { Locator, Page } from "@playwright/test"
import { loginPath } from "#app/domain/paths.ts"
import {
  expectNotice,
  expectOnShelf,
  openSaving,
  STORY,
  saveNovel,
  signUp,
} from "../../support/browser/account.ts"
import { expectAccessible } from "../../support/browser/axe.ts"
import { expect, test } from "../../support/browser/browser-test.ts"
import {
  askForNovel,
  backToDesk,
  openDesk,
  shownStory,
  untilNext,
  untilWritten,
} from "../../support/browser/desk.ts"

const OPENING = STORY.split("\n")[0] ?? ""
const EDITED = "别处改过的正文。\n\n她把灯放下了。"

/** Goes on with a saved novel from its own page, until the next part is written. */
async function goOn(page: Page, script: boolean, novel: string): Promise<void> {
  await page.goto(`/novels/${novel}`)
  await page.getByRole("link", { name: "接着写" }).first().click()
  await page.waitForURL(/\/\?novel=/)
  await expect(page.getByText("正在接着写")).toBeVisible()
  await expect(page.locator(".story p").first()).toHaveText(OPENING)
  await expect(page.getByLabel("描述你想要的小说")).toHaveValue("接着写《渡口》的故事。")
  const before = page.url()
  await page.getByRole("button", { name: "继续生成" }).first().click()
  if (script) await untilNext(page, before)
  await untilWritten(page)
  await backToDesk(page, script)
}

test("a saved novel grows: going on with it and saving updates it, and one press leads back", async ({
  page,
  script,
}) => {
  await signUp(page.request)
  const novel = await saveNovel(page.request, { title: "渡口" })
  await goOn(page, script, novel)
  await expect(page.getByText("接着写的是")).toBeVisible()
  const written = await shownStory(page)
  expect(written.length).toBeGreaterThan(STORY.length)

  const form = await openSaving(page, script)
  await expect(form.getByText("保存会更新")).toBeVisible()
  await expect(form.getByLabel("标题")).toHaveValue("渡口")
  await form.getByRole("button", { name: "保存", exact: true }).click()
  await expectNotice(page, "小说已更新")
  await expect(page.getByText("已保存为")).toBeVisible()
  await page.getByRole("link", { name: "《渡口》", exact: true }).click()
  await page.waitForURL(`**/novels/${novel}`)
  await expect(page.getByRole("heading", { level: 1, name: "渡口" })).toBeVisible()
  expect(await shownStory(page)).toBe(written)
  await expect(page.getByText("本文由 AI 生成 · 演示：其中有内置写手写的部分")).toBeVisible()
  await page.getByRole("radio", { name: "版本" }).check()
  await page.getByRole("link", { name: /初稿/ }).click()
  await expect(page.getByText("本文由 AI 生成", { exact: true })).toBeVisible()
  await expectOnShelf(page, ["渡口"])
})

test("what was changed elsewhere is not written over, and both ways are open", async ({ page, script }) => {
  await signUp(page.request)
  const novel = await saveNovel(page.request, { title: "渡口" })
  await goOn(page, script, novel)
  const written = await shownStory(page)
  const form = await openSaving(page, script)
  await page.request.post(`/novels/${novel}/edit`, { form: { intent: "save", text: EDITED } })
  await form.getByRole("button", { name: "保存", exact: true }).click()
  await expect(form.getByText("刚在别处改过")).toBeVisible()
  await expect(form.getByRole("link", { name: "《渡口》", exact: true })).toHaveAttribute(
    "href",
    `/novels/${novel}`,
  )
  if (script) await expectAccessible(page, "saving", "light")

  await form.getByLabel("标题").fill("另一个渡口")
  await form.getByRole("button", { name: "另存为新的一篇" }).click()
  await expectNotice(page, "小说已保存到你的账号")
  await expectOnShelf(page, ["另一个渡口", "渡口"])
  await page.goto(`/novels/${novel}`)
  await expect(page.locator(".story p").first()).toHaveText("别处改过的正文。")

  // The desk's text belongs to the new novel now.
  await page.getByRole("link", { name: "首页" }).first().click()
  await page.getByRole("link", { name: "回到上一次生成" }).click()
  const again = await openSaving(page, script)
  await expect(again.getByRole("link", { name: "《另一个渡口》" })).toBeVisible()
  await again.getByLabel("标题").fill("第三个渡口")
  await again.getByRole("button", { name: "保存", exact: true }).click()
  await expectNotice(page, "小说已更新")
  expect(await shownStory(page)).toBe(written)
  await expectOnShelf(page, ["第三个渡口", "渡口"])
})

test("its author can write over it all the same, and make it anew where it is deleted", async ({
  page,
  script,
}) => {
  await signUp(page.request)
  const novel = await saveNovel(page.request, { title: "渡口" })
  await goOn(page, script, novel)
  const written = await shownStory(page)
  let form = await openSaving(page, script)
  await page.request.post(`/novels/${novel}/edit`, { form: { intent: "save", text: EDITED } })
  await form.getByRole("button", { name: "保存", exact: true }).click()
  await form.getByRole("button", { name: "仍然更新那一篇" }).click()
  await expectNotice(page, "小说已更新")
  const desk = page.url()
  await page.goto(`/novels/${novel}`)
  expect(await shownStory(page)).toBe(written)

  await page.request.post(`/novels/${novel}`, { form: { intent: "delete" } })
  await page.goto(desk)
  form = await openSaving(page, script)
  await expect(form.getByText("已经删除了")).toBeVisible()
  await form.getByLabel("标题").fill("渡口")
  await form.getByRole("button", { name: "保存", exact: true }).click()
  await expectNotice(page, "这次保存成了新的一篇")
  await expectOnShelf(page, ["渡口"])
})

/** Beside what the server said of the whole form. */
function loginAtButton(page: Page): Locator {
  return page.locator("#generator-problem").getByRole("link", { name: "在新窗口登录" })
}

test("going on without a session keeps what was typed, and goes on after the login", async ({
  page,
  context,
  script,
}) => {
  await signUp(page.request)
  const novel = await saveNovel(page.request, { title: "渡口" })
  await openDesk(page, `/?novel=${novel}`)
  const direction = page.getByLabel("接下来…")
  await direction.fill("船家带来一只旧木箱")
  await page.getByRole("radio", { name: /^中篇/ }).check()
  const cookies = await context.cookies()
  await context.clearCookies()
  await page.getByRole("button", { name: "继续生成" }).first().click()
  await expect(page.getByText("登录已经过期").locator("visible=true").first()).toBeVisible()
  await expect(loginAtButton(page)).toHaveAttribute("href", loginPath({ next: `/?novel=${novel}` }))
  await expect(page.getByRole("link", { name: "在新窗口登录" })).toHaveCount(1)
  await expect(direction).toHaveValue("船家带来一只旧木箱")
  await expect(page.getByRole("radio", { name: /^中篇/ })).toBeChecked()

  await context.addCookies(cookies)
  const before = page.url()
  await page.getByRole("button", { name: "继续生成" }).first().click()
  if (script) await untilNext(page, before)
  await untilWritten(page)
  await backToDesk(page, script)
  expect(await shownStory(page)).toContain(OPENING)
  expect(await page.request.get(page.url()).then((answer) => answer.text())).toContain("船家带来一只旧木箱")
})

test("going on with an unsaved text after a logout leads to the login and back to the text", async ({
  page,
  context,
  script,
}) => {
  await signUp(page.request)
  await askForNovel(page)
  await untilWritten(page)
  await backToDesk(page, script)
  const { pathname, search } = new URL(page.url())
  await context.clearCookies()
  await page.getByRole("button", { name: "继续生成" }).first().click()
  await expect(page.getByText("请登录当时的账号").locator("visible=true").first()).toBeVisible()
  await expect(loginAtButton(page)).toHaveAttribute("href", loginPath({ next: pathname + search }))
})
