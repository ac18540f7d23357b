import type { Page } from "@playwright/test"
import { deskPath } from "#app/domain/paths.ts"
import { signUp } from "../../support/browser/account.ts"
import { expectAccessible } from "../../support/browser/axe.ts"
import { test as base, expect } from "../../support/browser/browser-test.ts"
import { askForNovel, openDesk, pressForMore, untilWritten } from "../../support/browser/desk.ts"

const test = base.extend({ expected: /net::ERR_FAILED|status of 4\d\d/ })

const RAIN = "雨停的时候，修表匠听见怀表里有人说话。"

test("the device's texts move into the account by one press, and are not offered again @needs-js", async ({
  page,
}) => {
  await page.goto("/")
  await page.evaluate(
    (texts) => localStorage.setItem("novelHistories", JSON.stringify(texts)),
    [`${RAIN}\n\n后来雨又下了。`, RAIN, "他是一名17岁的高中女生，和老师上床。"],
  )
  await signUp(page.request)
  await page.goto("/my-novels")
  await page.getByRole("button", { name: "全部存进我的小说" }).click()
  await expect(page.getByText("已存进 1 篇")).toBeVisible()
  await expect(page.getByText("在另一篇里已经完整地有了")).toBeVisible()
  await expect(page.getByText(/内容涉及未成年人/)).toBeVisible()
  await expect(page.getByRole("button", { name: "全部存进我的小说" })).toHaveCount(0)
  await expectAccessible(page, "moved texts", "light")
  await page.getByRole("link", { name: "去我的小说" }).click()
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText(["雨停的时候"])
  await expect(page.getByRole("button", { name: "全部存进我的小说" })).toHaveCount(0)
  // The history keeps what was moved.
  await page.goto("/")
  await expect(page.getByRole("button", { name: /^查看：/ })).toHaveCount(3)
})

test("home offers after the login, in a line, what was written before; what goes on updates its novel", async ({
  page,
  script,
}) => {
  const offer = page.getByText("登录前写的 1 篇，还没有存进账号。")
  const move = page.getByRole("button", { name: "存进我的小说" })
  await askForNovel(page)
  await untilWritten(page)
  const [, id = ""] = /generations?[=/]([\w-]{22})/.exec(page.url()) ?? []
  await page.goto("/")
  await expect(page.getByRole("heading", { name: "最近生成" })).toBeVisible()
  await expect(offer).toHaveCount(0)
  await signUp(page.request)
  await openDesk(page)
  await expect(offer).toBeVisible()
  if (script) await expectAccessible(page, "home with an offer", "light")
  await move.focus()
  await page.keyboard.press("Enter")
  await expect(page.getByText("已存进 1 篇")).toBeVisible()
  await expect(page.getByText("已存进 1 篇")).toBeFocused()
  await openDesk(page)
  await expect(page.getByRole("heading", { name: "最近生成" })).toBeVisible()
  await expect(offer).toHaveCount(0)

  await openDesk(page, deskPath({ generation: id }))
  await pressForMore(page, "继续生成")
  await untilWritten(page)
  await page.goto("/my-novels")
  await page.getByRole("button", { name: "全部存进我的小说" }).click()
  await expect(page.getByText("已更新原来的那一篇")).toBeVisible()
  if (script) await expectAccessible(page, "a moved text that goes on", "dark")
  await page.getByRole("link", { name: "去我的小说" }).click()
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveCount(1)
  await expect(page.getByRole("button", { name: "全部存进我的小说" })).toHaveCount(0)
})

test("what moved is not offered again, also where the answer never gets its script @needs-js", async ({
  page,
}) => {
  await askForNovel(page)
  await untilWritten(page)
  const [, id = ""] = /generations?[=/]([\w-]{22})/.exec(page.url()) ?? []
  await signUp(page.request)
  await page.route("**/assets/*.js", (route) => route.abort())
  await moveAll(page)
  await openDeskWithScript(page, deskPath({ generation: id }))
  await pressForMore(page, "继续生成")
  await untilWritten(page)
  await page.route("**/assets/*.js", (route) => route.abort())
  await moveAll(page)
  await expect(page.getByText("已更新原来的那一篇")).toBeVisible()

  await openDeskWithScript(page, "/my-novels")
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveCount(1)
  await expect(page.getByRole("button", { name: "全部存进我的小说" })).toHaveCount(0)
})

async function moveAll(page: Page): Promise<void> {
  await page.goto("/my-novels", { waitUntil: "load" })
  await page.getByRole("button", { name: "全部存进我的小说" }).click()
  await expect(page.getByText("已存进 1 篇")).toBeVisible()
}

async function openDeskWithScript(page: Page, path: string): Promise<void> {
  await page.unroute("**/assets/*.js")
  await openDesk(page, path)
}

test("a text that only the device has updates its novel when it has gone on @needs-js", async ({ page }) => {
  await page.goto("/")
  await page.evaluate((text) => localStorage.setItem("novelHistories", JSON.stringify([text])), RAIN)
  await signUp(page.request)
  await openDesk(page)
  await page.getByRole("button", { name: "存进我的小说" }).click()
  await expect(page.getByText("已存进 1 篇")).toBeVisible()
  // As the history is when the server has forgotten what it continued.
  await page.evaluate(() => {
    const texts = JSON.parse(localStorage.getItem("novelHistories") ?? "[]")
    localStorage.setItem("novelHistories", JSON.stringify([`${texts[0]}\n\n后来雨又下了。`, ...texts]))
    const details = JSON.parse(localStorage.getItem("novelHistoryDetails") ?? "[]")
    const longer = {
      ...details[0],
      novel: null,
      demo: "part",
      length: `${texts[0]}\n\n后来雨又下了。`.length,
    }
    localStorage.setItem("novelHistoryDetails", JSON.stringify([longer, ...details]))
  })
  await page.goto("/my-novels")
  await page.getByRole("button", { name: "全部存进我的小说" }).click()
  await expect(page.getByText("已更新原来的那一篇")).toBeVisible()
  await page.getByRole("link", { name: "去我的小说" }).click()
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveCount(1)
  await expect(page.getByText("后来雨又下了。")).toBeVisible()
  await page.getByRole("main").getByRole("link", { name: "雨停的时候", exact: true }).click()
  await expect(page.getByText("本文由 AI 生成 · 演示：其中有内置写手写的部分")).toBeVisible()
})

test("moving needs an account, and leads back after the login", async ({ page }) => {
  expect((await page.goto("/my-novels/move"))?.status()).toBe(401)
  await expect(page.getByText("文字都还在")).toBeVisible()
  await expect(page.getByRole("main").getByRole("link", { name: "登录" })).toHaveAttribute(
    "href",
    "/login?next=%2Fmy-novels%2Fmove",
  )
})
