import type { Page } from "@playwright/test"
import { expectNotice, saveNovel, signUp } from "../../support/browser/account.ts"
import { expectAccessible } from "../../support/browser/axe.ts"
import { expect, test } from "../../support/browser/browser-test.ts"

const ADDRESSES = (id: string) => [`/shared/${id}`, `/shared/${id}/text`, `/shared/${id}/report`]
const OWN_ADDRESSES = (id: string) => [`/novels/${id}`, `/novels/${id}/text`, `/novels/${id}/memory`]

test("a novel goes to the bin, is gone everywhere, comes back private, and is deleted for good", async ({
  page,
  request,
  script,
}) => {
  await signUp(page.request)
  const id = await saveNovel(page.request, { title: "桥头的灯", isPublic: true })
  await page.goto("/my-novels")
  await card(page, "桥头的灯").locator("summary").click()
  await card(page, "桥头的灯").getByRole("button", { name: "移到回收站" }).click()
  await expectNotice(page, "已移到回收站")
  await expect(page.getByText("还没有小说")).toBeVisible()
  for (const address of ADDRESSES(id))
    expect([address, (await request.get(address)).status()]).toEqual([address, 404])
  for (const address of OWN_ADDRESSES(id)) {
    expect([address, (await page.request.get(address)).status()]).toEqual([address, 404])
  }

  await page.getByRole("link", { name: "回收站 1" }).click()
  await expect(page.getByText("还剩 30 天")).toBeVisible()
  if (script) await expectAccessible(page, "bin", "light")
  await page.getByRole("button", { name: "恢复《桥头的灯》" }).click()
  await expectNotice(page, "已恢复")
  await expect(page.getByText("回收站是空的")).toBeVisible()
  await page.getByRole("link", { name: "返回我的小说" }).click()
  await expect(card(page, "桥头的灯").getByText("仅自己可见")).toBeVisible()
  expect((await request.get(`/shared/${id}`)).status()).toBe(404)

  await card(page, "桥头的灯").locator("summary").click()
  await card(page, "桥头的灯").getByRole("button", { name: "移到回收站" }).click()
  await page.getByRole("link", { name: "回收站 1" }).click()
  const confirm = page.getByRole("button", { name: "确认彻底删除" })
  await expect(confirm).toBeHidden()
  await page.getByText("立即彻底删除").click()
  await confirm.click()
  await expectNotice(page, "已彻底删除")
  await expect(page.getByText("回收站是空的")).toBeVisible()
  const again = await page.request.post("/my-novels/bin", { form: { intent: "restore", id } })
  expect(again.status()).toBe(404)
})

test("several novels are made private, binned and restored at once", async ({ page, request, script }) => {
  await signUp(page.request)
  const ids: string[] = []
  for (const title of ["一", "二", "三"])
    ids.push(await saveNovel(page.request, { title: `第${title}夜`, isPublic: true }))
  await page.goto("/my-novels?sort=longest")
  await expect(page.getByRole("checkbox")).toHaveCount(0)
  await page.getByRole("link", { name: "选择多篇" }).click()
  await expect(page.getByRole("checkbox")).toHaveCount(3)
  await page.getByRole("button", { name: "设为仅自己可见" }).click()
  await expect(page.getByText("还没有选小说")).toBeVisible()

  await page.getByLabel("选择《第一夜》").check()
  await page.getByLabel("选择《第三夜》").check()
  await page.getByRole("button", { name: "设为仅自己可见" }).click()
  await expectNotice(page, "已设为仅自己可见")
  await expect(page).toHaveURL("/my-novels?sort=longest")
  expect(await Promise.all(ids.map(async (id) => (await request.get(`/shared/${id}`)).status()))).toEqual([
    404, 200, 404,
  ])

  await page.getByRole("link", { name: "选择多篇" }).click()
  await page.getByRole("link", { name: "全选本页" }).click()
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(3)
  if (script) await expectAccessible(page, "shelf to choose from", "light")
  await page.getByLabel("选择《第二夜》").uncheck()
  await page.getByRole("button", { name: "移到回收站" }).last().click()
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText(["第二夜"])

  await page.getByRole("link", { name: "回收站 2" }).click()
  await expect(page).toHaveURL("/my-novels/bin")
  await page.getByRole("link", { name: "选择多篇" }).click()
  await page.getByRole("link", { name: "全选本页" }).click()
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(2)
  await page.getByRole("button", { name: "恢复所选" }).click()
  await expectNotice(page, "已恢复")
  await expect(page.getByText("回收站是空的")).toBeVisible()
})

test("a press in the bin after the session has ended is answered with a way to log in", async ({
  page,
  context,
}) => {
  await signUp(page.request)
  const id = await saveNovel(page.request, { title: "桥头的灯" })
  await page.request.post("/my-novels", { form: { intent: "bin", id } })
  await page.goto("/my-novels/bin")
  await context.clearCookies()
  await page.getByRole("button", { name: "恢复《桥头的灯》" }).click()
  await expectNotice(page, "需要登录")
  await expect(page.getByRole("main").getByRole("link", { name: "登录" }).first()).toBeVisible()
})

test("the bin needs an account", async ({ page }) => {
  const answer = await page.request.get("/my-novels/bin", { maxRedirects: 0 })
  expect([answer.status(), answer.headers().location]).toEqual([302, "/"])
  await page.goto("/my-novels/bin")
  await expect(page).toHaveURL("/")
  await expectNotice(page, "需要登录才能查看小说")
})

test("a menu, a shelf to choose from and a bin fit a narrow screen", async ({ page }) => {
  await signUp(page.request)
  const title = "一个长得在任何一张卡片上都写不下的标题".repeat(5)
  await saveNovel(page.request, { title, isPublic: true, level: 5 })
  await page.setViewportSize({ width: 320, height: 640 })
  for (const address of ["/my-novels", "/my-novels?choose=some", "/my-novels/bin"]) {
    if (address.endsWith("bin")) {
      await page.goto("/my-novels")
      await page.getByRole("listitem").locator("summary").click()
      await page.getByRole("button", { name: "移到回收站" }).click()
      await expectNotice(page, "已移到回收站")
    }
    await page.goto(address)
    expect([address, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([address, 320])
  }
})

function card(page: Page, title: string) {
  return page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) })
}
