import type { Page } from "@playwright/test"
import { PIXEL, STORY, saveNovel, signUp } from "../../support/browser/account.ts"
import { expectAccessible, THEMES } from "../../support/browser/axe.ts"
import { expect, test } from "../../support/browser/browser-test.ts"

const LONG = "很长很长的标题".repeat(14)

/** Visits every account screen in turn and calls `look` when it is ready. */
async function forEachScreen(page: Page, look: (screen: string) => Promise<void>): Promise<void> {
  const visit = async (path: string) => {
    await page.goto(path)
    await look(path)
  }
  await page.goto("/")
  await page.getByRole("banner").getByRole("link", { name: "登录" }).click()
  await expect(page.getByRole("dialog")).toBeVisible()
  await look("the dialog to log in")
  await page.getByRole("tab", { name: "注册" }).click()
  await look("the dialog to register")
  for (const path of [
    "/login",
    "/login?tab=register",
    "/forgot-password",
    "/reset-password",
    "/auth/confirm?token_hash=0&type=signup",
    "/profile",
    "/save",
    "/shared/not-an-id",
    "/nowhere",
  ]) {
    await visit(path)
  }
  await page.getByRole("link", { name: "返回首页" }).click()

  await signUp(page.request)
  await visit("/my-novels")
  await visit("/my-novels?query=没有")
  const id = await saveNovel(page.request, { title: LONG, isPublic: true })
  await saveNovel(page.request, { title: "锁着的信" })
  const adult = await saveNovel(page.request, { title: "门后的灯", isPublic: true, level: 4 })
  for (const path of ["/my-novels", `/shared/${id}`, `/shared/${adult}`, "/save"]) await visit(path)
  await page.request.post(`/novels/${id}/edit`, { form: { intent: "save", text: "只剩这一句。" } })
  await page.goto(`/novels/${id}`)
  await look("a novel's own page")
  await page.locator("#more > summary").click()
  await page.locator("#delete > summary").click()
  await look("a novel's menu")
  await page.goto(`/novels/${id}`)
  await page.locator("#share > summary").click()
  await look("a novel's link")
  await page.locator("#share > summary").click()
  for (const panel of ["备忘", "版本"]) {
    await page.getByRole("radio", { name: panel }).check()
    await look(`a novel's ${panel}`)
  }
  await page.locator('a[href*="/versions/"]').click()
  await expect(page.getByRole("button", { name: "换回这一版" })).toBeVisible()
  await look("a version")
  await visit(`/novels/${id}/edit`)

  await page.goto("/profile")
  await page.getByLabel("更换头像").setInputFiles({ ...PIXEL, buffer: Buffer.from("none") })
  await page.getByRole("button", { name: "上传头像" }).click()
  await expect(page.getByRole("alert")).toBeVisible()
  await look("the profile with a refused picture")
  await page.getByLabel("用户菜单").click()
  await look("the menu")

  await page.evaluate((text) => localStorage.setItem("novelHistories", JSON.stringify([text])), STORY)
  await page.goto("/")
  await page.getByRole("button", { name: /^查看：/ }).click()
  // The bar's own button leaves while the page still scrolls to a short text.
  await page.locator("#desk").getByRole("button", { name: "保存" }).click()
  await look("the dialog to save")
  await page.getByLabel("标题").fill("桥头的灯")
  await page.getByRole("switch", { name: "公开分享" }).check()
  await page.getByRole("dialog").getByRole("button", { name: "保存" }).click()
  await expect(page.getByText("这篇正文已经保存过了")).toBeVisible()
  await look("the dialog with a text that is saved already")
  await page.getByRole("dialog").getByRole("button", { name: "另存一份" }).click()
  await expect(page.getByLabel("分享链接")).toBeVisible()
  await look("the dialog with the link")
}

for (const colorScheme of THEMES) {
  for (const width of [390, 1280]) {
    test(`account screens pass axe, ${colorScheme}, ${width} px @needs-js`, async ({ page }) => {
      // Axe needs more than the usual time for two dozen screens.
      test.slow()
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      await page.setViewportSize({ width, height: 844 })
      await forEachScreen(page, (screen) => expectAccessible(page, screen, colorScheme))
    })
  }
}

for (const textSize of [100, 200]) {
  test(`account screens fit the smallest phone, text at ${textSize} % @needs-js`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await forEachScreen(page, async (screen) => {
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = `${size}%`
      }, textSize)
      const wide = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll("dialog[open]")]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .flatMap((box) => [box, ...box.querySelectorAll("main *")])
          .filter((element) => element.getBoundingClientRect().right > window.innerWidth)
          .map(({ tagName, className }) => `${tagName} ${className}`),
      )
      expect(wide, screen).toEqual([])
    })
  })
}
