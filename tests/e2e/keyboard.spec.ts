// The way of an author without a mouse: every control is reached by Tab, every stop is seen, no press loses the focus.
import type { Page } from "@playwright/test"
import { expectNotice, signUp } from "../support/browser/account.ts"
import { expect, test } from "../support/browser/browser-test.ts"
import { cardField, openDesk, untilWritten } from "../support/browser/desk.ts"
import { tabAndPress, tabTo } from "../support/browser/keyboard.ts"
import { PASSWORD } from "../support/session-visitor.ts"

const TITLE = "渡口的灯"

// On a phone's screen bars stick to the foot, and menus fold.
test.use({ viewport: { width: 390, height: 844 } })

test("an author goes the whole way by keyboard", async ({ page, request, script }) => {
  test.setTimeout(180_000)
  const email = await signUp(request)
  const main = page.getByRole("main")
  const button = (name: string | RegExp) => main.getByRole("button", { name, exact: true })
  const prompt = page.getByLabel("描述你想要的小说")

  await test.step("log in", async () => {
    await openDesk(page)
    await tabAndPress(page, page.getByRole("banner").getByRole("link", { name: "登录" }))
    const form = script ? page.getByRole("dialog") : main
    if (script) await expect(form.getByLabel("邮箱")).toBeFocused()
    else await tabTo(page, form.getByLabel("邮箱"))
    await page.keyboard.type(email)
    await tabTo(page, form.getByLabel("密码"))
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press("Enter")
    await expect(page.getByLabel("用户菜单")).toBeVisible()
    if (script) await expect(page.getByRole("heading", { level: 1 })).toBeFocused()
  })

  await test.step("an example and an outline", async () => {
    await tabAndPress(page, button("茶馆最后一夜"))
    await expect(prompt).toHaveValue(/老茶馆/)
    await expect(prompt).toBeFocused()
    const length = page.getByRole("group", { name: "小说长度" })
    await tabTo(page, length.getByRole("radio"))
    await page.keyboard.press("ArrowRight")
    await expect(length.getByRole("radio", { name: /^中篇/ })).toBeChecked()
    await page.keyboard.press("ArrowLeft")
    await tabAndPress(page, page.getByLabel("先看提纲再写"), "Space")
    await tabAndPress(page, button("生成小说"))
    await expect(button("照这个提纲写")).toBeVisible()
    if (script) await expect(page.locator("#story")).toBeFocused()
  })

  await test.step("a card is changed, and an empty one refused", async () => {
    const first = page.locator("li", { has: page.getByRole("heading", { name: "第 1 节" }) })
    await tabAndPress(page, first.locator("summary"))
    await tabTo(page, cardField(page, 1, "发生什么"))
    await page.keyboard.press("End")
    await page.keyboard.type("，灯一直亮着")
    const cards = await page.getByRole("heading", { name: /^第 \d+ 节/ }).count()
    await tabAndPress(page, button("加一节"))
    await expect(cardField(page, cards + 1, "时间地点")).toBeFocused()
    await tabAndPress(page, button("照这个提纲写"))
    await expect(page.getByRole("heading", { name: `第 ${cards + 1} 节` })).toBeFocused()
    await expect(page.getByRole("heading", { name: `第 ${cards + 1} 节` })).toHaveAccessibleDescription(
      /还是空的/,
    )
    await tabAndPress(page, button(`删：第 ${cards + 1} 节`))
    await expect(button("撤销")).toBeFocused()
  })

  await test.step("write", async () => {
    await tabAndPress(page, button("照这个提纲写"))
    if (script) await expect(page.locator("#story")).toBeFocused()
    else await page.waitForURL(/\/live$/, { waitUntil: "commit" })
    await untilWritten(page)
    if (script) await tabTo(page, page.getByLabel("接下来…"))
    else await tabAndPress(page, page.getByRole("link", { name: /回到写作台/ }))
    await expect(page.getByLabel("接下来…")).toBeVisible()
  })

  await test.step("save", async () => {
    await tabAndPress(page, page.locator("#desk").getByRole("button", { name: "保存" }))
    const form = script ? page.getByRole("dialog") : main
    const title = form.getByLabel("标题")
    if (script) await expect(title).toBeFocused()
    else await tabTo(page, title)
    await page.keyboard.press("ControlOrMeta+A")
    await page.keyboard.type(TITLE)
    await tabAndPress(page, form.getByRole("button", { name: "保存", exact: true }))
    await expectNotice(page, "小说已保存到你的账号")
    if (script) await expect(button("保存").and(page.locator(":focus"))).toBeVisible()
  })

  await test.step("the saved novel: share it, and stop sharing", async () => {
    await tabAndPress(page, main.getByRole("link", { name: `《${TITLE}》` }))
    await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible()
    const share = page.locator("#share > summary")
    await tabAndPress(page, share)
    await tabAndPress(page, button("公开分享"))
    await expectNotice(page, "现在可以用链接分享了")
    if (script) await expect(share).toBeFocused()
    await tabTo(page, share, script ? "Shift+Tab" : "Tab")
    await page.keyboard.press("Enter")
    await expect(page.getByLabel("分享链接")).toBeVisible()
    // It lies over the text, and must not lie over what comes next.
    await tabTo(page, page.locator("#more > summary"))
    await expect(page.getByLabel("分享链接")).toBeHidden()
  })

  await test.step("the shelf and the bin", async () => {
    await visit(page, "生成小说")
    await tabAndPress(page, page.getByLabel(`更多：${TITLE}`))
    await tabAndPress(page, button("移到回收站"))
    await expectNotice(page, "已移到回收站")
    await tabAndPress(page, page.getByRole("link", { name: "回收站 1" }))
    await tabAndPress(page, button(`恢复《${TITLE}》`))
    await expectNotice(page, "已恢复")
  })

  await test.step("log out", async () => {
    await tabAndPress(page, page.getByLabel("用户菜单"))
    await tabAndPress(page, page.getByRole("banner").getByRole("button", { name: "退出登录" }))
    await expectNotice(page, "已退出登录")
    await expect(page.getByRole("banner").getByRole("link", { name: "登录" })).toBeVisible()
  })
})

/** Goes to another page by the phone's menu. */
async function visit(page: Page, name: string): Promise<void> {
  await tabAndPress(page, page.getByLabel("菜单", { exact: true }))
  await tabAndPress(page, page.getByRole("banner").getByRole("link", { name, exact: true }))
}
