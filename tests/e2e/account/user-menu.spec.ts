import { expectLetter, expectNotice, PIXEL, signUp } from "../../support/browser/account.ts"
import { expect, test } from "../../support/browser/browser-test.ts"
import { openDesk, PROMPT } from "../../support/browser/desk.ts"
import { holdRequests } from "../../support/held-requests.ts"

test("a visitor sees a login button and no menu", async ({ page }) => {
  await page.goto("/")
  await expect(page.getByRole("banner").getByRole("link", { name: "登录" })).toBeVisible()
  await expect(page.getByLabel("用户菜单")).toHaveCount(0)
})

test("the menu shows who is signed in: first by letter and address, then by picture and name", async ({
  page,
}) => {
  const email = await signUp(page.request)
  await page.goto("/")
  const menu = page.getByRole("banner").locator("details", { has: page.getByLabel("用户菜单") })
  await expect(page.getByRole("banner").getByRole("link", { name: "登录" })).toHaveCount(0)
  await expectLetter(page.getByLabel("用户菜单"), email.slice(0, 1))
  await expect(menu.getByText(email)).toBeHidden()
  await page.getByLabel("用户菜单").click()
  await expect(menu.getByText(email)).toBeVisible()
  await expect(menu.getByText("未设置用户名")).toBeVisible()

  await page.goto("/profile")
  await page.getByLabel("更换头像").setInputFiles(PIXEL)
  await page.getByRole("button", { name: "上传头像" }).click()
  await expectNotice(page, "请点击保存以更新资料")
  await page.getByLabel("昵称").fill("江上客")
  await page.getByRole("button", { name: "保存" }).click()
  await expectNotice(page, "个人资料已更新")
  await expect(page.getByLabel("用户菜单").locator("img")).toHaveJSProperty("naturalWidth", 1)
  await page.getByLabel("用户菜单").click()
  await expect(menu.getByText("江上客")).toBeVisible()
  await expect(menu.getByText("未设置用户名")).toHaveCount(0)

  // The page that streams has a header of its own.
  const wish = { prompt: PROMPT, erotic_level: 1, length: 1, reference_text: "" }
  const { id } = await (await page.request.post("/generate-novel", { data: wish })).json()
  const live = await (await page.request.get(`/generations/${id}/live`)).text()
  expect(live.slice(0, live.indexOf("</header>"))).toContain('<img src="/avatars/')
})

test("the menu leads to profile and novels, closes on the way, and logs out", async ({ page }) => {
  await signUp(page.request)
  await page.goto("/")
  for (const [name, path] of [
    ["个人资料", "/profile"],
    ["我的小说", "/my-novels"],
  ] as const) {
    await page.getByLabel("用户菜单").click()
    await page.getByRole("banner").getByRole("link", { name }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole("banner").getByRole("link", { name })).toBeHidden()
  }
  await page.getByLabel("用户菜单").click()
  await page.getByRole("button", { name: "退出登录" }).click()
  await expectNotice(page, "已退出登录")
  await expect(page.getByRole("banner").getByRole("link", { name: "登录" })).toBeVisible()
  expect((await page.goto("/profile"))?.status()).toBe(401)
})

test("the menu works by keyboard alone", async ({ page, script }) => {
  await signUp(page.request)
  await page.goto("/")
  const summary = page.getByLabel("用户菜单")
  const profile = page.getByRole("banner").getByRole("link", { name: "个人资料" })
  await summary.focus()
  await page.keyboard.press("Enter")
  await expect(profile).toBeVisible()
  if (script) {
    await page.keyboard.press("Tab")
    await expect(profile).toBeFocused()
    await page.keyboard.press("Escape")
    await expect(profile).toBeHidden()
    await expect(summary).toBeFocused()
    await page.keyboard.press("Enter")
  }
  await page.keyboard.press("Tab")
  await expect(profile).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL("/profile")
})

test("shows a placeholder instead of the menu while logging out @needs-js", async ({ page }) => {
  await signUp(page.request)
  await page.goto("/")
  const { release } = await holdRequests(page, /\/logout/)
  await page.getByLabel("用户菜单").click()
  await page.getByRole("button", { name: "退出登录" }).click()
  await expect(page.getByRole("status", { name: "正在读取账号…" })).toBeVisible()
  await expect(page.getByLabel("用户菜单")).toHaveCount(0)
  release()
  await expect(page.getByRole("banner").getByRole("link", { name: "登录" })).toBeVisible()
  await expect(page.getByRole("status", { name: "正在读取账号…" })).toHaveCount(0)
})

test("on a phone the page menu closes once a page is chosen", async ({ page, script }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  if (script) {
    await signUp(page.request)
    await openDesk(page)
    const { release } = await holdRequests(page, /my-novels\.data/, "GET")
    await page.getByLabel("菜单", { exact: true }).click()
    const shelf = page.getByRole("banner").getByRole("link", { name: "生成小说" })
    await shelf.click()
    await expect(page.locator("main [aria-busy=true] > li")).toHaveCount(4)
    await expect(shelf).toBeHidden()
    await page.getByLabel("菜单", { exact: true }).click()
    await expect(shelf).toHaveAttribute("aria-current", "page")
    await expect(page.getByRole("banner").getByRole("link", { name: "首页" })).not.toHaveAttribute(
      "aria-current",
    )
    release()
  }
  await page.goto("/")
  await page.getByLabel("菜单", { exact: true }).click()
  const library = page.getByRole("banner").getByRole("link", { name: "我的书库" })
  await library.click()
  await expect(page).toHaveURL("/profile")
  await expect(library).toBeHidden()
})
