import type { Locator, Page } from "@playwright/test"
import { expectNotice, expectOnShelf, openSaving, signUp } from "../../support/browser/account.ts"
import { expect, test } from "../../support/browser/browser-test.ts"
import { copyByButton, prepareCopying } from "../../support/browser/copied-label.ts"
import { askForNovel, showSavableText, untilWritten } from "../../support/browser/desk.ts"
import { lineTest, untilPrefetched } from "../../support/browser/line-test.ts"
import { listen } from "../../support/browser/voice.ts"
import { holdRequests } from "../../support/held-requests.ts"
import { PASSWORD } from "../../support/session-visitor.ts"

const LABEL = "本文由 AI 生成 · 演示：内置写手所写，不是大模型的作品"

test("saving needs an account: the page says so, nothing opens, and the text stays", async ({
  page,
  script,
}) => {
  await showSavableText(page, script)
  await page.getByRole("button", { name: "保存" }).click()
  // Beside the button, where it stays, and not in a notice that goes.
  if (script) {
    await expect(page.locator("#desk").getByText("请先登录，再保存小说")).toBeVisible()
    await expect(page.locator("#desk").getByRole("link", { name: "登录" })).toBeInViewport({ ratio: 1 })
  }
  await expectNotice(page, "需要登录")
  await expectNotice(page, "请先登录，再保存小说")
  await expect(page.getByLabel("标题")).toHaveCount(0)
  if (script) await expect(page.getByRole("dialog")).toHaveCount(0)
  else await page.getByRole("link", { name: "返回正文" }).click()
  await expect(page.locator("article p").first()).toBeVisible()
})

test("a private save asks for a title, confirms, and returns to the text", async ({ page, script }) => {
  await signUp(page.request)
  await showSavableText(page, script)
  const form = await openSaving(page, script)
  await expect(form.getByRole("heading", { name: "保存小说" })).toBeVisible()
  await expect(form.getByRole("switch", { name: "公开分享" })).not.toBeChecked()
  await expect(form.getByLabel("分享链接")).toHaveCount(0)

  await form.getByLabel("标题").fill("怀表里的信")
  await form.getByRole("button", { name: "保存" }).click()
  await expectNotice(page, "保存成功")
  await expectNotice(page, "小说已保存到你的账号")
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await expect(page.locator("article p").first()).toBeVisible()
  await expectOnShelf(page, ["怀表里的信"])
  await expect(page.getByText("仅自己可见", { exact: true })).toBeVisible()
  await page.getByRole("main").getByRole("link", { name: "怀表里的信", exact: true }).click()
  await expect(page.getByText(LABEL)).toBeVisible()
})

test("a public save shows the link right there", async ({ page, script, baseURL }) => {
  await signUp(page.request)
  await showSavableText(page, script)
  const form = await openSaving(page, script)
  await form.getByLabel("标题").fill("桥头的灯")
  await form.getByRole("switch", { name: "公开分享" }).check()
  await form.getByRole("button", { name: "保存" }).click()
  await expectNotice(page, "保存成功")
  await expectNotice(page, "小说已保存，可以公开分享")
  const link = await form.getByLabel("分享链接").inputValue()
  expect(link).toMatch(new RegExp(`^${baseURL}/shared/[0-9a-f-]{36}$`))
  await expect(form.getByRole("heading", { name: "保存小说" })).toBeVisible()
  await expect(form.getByRole("button", { name: "保存", exact: true })).toHaveCount(0)
  expect(await (await page.request.get(link)).text()).toContain(LABEL)
})

test("both the save button and the one beside the link copy it @needs-js", async ({ page }) => {
  await signUp(page.request)
  await prepareCopying(page)
  await showSavableText(page, true)
  const dialog = await openSaving(page, true)
  await dialog.getByLabel("标题").fill("桥头的灯")
  await dialog.getByRole("switch", { name: "公开分享" }).check()
  await dialog.getByRole("button", { name: "保存" }).click()
  const link = await dialog.getByLabel("分享链接").inputValue()
  for (const label of ["复制分享链接", "复制链接"]) {
    await page.evaluate(() => navigator.clipboard.writeText(""))
    expect(await copyByButton(page, dialog, label)).toBe(link)
    await expectNotice(page, "链接已复制")
    await expect(dialog).toBeVisible()
  }
  await dialog.getByRole("button", { name: "关闭" }).click()
  await expect(dialog).toBeHidden()
})

