import type { Page } from "@playwright/test"
import { expectLetter, expectNotice, PIXEL, signUp } from "../../support/browser/account.ts"
import { expect, test } from "../../support/browser/browser-test.ts"
import { lineTest } from "../../support/browser/line-test.ts"
import { holdRequests } from "../../support/held-requests.ts"
import { PASSWORD } from "../../support/session-visitor.ts"

const AVATAR_MAX_BYTES = 2 * 1024 * 1024

async function upload(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.getByLabel("更换头像").setInputFiles(file)
  await page.getByRole("button", { name: "上传头像" }).click()
}

test("the profile needs an account, and offers the way home and to the login", async ({ page }) => {
  expect((await page.goto("/profile"))?.status()).toBe(401)
  const main = page.getByRole("main")
  await expect(main.getByRole("heading", { name: "需要登录" })).toBeVisible()
  await expect(page.getByLabel("昵称")).toHaveCount(0)
  await main.getByRole("link", { name: "登录" }).click()
  await expect(page).toHaveURL("/login?next=%2Fprofile")
  await page.goto("/profile")
  await main.getByRole("link", { name: "返回首页" }).click()
  await expect(page).toHaveURL("/")
})

test("the profile shows a fixed address, an editable name, and a link to the novels", async ({ page }) => {
  const email = await signUp(page.request)
  await page.goto("/profile")
  await expect(page.getByLabel("邮箱")).toHaveValue(email)
  await expect(page.getByLabel("邮箱")).not.toBeEditable()
  await expect(page.getByLabel("昵称")).toHaveValue("")
  await expectLetter(page.getByRole("main"), email.slice(0, 1))
  await page.getByRole("main").getByRole("link", { name: "我的作品" }).click()
  await expect(page).toHaveURL("/my-novels")
})

test("changing the password needs the old one, and logs other devices out", async ({
  page,
  playwright,
  baseURL,
}) => {
  const email = await signUp(page.request)
  const phone = await playwright.request.newContext({ baseURL })
  await phone.post("/login", { form: { intent: "login", email, password: PASSWORD } })
  expect((await phone.get("/profile")).status()).toBe(200)

  await page.goto("/reset-password")
  await expect(page.getByText(/请从邮件里的链接打开这一页。你已经登录/)).toBeVisible()
  await page.getByRole("link", { name: "去个人资料修改" }).click()
  const renewed = "another long password"
  await page.getByLabel("现在的密码").fill("not the password")
  await page.getByLabel("新密码").fill(renewed)
  await page.getByRole("button", { name: "修改密码" }).click()
  await expect(page.getByText("现在的密码不对。")).toBeVisible()
  expect((await phone.get("/profile")).status()).toBe(200)

  await page.getByLabel("现在的密码").fill(PASSWORD)
  await page.getByLabel("新密码").fill(renewed)
  await page.getByRole("button", { name: "修改密码" }).click()
  await expectNotice(page, "密码已更新")
  await expect(page).toHaveURL("/profile")
  await expect(page.getByLabel("现在的密码")).toHaveValue("")
  await page.reload()
  await expect(page.getByLabel("昵称")).toBeVisible()
  expect((await phone.get("/profile")).status()).toBe(401)

  const enter = (password: string) =>
    phone.post("/login", { form: { intent: "login", email, password }, maxRedirects: 0 })
  expect((await enter(PASSWORD)).status()).toBe(401)
  expect((await enter(renewed)).status()).toBe(303)
  await phone.dispose()
})

test("an address that is sent along changes nothing", async ({ page }) => {
  const email = await signUp(page.request)
  const form = { intent: "save", username: "江上客", avatar_url: "", email: "other@example.com", id: "1" }
  await page.request.post("/profile", { form })
  await page.goto("/profile")
  await expect(page.getByLabel("邮箱")).toHaveValue(email)
  await expect(page.getByLabel("昵称")).toHaveValue("江上客")
})

