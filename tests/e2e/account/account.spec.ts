import { expectNotice, linkMailedTo, PIXEL } from "../../support/browser/account.ts"
import { expect, test } from "../../support/browser/browser-test.ts"
import {
  askForNovel,
  backToDesk,
  shownStory,
  untilWriting,
  untilWritten,
} from "../../support/browser/desk.ts"
import { newEmail, PASSWORD } from "../../support/session-visitor.ts"

test("a visitor's whole path, from the first novel to logging out", async ({
  page,
  script,
  browser,
  baseURL,
}) => {
  const email = newEmail()
  await askForNovel(page)
  await untilWriting(page, script)
  await untilWritten(page)
  const story = await shownStory(page)
  await backToDesk(page, script)
  const desk = page.url()

  // Saving needs an account, and loses nothing.
  await page.getByRole("button", { name: "保存" }).click()
  await expectNotice(page, "需要登录")
  if (!script) await page.getByRole("link", { name: "返回正文" }).click()

  // Register, and confirm by the mailed link.
  await page.getByRole("link", { name: "登录" }).first().click()
  await page.getByRole("tab", { name: "注册" }).click()
  await page.getByLabel("邮箱").fill(email)
  await page.getByLabel("密码").fill(PASSWORD)
  await page.getByRole("button", { name: "注册" }).click()
  await expectNotice(page, "请查收邮件中的确认链接")
  await expect(page.getByText(email).first()).toBeVisible()
  await page.goto(await linkMailedTo(email, "signup"))
  await page.getByRole("button", { name: "确认并继续" }).click()
  await expectNotice(page, "邮箱已确认")

  // The text is still there, and one press saves it.
  await page.goto(desk)
  await expect.poll(() => shownStory(page)).toBe(story)
  await page.getByRole("button", { name: "保存" }).click()
  await page.getByLabel("标题").fill("修表匠")
  await page.getByRole("switch", { name: "公开分享" }).check()
  await page.getByRole("button", { name: "保存" }).last().click()
  const link = await page.getByLabel("分享链接").inputValue()
  expect(link).toMatch(/\/shared\/[0-9a-f-]{36}$/)

  // Anybody can read it by its link; the page ships no framework script.
  const reader = await browser.newContext({ baseURL, javaScriptEnabled: script })
  const shared = await reader.newPage()
  await shared.goto(link)
  await expect(shared.getByRole("heading", { name: "修表匠" })).toBeVisible()
  await expect(shared.getByText("作者：未知用户")).toBeVisible()
  expect((await shared.locator("#novel-text p").allTextContents()).join("\n")).toBe(story)
  await expect(shared.locator('script[src^="/assets"], script[type=module]')).toHaveCount(0)

  // Once unpublished, the link is dead.
  await page.goto("/my-novels")
  await expect(page.getByRole("heading", { name: "修表匠" })).toBeVisible()
  await page.getByRole("link", { name: "管理" }).click()
  await page.locator("#share > summary").click()
  await page.getByRole("button", { name: "取消公开" }).click()
  await expectNotice(page, "分享链接已经失效")
  expect((await shared.goto(link))?.status()).toBe(404)
  await expect(shared.getByText("内容不存在或已被删除")).toBeVisible()
  await reader.close()

  await page.locator("#more > summary").click()
  await page.getByLabel("改标题").fill("修表匠与信")
  await page.getByRole("button", { name: "改标题" }).click()
  await expect(page.getByRole("heading", { name: "修表匠与信" })).toBeVisible()

  // Picture and name.
  await page.goto("/profile")
  await expect(page.getByLabel("邮箱")).toHaveValue(email)
  await page.getByLabel("更换头像").setInputFiles(PIXEL)
  await page.getByRole("button", { name: "上传头像" }).click()
  await expectNotice(page, "请点击保存以更新资料")
  await page.getByLabel("昵称").fill("江上客")
  await page.getByRole("button", { name: "保存" }).click()
  await expectNotice(page, "个人资料已更新")
  await expect(page.getByLabel("昵称")).toHaveValue("江上客")
  await expect(page.locator("main img")).toHaveJSProperty("naturalWidth", 1)

  await page.getByLabel("用户菜单").click()
  await expect(page.getByText("江上客").first()).toBeVisible()
  await page.getByRole("button", { name: "退出登录" }).click()
  await expectNotice(page, "已退出登录")
  await expect(page.getByRole("link", { name: "登录" })).toBeVisible()
})

test("a wrong password, an empty form and a forgotten password each get a plain answer", async ({ page }) => {
  await page.goto("/login")
  await page.getByLabel("邮箱").fill("nobody@example.com")
  await page.getByLabel("密码").fill("not the password")
  await page.getByRole("button", { name: "登录" }).click()
  await expect(page.getByText("邮箱或密码不对。")).toBeVisible()
  await expect(page.getByLabel("邮箱")).toHaveValue("nobody@example.com")

  const empty = await page.request.post("/login", { form: { intent: "login", email: "", password: "" } })
  expect(empty.status()).toBe(400)
  expect(await empty.text()).toContain("请填写邮箱和密码")

  await page.getByRole("link", { name: "忘记密码？" }).click()
  await page.getByLabel("邮箱").fill("nobody@example.com")
  await page.getByRole("button", { name: "发送链接" }).click()
  await expect(page.getByText(/如果这个邮箱注册过/)).toBeVisible()
})