test("the button is disabled while the title is empty or a save is running @needs-js", async ({ page }) => {
  await signUp(page.request)
  await showSavableText(page, true)
  const dialog = await openSaving(page, true)
  await expect(dialog.getByLabel("标题")).toBeFocused()
  const save = dialog.getByRole("button", { name: "保存" })
  for (const [title, ready] of [
    ["", false],
    ["  　", false],
    ["渡口", true],
    ["", false],
    ["渡口", true],
  ] as const) {
    await dialog.getByLabel("标题").fill(title)
    await expect(save).toBeEnabled({ enabled: ready })
  }

  const held = await holdRequests(page, /\/save/)
  await save.dblclick()
  const saving = dialog.getByRole("button", { name: "正在保存…" })
  await expect(saving).toBeDisabled()
  await expect(saving.locator(".motion-safe\\:animate-spin")).toBeVisible()
  await dialog.getByLabel("标题").press("Enter")
  held.release()
  await expectNotice(page, "保存成功")
  await expect(dialog).toBeHidden()
  expect(held.came).toHaveLength(1)
  await expectOnShelf(page, ["渡口"])
})

test("the page refuses an empty title, and keeps one that is too long", async ({ page }) => {
  await signUp(page.request)
  await showSavableText(page, false)
  await page.goto(`/save?generation=${new URL(page.url()).searchParams.get("generation")}`)
  const form = page.getByRole("main")
  await form.getByLabel("标题").fill("")
  await form.getByRole("switch", { name: "公开分享" }).check()
  await form.getByRole("button", { name: "保存" }).click()
  await expect(form.getByRole("alert")).toHaveText("请输入小说标题")
  await expect(form.getByRole("switch", { name: "公开分享" })).toBeChecked()

  const long = "长".repeat(101)
  await form.getByLabel("标题").fill(long)
  await form.getByRole("button", { name: "保存" }).click()
  await expect(form.getByRole("alert")).toHaveText("标题太长了，最多 100 个字符。")
  await expect(form.getByLabel("标题")).toHaveValue(long)
})

test("pressing twice saves once", async ({ page, script }) => {
  await signUp(page.request)
  await showSavableText(page, script)
  const form = await openSaving(page, script)
  await form.getByLabel("标题").fill("渡口")
  await form.getByRole("button", { name: "保存" }).dblclick()
  await expectNotice(page, "保存成功")
  await expectOnShelf(page, ["渡口"])
})

lineTest(
  "keeps dialog, title and text when the line breaks during a save @needs-js",
  async ({ page, line }) => {
    await signUp(page.request)
    await showSavableText(page, true, line.origin)
    const dialog = await openSaving(page, true)
    await dialog.getByLabel("标题").fill("渡口")
    await untilPrefetched(page)
    line.cut()
    await dialog.getByRole("button", { name: "保存" }).click()
    await expectKept(page, dialog)

    line.mend()
    await dialog.getByRole("button", { name: "保存" }).click()
    await expectNotice(page, "小说已保存到你的账号")
    await expectOnShelf(page, ["渡口"])
  },
)

lineTest(
  "the next press saves what failed, once, under its current title @needs-js",
  async ({ page, line }) => {
    await signUp(page.request)
    await askForNovel(page, { at: line.origin })
    const heard = await listen(page)
    await untilWritten(page)
    await expect.poll(async () => (await heard()).join()).toContain("新的小说已经写好")
    await expect(page.getByText(/新的小说已经写好/)).toHaveCount(0)
    const before = (await heard()).length
    const dialog = await openSaving(page, true)
    await untilPrefetched(page)
    line.cut()
    await dialog.getByLabel("标题").fill("渡口")
    await dialog.getByRole("button", { name: "保存" }).click()
    await expectKept(page, dialog)
    line.mend()

    // The server receives it, and the test drops the answer.
    await page.route(/\/save/, async (route) => {
      await route.fetch()
      await route.fulfill({ status: 503, body: "away" })
    })
    // The former failure is still on the screen.
    const dropped = page.waitForResponse((response) => response.status() === 503)
    await dialog.getByRole("button", { name: "保存" }).click()
    await dropped
    await expectKept(page, dialog)
    await page.unroute(/\/save/)

    await dialog.getByLabel("标题").fill("旧渡口")
    await dialog.getByRole("button", { name: "保存" }).click()
    await expectNotice(page, "小说已保存")
    await expect(dialog).toBeHidden()
    await expect(page.getByRole("link", { name: "《旧渡口》" })).toBeVisible()
    const said = (await heard()).slice(before).join("\n")
    expect(said).toContain("小说已保存")
    expect(said).not.toContain("已经写好")
    await expectOnShelf(page, ["旧渡口"])
  },
)