test("a name is trimmed, may have 30 characters, can be removed, and stays in its field when it is too long", async ({
  page,
  script,
}) => {
  await signUp(page.request)
  await page.goto("/profile")
  const field = page.getByLabel("昵称")
  for (const [typed, kept] of [
    ["  江上客　", "江上客"],
    ["江\u0007上客", "江 上客"],
    ["长".repeat(30), "长".repeat(30)],
    ["𠮷".repeat(30), "𠮷".repeat(30)],
    ["   ", ""],
  ] as const) {
    // A press in the instant in which React takes over the field would send what the server had there.
    if (script) await expect(page.locator("html[data-hydrated]")).toBeAttached()
    await field.fill(typed)
    await page.getByRole("button", { name: "保存" }).click()
    // Wait for the answer: the field may show the typed name before the server has it.
    await expectNotice(page, "个人资料已更新")
    await expect(field).toHaveValue(kept)
    await page.goto("/profile")
    await expect(field).toHaveValue(kept)
  }

  const long = "长".repeat(31)
  await field.fill(long)
  await page.getByRole("button", { name: "保存" }).click()
  await expect(page.getByText("昵称太长了，最多 30 个字符。")).toBeVisible()
  await expect(field).toHaveValue(long)
  await page.goto("/profile")
  await expect(field).toHaveValue("")
})

test("a picture appears once it is saved and replaces the one before it", async ({ page }) => {
  await signUp(page.request)
  await page.goto("/profile")
  await expect(page.getByLabel("更换头像")).toHaveAttribute("accept", /^image\/[a-z]+(,image\/[a-z]+)*$/)
  const picture = page.locator("main img")
  await upload(page, PIXEL)
  await expectNotice(page, "头像已上传")
  await expectNotice(page, "请点击保存以更新资料")
  await expect(picture).toHaveJSProperty("naturalWidth", 1)

  // The picture is not saved yet, so other pages do not show it.
  const other = await page.context().newPage()
  await other.goto("/profile")
  await expect(other.locator("main img")).toHaveCount(0)
  await other.close()
  await page.getByRole("button", { name: "保存" }).click()
  await expectNotice(page, "个人资料已更新")
  const first = (await picture.getAttribute("src")) ?? ""
  expect((await page.request.get(first)).headers()["content-type"]).toBe("image/webp")

  await upload(page, PIXEL)
  await expectNotice(page, "请点击保存以更新资料")
  await page.getByRole("button", { name: "保存" }).click()
  await expectNotice(page, "个人资料已更新")
  await expect(picture).not.toHaveAttribute("src", first)
  await expect.poll(async () => (await page.request.get(first)).status()).toBe(404)
})

test("uploading a picture keeps the typed name, and saving includes the chosen picture", async ({ page }) => {
  await signUp(page.request)
  await page.goto("/profile")
  await page.getByLabel("昵称").fill("江上客")
  await upload(page, PIXEL)
  await expectNotice(page, "请点击保存以更新资料")
  await expect(page.getByLabel("昵称")).toHaveValue("江上客")

  await upload(page, { name: "big.png", mimeType: "image/png", buffer: Buffer.alloc(AVATAR_MAX_BYTES + 1) })
  await expect(page.getByRole("alert")).toContainText("头像大小不能超过2MB")
  await expect(page.getByLabel("昵称")).toHaveValue("江上客")

  await page.getByLabel("更换头像").setInputFiles(PIXEL)
  await page.getByRole("button", { name: "保存" }).click()
  await expectNotice(page, "个人资料已更新")
  await page.reload()
  await expect(page.getByLabel("昵称")).toHaveValue("江上客")
  await expect(page.locator("main img")).toHaveJSProperty("naturalWidth", 1)
})

test("refuses a file that is too large or is not a picture by its bytes, and keeps the old picture", async ({
  page,
}) => {
  await signUp(page.request)
  await page.goto("/profile")
  await upload(page, PIXEL)
  await expectNotice(page, "请点击保存以更新资料")
  await page.getByRole("button", { name: "保存" }).click()
  await expectNotice(page, "个人资料已更新")
  const before = (await page.locator("main img").getAttribute("src")) ?? ""

  const large = Buffer.concat([PIXEL.buffer, Buffer.alloc(AVATAR_MAX_BYTES)])
  const refusals: [string, string, Buffer, string][] = [
    ["me.png", "image/png", large, "文件过大头像大小不能超过2MB"],
    ["me.png", "image/png", Buffer.from("<!doctype html><p>hello</p>"), "这个文件不是可用的图片"],
    [
      "me.svg",
      "image/svg+xml",
      Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
      "这个文件不是可用的图片",
    ],
    ["me.png", "image/png", Buffer.alloc(0), "这个文件不是可用的图片"],
  ]
  for (const [name, mimeType, buffer, reason] of refusals) {
    await upload(page, { name, mimeType, buffer })
    await expect(page.getByRole("alert")).toContainText(reason)
    await expect(page.locator("main img")).toHaveAttribute("src", before)
    await page.goto("/profile")
  }
  await upload(page, { ...PIXEL, name: "me.html", mimeType: "text/html" })
  await expectNotice(page, "请点击保存以更新资料")
})

