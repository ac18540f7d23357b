import type { Locator, Page } from "@playwright/test"
import { expectNotice, linkMailedTo, signUp } from "../support/account.ts"
import { expect, test } from "../support/browser-test.ts"
import { askForNovel, backToDesk, shownStory, untilWritten } from "../support/desk.ts"
import { holdRequests } from "../support/held-requests.ts"
import { lineTest, untilPrefetched } from "../support/line-test.ts"
import { newEmail, PASSWORD } from "../support/session-visitor.ts"

/** Presses the login button: a dialog over the page with script, a page of its own without. */
async function openAuth(page: Page, script: boolean): Promise<Locator> {
  if (script) await expect(page.locator("html[data-hydrated]")).toBeAttached()
  await page.getByRole("banner").getByRole("link", { name: "登录" }).click()
  const form = script ? page.getByRole("dialog") : page.getByRole("main")
  await expect(form.getByLabel("邮箱")).toBeVisible()
  return form
}

async function fill(form: Locator, email: string, password: string): Promise<void> {
  await form.getByLabel("邮箱").fill(email)
  await form.getByLabel("密码").fill(password)
}

/** Past the browser's own checks, to the server's. */
async function withoutBrowserChecks(form: Locator): Promise<void> {
  await form
    .locator("form")
    .first()
    .evaluate((element: HTMLFormElement) => (element.noValidate = true))
}

test("the login button opens a form with two tabs; only logging in offers to find the password", async ({
  page,
  script,
}) => {
  await page.goto("/")
  const form = await openAuth(page, script)
  if (script) await expect(page).toHaveURL("/")
  await expect(form.getByRole("tab")).toHaveText(["登录", "注册"])
  for (const tab of ["登录", "注册"]) {
    await form.getByRole("tab", { name: tab }).click()
    await expect(form.getByRole("tab", { name: tab })).toHaveAttribute("aria-selected", "true")
    await expect(form.getByRole("tab", { selected: true })).toHaveCount(1)
    await expect(form.getByLabel("邮箱")).toHaveAttribute("type", "email")
    await expect(form.getByLabel("邮箱")).toHaveAttribute("required")
    await expect(form.getByLabel("密码")).toHaveAttribute("type", "password")
    await expect(form.getByLabel("密码")).toHaveAttribute("required")
    await expect(form.getByText(/服务条款和隐私政策/)).toBeVisible()
    await expect(form.getByRole("button", { name: tab })).toBeEnabled()
    await expect(form.getByRole("link", { name: "忘记密码？" })).toHaveCount(tab === "登录" ? 1 : 0)
  }
})

test("the dialog is entered at its address field, and Escape leads back to its button @needs-js", async ({
  page,
}) => {
  await page.goto("/")
  const form = await openAuth(page, true)
  await expect(form.getByLabel("邮箱")).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(form).toBeHidden()
  await expect(page.getByRole("banner").getByRole("link", { name: "登录" })).toBeFocused()
})

test("an empty form is refused, on both tabs", async ({ page, script }) => {
  await page.goto("/")
  const form = await openAuth(page, script)
  for (const [tab, title] of [
    ["登录", "登录失败"],
    ["注册", "注册失败"],
  ] as const) {
    await form.getByRole("tab", { name: tab }).click()
    await expect(form.getByRole("tab", { name: tab, selected: true })).toBeVisible()
    await withoutBrowserChecks(form)
    await form.getByRole("button", { name: tab }).click()
    await expect(form.getByRole("alert")).toHaveText(`${title}请填写邮箱和密码`)
  }
})

test("a refusal names its reason, and the address stays", async ({ page, script, request }) => {
  const email = await signUp(request)
  await page.goto("/")
  const form = await openAuth(page, script)
  await fill(form, email, "not the password")
  await form.getByRole("button", { name: "登录" }).click()
  await expect(form.getByRole("alert")).toHaveText("登录失败邮箱或密码不对。")
  await expect(form.getByLabel("邮箱")).toHaveValue(email)

  await form.getByRole("tab", { name: "注册" }).click()
  await expect(form.getByRole("tab", { name: "注册", selected: true })).toBeVisible()
  await withoutBrowserChecks(form)
  await fill(form, email, "short")
  await form.getByRole("button", { name: "注册" }).click()
  await expect(form.getByRole("alert")).toHaveText(/注册失败密码太短了/)
  await expect(form.getByLabel("邮箱")).toHaveValue(email)
})

for (const place of ["in the dialog", "on the page"]) {
  test(`nothing can be pressed or changed while the form is on its way, ${place} @needs-js`, async ({
    page,
  }) => {
    await page.goto(place === "on the page" ? "/login" : "/")
    const form = place === "on the page" ? page.getByRole("main") : await openAuth(page, true)
    const { release } = await holdRequests(page, /\/login/)
    await fill(form, newEmail(), "not the password")
    await form.getByRole("button", { name: "登录" }).click()
    await expect(form.getByRole("button", { name: "请稍候…" })).toBeDisabled()
    await expect(form.getByLabel("邮箱")).toBeDisabled()
    await expect(form.getByLabel("密码")).toBeDisabled()
    release()
    await expect(form.getByRole("alert")).toHaveText("登录失败邮箱或密码不对。")
    await expect(form.getByLabel("邮箱")).toBeEnabled()
  })
}

