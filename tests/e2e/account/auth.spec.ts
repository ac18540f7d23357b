import type { Locator, Page } from "@playwright/test"
import { expectNotice, linkMailedTo, signUp } from "../../support/browser/account.ts"
import { expect, test } from "../../support/browser/browser-test.ts"
import { askForNovel, backToDesk, shownStory, untilWritten } from "../../support/browser/desk.ts"
import { lineTest, untilPrefetched } from "../../support/browser/line-test.ts"
import { holdRequests } from "../../support/held-requests.ts"
import { newEmail, PASSWORD } from "../../support/session-visitor.ts"

/** Presses the login button, which opens a dialog with script and a page without. */
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

/** A page's words, without its markup and without what differs on every load. */
function wordsOf(html: string): string {
  return html.replace(/<(script|style)[\s\S]*?<\/\1>/g, "").replace(/<[^>]*>/g, " ")
}

/** Turns off the browser's own checks, so that the server checks. */
async function withoutBrowserChecks(form: Locator): Promise<void> {
  await form
    .locator("form")
    .first()
    .evaluate((element: HTMLFormElement) => (element.noValidate = true))
}

test("the login button opens a form with two tabs; only the login tab offers to reset the password", async ({
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

test("the dialog opens with its address field focused, and Escape returns the focus to its button @needs-js", async ({
  page,
}) => {
  await page.goto("/")
  const form = await openAuth(page, true)
  await expect(form.getByLabel("邮箱")).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(form).toBeHidden()
  await expect(page.getByRole("banner").getByRole("link", { name: "登录" })).toBeFocused()
})

test("the arrow keys go from tab to tab of the dialog, and a chosen tab keeps the focus @needs-js", async ({
  page,
}) => {
  await page.goto("/")
  const form = await openAuth(page, true)
  const tab = (name: string) => form.getByRole("tab", { name })
  await page.keyboard.press("Shift+Tab")
  await expect(tab("注册")).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(tab("注册")).toHaveAttribute("aria-selected", "true")
  await expect(tab("注册")).toBeFocused()
  await page.keyboard.press("ArrowLeft")
  await expect(tab("登录")).toBeFocused()
  await page.keyboard.press("Space")
  await expect(tab("登录")).toHaveAttribute("aria-selected", "true")
  await expect(tab("登录")).toBeFocused()
})

test("refuses an empty form on both tabs", async ({ page, script }) => {
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

test("a refusal names its reason and keeps the address", async ({ page, script, request }) => {
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
  test(`locks the form while it is on its way, ${place} @needs-js`, async ({ page }) => {
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
  "keeps everything that was typed when the line breaks during a login @needs-js",
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

test("registering asks the visitor to check their mail; only the link signs them in, and only once", async ({
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
  const sent = form.getByRole("status").filter({ visible: true })
  await expect(sent).toContainText("注册成功")
  await expect(sent).toContainText("请查收邮件中的确认链接")
  await expect(sent).toContainText(email)
  // The form is gone, so nothing can be pressed twice.
  await expect(form.getByLabel("密码")).toHaveCount(0)
  await expect(form.getByRole("button", { name: "注册", exact: true })).toHaveCount(0)
  await expect(form.getByText(/垃圾邮件/)).toBeVisible()

  if (script) await page.keyboard.press("Escape")
  else await page.goto("/?example=江上的灯")
  await expect(page.getByLabel("描述你想要的小说")).toHaveValue("江上的灯")
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
  // The page offers another link of the same kind, and no other.
  await expect(page.getByRole("link", { name: "找回密码" })).toHaveCount(0)
  await expect(page.getByRole("button", { name: "发送确认链接" })).toBeVisible()
})

test("offers another mail after a while, and lets the visitor correct the address", async ({
  page,
  script,
}) => {
  const email = newEmail()
  await page.goto("/")
  const form = await openAuth(page, script)
  await form.getByRole("tab", { name: "注册" }).click()
  await expect(form.getByRole("tab", { name: "注册", selected: true })).toBeVisible()
  await fill(form, email, PASSWORD)
  await form.getByRole("button", { name: "注册" }).click()
  await form.getByRole("button", { name: "再寄一封" }).click()
  await expect(form.getByRole("alert")).toHaveText(/刚刚寄出过一封，请过 \d+ (秒|分钟)再试/)
  await expect(form.getByText(email)).toBeVisible()

  // Pretends that a minute has passed.
  await form.locator("input[name=sent_at]").evaluate((field) => {
    field.setAttribute("value", String(Date.now() - 61_000))
  })
  await form.getByRole("button", { name: "再寄一封" }).click()
  await expect(form.getByRole("heading", { name: "又寄出了一封" })).toBeVisible()
  await expect(form.getByText(email)).toBeVisible()

  await form.locator("a, button").filter({ hasText: "邮箱写错了" }).click()
  await expect(form.getByRole("tab", { name: "注册", selected: true })).toBeVisible()
  if (script) await expect(form.getByLabel("邮箱")).toHaveValue(email)
})

test("asking for a confirmation mail gets the same answer for every address", async ({ request }) => {
  const known = await signUp(request)
  await request.post("/logout", { form: {} })
  const waiting = newEmail()
  const form = { intent: "register", email: waiting, password: PASSWORD }
  await request.post("/login", { form })
  const answers = await Promise.all(
    [known, waiting, newEmail()].map(async (email) => {
      const answer = await request.post("/auth/confirm?type=signup", { form: { intent: "resend", email } })
      return [answer.status(), wordsOf(await answer.text()).replaceAll(email, "")]
    }),
  )
  expect(answers[0]?.[0]).toBe(200)
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
})

test("a truncated link says so, and offers a new one of either kind", async ({ page }) => {
  for (const path of [
    "/auth/confirm",
    "/auth/confirm?token_hash=x",
    "/auth/confirm?type=unknown&token_hash=x",
  ]) {
    await page.goto(path)
    await expect(page.getByText(/少了邮件链接里的一段/)).toBeVisible()
    await expect(page.getByRole("button", { name: "确认并继续" })).toHaveCount(0)
    await expect(page.getByRole("button", { name: "发送确认链接" })).toBeVisible()
    await expect(page.getByRole("link", { name: "找回密码" })).toBeVisible()
  }
  await page.goto("/auth/confirm?type=recovery")
  await expect(page.getByRole("heading", { name: "重设密码" })).toBeVisible()
  await expect(page.getByRole("button")).toHaveCount(
    await page.getByRole("banner").getByRole("button").count(),
  )
  await page.getByRole("link", { name: "找回密码" }).click()
  await expect(page).toHaveURL("/forgot-password")
})

test("a used recovery link leads to a new one", async ({ page }) => {
  await page.goto("/auth/confirm?type=recovery&token_hash=spent")
  await expect(page.getByRole("heading", { name: "重设密码" })).toBeVisible()
  await page.getByRole("button", { name: "确认并继续" }).click()
  await expect(page.getByRole("alert")).toContainText("链接无效或已过期")
  await expect(page.getByRole("button", { name: "发送确认链接" })).toHaveCount(0)
  await page.getByRole("link", { name: "找回密码" }).click()
  await expect(page).toHaveURL("/forgot-password")
})

test("a visitor who has yet to confirm the address can request another mail", async ({ page, script }) => {
  const email = newEmail()
  await page.request.post("/login", { form: { intent: "register", email, password: PASSWORD } })
  await page.goto("/")
  const form = await openAuth(page, script)
  await fill(form, email, PASSWORD)
  await form.getByRole("button", { name: "登录" }).click()
  await form.getByRole("link", { name: "重新获取确认链接" }).click()
  await page.getByLabel("邮箱").fill(email)
  await page.getByRole("button", { name: "发送确认链接" }).click()
  await expect(page.getByRole("heading", { name: "又寄出了一封" })).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
})

test("switching tabs keeps the typed address and drops an old refusal @needs-js", async ({ page }) => {
  for (const place of ["in the dialog", "on the page"]) {
    await page.goto(place === "on the page" ? "/login" : "/")
    const form = place === "on the page" ? page.getByRole("main") : await openAuth(page, true)
    const email = newEmail()
    await fill(form, email, "not the password")
    await form.getByRole("button", { name: "登录" }).click()
    await expect(form.getByRole("alert")).toHaveText("登录失败邮箱或密码不对。")
    for (const tab of ["注册", "登录"]) {
      await form.getByRole("tab", { name: tab }).click()
      await expect(form.getByRole("tab", { name: tab, selected: true })).toBeVisible()
      await expect(form.getByLabel("邮箱")).toHaveValue(email)
      await expect(form.getByRole("alert")).toHaveCount(0)
    }
  }
})

test("the dialog always opens on the login tab @needs-js", async ({ page }) => {
  await page.goto("/")
  let form = await openAuth(page, true)
  await form.getByRole("tab", { name: "注册" }).click()
  await withoutBrowserChecks(form)
  await form.getByRole("button", { name: "注册" }).click()
  await expect(form.getByRole("alert")).toContainText("注册失败")
  await page.keyboard.press("Escape")
  form = await openAuth(page, true)
  await expect(form.getByRole("tab", { name: "登录", selected: true })).toBeVisible()
  await expect(form.getByRole("alert")).toHaveCount(0)
})

test("the registration page has its own title", async ({ page }) => {
  await page.goto("/login?tab=register")
  await expect(page).toHaveTitle("注册 · 落笔")
  await page.getByRole("tab", { name: "登录" }).click()
  await expect(page).toHaveTitle("登录 · 落笔")
})

test("a visitor without an account can log in while saving, and one press saves", async ({
  page,
  script,
  request,
}) => {
  const email = await signUp(request)
  await page.setViewportSize({ width: 390, height: 844 })
  await askForNovel(page)
  await untilWritten(page)
  await backToDesk(page, script)
  const story = await shownStory(page)
  // Without script the page comes back at the controls, where the bar is clipped away.
  const place = script ? page.locator(".bar") : page.getByRole("complementary", { name: "写作台" })
  const save = place.getByRole("button", { name: "保存" })
  await save.click()
  const offer = script ? place : page.getByRole("main")
  const login = offer.getByRole("link", { name: "登录" })
  await expect(login).toBeInViewport()
  await login.click()
  const form = script ? page.getByRole("dialog") : page.getByRole("main")
  await fill(form, email, PASSWORD)
  await form.getByRole("button", { name: "登录" }).click()
  await expect(page.getByLabel("用户菜单")).toBeVisible()
  if (script) {
    await expect.poll(() => shownStory(page)).toBe(story)
    await expect(save).toBeInViewport()
    await expect(login).toHaveCount(0)
    await save.click()
  }
  await page.getByRole("button", { name: "保存", exact: true }).last().click()
  await expectNotice(page, "小说已保存到你的账号")
  await expect.poll(() => shownStory(page)).toBe(story)
})

test("logging in returns to the same page with the same text", async ({ page, context, script, request }) => {
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
  await expect.poll(() => shownStory(page)).toBe(story)

  // The session lasts: in another tab, after a reload, and until either tab ends it.
  const other = await context.newPage()
  await other.goto("/profile")
  await expect(other.getByLabel("邮箱")).toHaveValue(email)
  await other.getByLabel("用户菜单").click()
  await other.getByRole("button", { name: "退出登录" }).click()
  await expectNotice(other, "已退出登录")
  await page.reload()
  await expect(page.getByRole("banner").getByRole("link", { name: "登录" })).toBeVisible()
})

test("keeps the next novel's description while the visitor logs in @needs-js", async ({ page, request }) => {
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

test("logging in never leads to another site", async ({ page }) => {
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

test("the mailed link replaces a forgotten password", async ({ page, script, request }) => {
  const email = await signUp(request)
  await page.goto("/")
  await (await openAuth(page, script)).getByRole("link", { name: "忘记密码？" }).click()
  await page.getByLabel("邮箱").fill(email)
  await page.getByRole("button", { name: "发送链接" }).click()
  await expect(page.getByText(/链接已经寄出/)).toBeVisible()

  await page.goto(await linkMailedTo(email, "recovery"))
  await expect(page.getByText("点一下按钮，接着设置新密码。")).toBeVisible()
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

test("whoever strangers locked out gets in by a mailed link, on a new device", async ({
  page,
  script,
  request,
  playwright,
  baseURL,
}) => {
  const email = await signUp(request)
  const stranger = await playwright.request.newContext({ baseURL })
  const guess = { intent: "login", email, password: "a stranger's guess" }
  const guesses = Array.from({ length: 11 }, () => stranger.post("/login", { form: guess }))
  const statuses = (await Promise.all(guesses)).map((answer) => answer.status())
  expect(statuses).toContain(429)
  await stranger.dispose()

  await page.goto("/")
  const form = await openAuth(page, script)
  await fill(form, email, PASSWORD)
  await form.getByRole("button", { name: "登录", exact: true }).click()
  await expect(form.getByText(/尝试的次数太多了/)).toBeVisible()
  await form.getByRole("link", { name: "忘记密码？" }).click()
  await page.getByLabel("邮箱").fill(email)
  await page.getByRole("button", { name: "发送链接" }).click()
  await expect(page.getByText(/链接已经寄出/)).toBeVisible()
  await page.goto(await linkMailedTo(email, "recovery"))
  await page.getByRole("button", { name: "确认并继续" }).click()
  await page.getByLabel("新密码").fill("a password of the owner's")
  await page.getByRole("button", { name: "保存新密码" }).click()
  await expectNotice(page, "密码已更新")
  await page.goto("/profile")
  await expect(page.getByLabel("邮箱")).toHaveValue(email)
})