test("saving one form keeps what is typed in the others, and in itself meanwhile @needs-js", async ({
  page,
}) => {
  await signUp(page.request)
  await page.goto("/profile")
  const [name, about] = [page.getByLabel("昵称"), page.getByRole("textbox", { name: "简介" })]
  const [password, deletion] = [page.getByLabel("新密码"), page.getByLabel("输入密码，确认是你本人")]
  await about.fill("写河边的故事。")
  await password.fill("another long password")
  await deletion.fill("not yet")
  await name.fill("江上客")
  await page.getByRole("button", { name: "保存", exact: true }).click()
  await expectNotice(page, "个人资料已更新")
  await upload(page, PIXEL)
  await expectNotice(page, "请点击保存以更新资料")
  await expect(about).toHaveValue("写河边的故事。")

  await name.fill("渡口人")
  const held = await holdRequests(page, /\/profile/)
  await page.getByRole("button", { name: "更新作者页" }).click()
  await expect.poll(() => held.came).toHaveLength(1)
  await about.fill("写河边的故事，也写灯。")
  await expect(page.getByRole("button", { name: "保存", exact: true })).toBeDisabled()
  held.release()
  await expectNotice(page, "作者页已更新")
  await expect(about).toHaveValue("写河边的故事，也写灯。")
  await expect(name).toHaveValue("渡口人")
  await expect(password).toHaveValue("another long password")

  await about.fill("\n写灯。\n")
  await page.getByRole("button", { name: "更新作者页" }).click()
  await expect(about).toHaveValue("写灯。")

  await about.fill("写山里的故事。")
  await page.getByLabel("现在的密码").fill(PASSWORD)
  await page.getByRole("button", { name: "修改密码" }).click()
  await expectNotice(page, "密码已更新")
  await expect(password).toHaveValue("")
  await expect(about).toHaveValue("写山里的故事。")
  await expect(deletion).toHaveValue("not yet")
})

test("locks the profile while it is being saved @needs-js", async ({ page }) => {
  await signUp(page.request)
  await page.goto("/profile")
  const held = await holdRequests(page, /\/profile/)
  await page.getByLabel("昵称").fill("江上客")
  await page.getByRole("button", { name: "保存" }).dblclick()
  await expect(page.getByRole("button", { name: "正在保存…" })).toBeDisabled()
  await expect(page.getByRole("button", { name: "上传头像" })).toBeDisabled()
  held.release()
  await expectNotice(page, "个人资料已更新")
  expect(held.came).toHaveLength(1)
  await expect(page.getByRole("button", { name: "保存" })).toBeEnabled()
})

test("what is typed in the name while it is being saved stays @needs-js", async ({ page }) => {
  await signUp(page.request)
  await page.goto("/profile")
  const name = page.getByLabel("昵称")
  const held = await holdRequests(page, /\/profile/)
  await name.fill(" 江上客 ")
  await name.press("Enter")
  await expect.poll(() => held.came).toHaveLength(1)
  await name.press("End")
  await name.pressSequentially("与渡口人")
  held.release()
  await expectNotice(page, "个人资料已更新")
  await expect(name).toBeFocused()
  await expect(name).toHaveValue(" 江上客 与渡口人")
  await name.press("Enter")
  await expect(name).toHaveValue("江上客 与渡口人")
  await page.reload()
  await expect(name).toHaveValue("江上客 与渡口人")
})

lineTest(
  "a name that a broken line kept from being saved is saved by the next press @needs-js",
  async ({ page, line }) => {
    await signUp(page.request)
    await page.goto(`${line.origin}/profile`)
    await page.getByLabel("昵称").fill("江上客")
    line.cut()
    await page.getByRole("button", { name: "保存" }).click()
    await expect(page.getByRole("alert")).toContainText("更新失败")
    await expect(page.getByLabel("昵称")).toHaveValue("江上客")

    line.mend()
    await page.getByRole("button", { name: "保存" }).click()
    await expectNotice(page, "个人资料已更新")
    await page.reload()
    await expect(page.getByLabel("昵称")).toHaveValue("江上客")
  },
)