lineTest(
  "a line that breaks while logging in leaves the form as it was @needs-js",
  async ({ page, line }) => {
    await page.goto(line.origin)
    const form = await openAuth(page, true)
    await fill(form, "nobody@example.com", PASSWORD)
    await untilPrefetched(page)
    line.cut()
    await form.getByRole("button", { name: "登录" }).click()
    await expect(form.getByRole("alert")).toHaveText(/登录失败.*连接不上/)
    await expect(form.getByLabel("邮箱")).toHaveValue("nobody@example.com")
    await expect(form.getByLabel("密码")).toHaveValue(PASSWORD)

    line.mend()
    await form.getByRole("button", { name: "登录" }).click()
    await expect(form.getByRole("alert")).toHaveText("登录失败邮箱或密码不对。")
  },
)

test("registering asks to look for the mail; until its link is used nobody gets in, and it works once", async ({
  page,
  script,
}) => {
  const email = newEmail()
  await page.goto("/?example=江上的灯")
  let form = await openAuth(page, script)
  await form.getByRole("tab", { name: "注册" }).click()
  await expect(form.getByRole("tab", { name: "注册", selected: true })).toBeVisible()
  await fill(form, email, PASSWORD)
  await form.getByRole("button", { name: "注册" }).click()
  await expectNotice(page, "注册成功")
  await expectNotice(page, "请查收邮件中的确认链接")
  await expect(page.getByLabel("描述你想要的小说")).toHaveValue("江上的灯")

  if (script) await page.reload()
  form = await openAuth(page, script)
  await fill(form, email, PASSWORD)
  await form.getByRole("button", { name: "登录" }).click()
  await expect(form.getByRole("alert")).toHaveText(/登录失败这个邮箱还没有确认/)

  const link = await linkMailedTo(email, "signup")
  await page.goto(link)
  await page.getByRole("button", { name: "确认并继续" }).click()
  await expectNotice(page, "邮箱已确认")
  await expect(page.getByLabel("用户菜单")).toBeVisible()
  await page.goto(link)
  await page.getByRole("button", { name: "确认并继续" }).click()
  await expect(page.getByText("链接无效或已过期，请重新获取一个。")).toBeVisible()
})

test("logging in leads back to where one was, with the text one had", async ({
  page,
  context,
  script,
  request,
}) => {
  const email = await signUp(request)
  await askForNovel(page)
  await untilWritten(page)
  await backToDesk(page, script)
  const story = await shownStory(page)
  const desk = new URL(page.url())

  const form = await openAuth(page, script)
  await fill(form, email, PASSWORD)
  await form.getByRole("button", { name: "登录" }).click()
  await expectNotice(page, "登录成功")
  await expectNotice(page, "欢迎回来")
  await expect(page.getByLabel("用户菜单")).toBeVisible()
  expect(new URL(page.url()).search).toBe(desk.search)
  expect(await shownStory(page)).toBe(story)

  // The session stays: in another tab, after a reload, and until it is ended in any of them.
  const other = await context.newPage()
  await other.goto("/profile")
  await expect(other.getByLabel("邮箱")).toHaveValue(email)
  await other.getByLabel("用户菜单").click()
  await other.getByRole("button", { name: "退出登录" }).click()
  await expectNotice(other, "已退出登录")
  await page.reload()
  await expect(page.getByRole("banner").getByRole("link", { name: "登录" })).toBeVisible()
})

test("what was typed for the next novel stays while one logs in @needs-js", async ({ page, request }) => {
  const email = await signUp(request)
  await page.goto("/")
  await page.getByLabel("描述你想要的小说").fill("渡口的老船夫")
  await page.getByRole("radio", { name: /适度/ }).check()
  const form = await openAuth(page, true)
  await fill(form, email, PASSWORD)
  await form.getByRole("button", { name: "登录" }).click()
  await expectNotice(page, "登录成功")
  await expect(page.getByLabel("用户菜单")).toBeVisible()
  await expect(page.getByLabel("描述你想要的小说")).toHaveValue("渡口的老船夫")
  await expect(page.getByRole("radio", { name: /适度/ })).toBeChecked()
})

test("logging in leads to no other site", async ({ page }) => {
  const email = await signUp(page.request)
  for (const next of [
    "https://elsewhere.example/",
    "//elsewhere.example/",
    "/\\elsewhere.example",
    "javascript:0",
  ]) {
    const answer = await page.request.post(`/login?${new URLSearchParams({ next })}`, {
      form: { intent: "login", email, password: PASSWORD },
      maxRedirects: 0,
    })
    expect(answer.status(), next).toBe(303)
    expect(answer.headers().location, next).toBe("/")
  }
})

test("a forgotten password is replaced by the link in the mail", async ({ page, script, request }) => {
  const email = await signUp(request)
  await page.goto("/")
  await (await openAuth(page, script)).getByRole("link", { name: "忘记密码？" }).click()
  await page.getByLabel("邮箱").fill(email)
  await page.getByRole("button", { name: "发送链接" }).click()
  await expect(page.getByText(/链接已经寄出/)).toBeVisible()

  await page.goto(await linkMailedTo(email, "recovery"))
  await page.getByRole("button", { name: "确认并继续" }).click()
  const renewed = "another long password"
  await page.getByLabel("新密码").fill(renewed)
  await page.getByRole("button", { name: "保存新密码" }).click()
  await expectNotice(page, "密码已更新")
  await page.getByLabel("用户菜单").click()
  await page.getByRole("button", { name: "退出登录" }).click()
  await expectNotice(page, "已退出登录")

  await page.goto("/login")
  const form = page.getByRole("main")
  await fill(form, email, PASSWORD)
  await form.getByRole("button", { name: "登录" }).click()
  await expect(form.getByRole("alert")).toHaveText("登录失败邮箱或密码不对。")
  await fill(form, email, renewed)
  await form.getByRole("button", { name: "登录" }).click()
  await expectNotice(page, "欢迎回来")
})