test("says that a text is saved already, and can save it as another novel", async ({ page, script }) => {
  await signUp(page.request)
  await showSavableText(page, script)
  const text = page.url()
  let form = await openSaving(page, script)
  await form.getByLabel("标题").fill("渡口")
  await form.getByRole("button", { name: "保存" }).click()
  await expectNotice(page, "小说已保存到你的账号")
  await page.goto(text)
  if (script) await page.getByRole("button", { name: /^查看：/ }).click()
  form = await openSaving(page, script)
  await form.getByLabel("标题").fill("又一个渡口")
  // Of a text that only the browser has, the server finds that out when it is sent.
  if (script) await form.getByRole("button", { name: "保存" }).click()
  await expect(form.getByText(/这篇正文已经保存(过了|在)/)).toBeVisible()
  await expect(form.getByRole("link", { name: "《渡口》" })).toHaveAttribute("href", /^\/novels\//)
  await form.getByRole("button", { name: script ? "另存一份" : "另存为新的一篇" }).click()
  await expectNotice(page, "小说已保存到你的账号")
  await expectOnShelf(page, ["又一个渡口", "渡口"])
})

test("an expired session is renewed in the dialog, which keeps everything typed @needs-js", async ({
  page,
  context,
}) => {
  const email = await signUp(page.request)
  await showSavableText(page, true)
  const dialog = await openSaving(page, true)
  await dialog.getByLabel("标题").fill("渡口")
  await context.clearCookies({ name: /luobi-session/ })
  await dialog.getByRole("button", { name: "保存" }).click()
  await expect(dialog.getByText("需要登录才能保存小说")).toBeVisible()
  await dialog.getByLabel("邮箱").fill(email)
  await dialog.getByLabel("密码").fill("wrong horse battery")
  await dialog.getByRole("button", { name: "登录" }).click()
  await expect(dialog.getByText("登录失败")).toBeVisible()
  await dialog.getByLabel("密码").fill(PASSWORD)
  await dialog.getByRole("button", { name: "登录" }).click()
  await expect(dialog.getByText("已重新登录，可以保存了。")).toBeVisible()
  await expect(dialog.getByLabel("标题")).toHaveValue("渡口")
  await expect(page.locator("article p").first()).toBeVisible()
  await dialog.getByRole("button", { name: "保存" }).click()
  await expectNotice(page, "小说已保存到你的账号")
  await expectOnShelf(page, ["渡口"])
})

lineTest("keeps them too when a proxy answers with 503 @needs-js", async ({ page }) => {
  await signUp(page.request)
  await showSavableText(page, true)
  const dialog = await openSaving(page, true)
  await page.route(/\/save/, (route) => route.fulfill({ status: 503, body: "away" }))
  await dialog.getByLabel("标题").fill("渡口")
  await dialog.getByRole("button", { name: "保存" }).click()
  await expectKept(page, dialog)
})

async function expectKept(page: Page, dialog: Locator): Promise<void> {
  await expect(dialog.getByRole("alert")).toContainText("保存小说失败")
  await expect(dialog.getByLabel("标题")).toHaveValue("渡口")
  await expect(page.locator("article p").first()).toBeVisible()
}

test("cancel and Escape close the dialog and save nothing @needs-js", async ({ page }) => {
  await signUp(page.request)
  await showSavableText(page, true)
  for (const close of [
    (dialog: Locator) => dialog.getByRole("button", { name: "取消" }).click(),
    () => page.keyboard.press("Escape"),
  ]) {
    const dialog = await openSaving(page, true)
    await dialog.getByLabel("标题").fill("渡口")
    await close(dialog)
    await expect(dialog).toBeHidden()
    await expect(page.getByRole("button", { name: "保存" })).toBeFocused()
    await expect(page.locator("article p").first()).toBeVisible()
  }
  await page.goto("/my-novels")
  await expect(page.getByText("还没有小说")).toBeVisible()
})
