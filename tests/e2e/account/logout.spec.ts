import type { Page } from "@playwright/test"
import { expectNotice, signUp } from "../../support/browser/account.ts"
import { test as base, expect } from "../../support/browser/browser-test.ts"
import {
  askForNovel,
  backToDesk,
  shownStory,
  unfoldForm,
  untilWriting,
  untilWritten,
} from "../../support/browser/desk.ts"
import { PASSWORD } from "../../support/session-visitor.ts"

const test = base.extend({ expected: /net::ERR_FAILED|status of 4\d\d/ })

const ANONYMOUS = "写在登录以前的一篇"

async function logOut(page: Page, script: boolean): Promise<void> {
  if (script) await expect(page.locator("html[data-hydrated]")).toBeAttached()
  await page.getByLabel("用户菜单").click()
  await page.getByRole("button", { name: "退出登录" }).click()
  await expectNotice(page, "已退出登录")
}

test("the next person on the device sees nothing that was written while signed in", async ({
  page,
  script,
}) => {
  const email = await signUp(page.request)
  await askForNovel(page)
  await untilWritten(page)
  await backToDesk(page, script)
  const address = page.url()
  const story = await shownStory(page)
  const beginning = page.getByText(story.slice(0, 15))
  await expect(beginning.first()).toBeVisible()
  await logOut(page, script)

  await expect(beginning).toHaveCount(0)
  await page.goto(address)
  await expect(beginning).toHaveCount(0)
  await page.goto("/")
  await expect(page.getByRole("link", { name: "回到上一次生成" })).toHaveCount(0)

  await signUp(page.request)
  await page.goto(address)
  await expect(beginning).toHaveCount(0)
  await logOut(page, script)

  await page.request.post("/login", { form: { intent: "login", email, password: PASSWORD } })
  await page.goto(address)
  await expect.poll(() => shownStory(page)).toBe(story)
})

test("nothing is left on the device, also where the first page after it never gets its script @needs-js", async ({
  page,
}) => {
  await signUp(page.request)
  await askForNovel(page)
  await untilWritten(page)
  const address = page.url()
  const story = await shownStory(page)
  await page.route("**/assets/*.js", (route) => route.abort())
  await logOut(page, true)

  await page.unroute("**/assets/*.js")
  await page.goto(address)
  await expect(page.getByText(story.slice(0, 15))).toHaveCount(0)
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(story.slice(0, 10))
})

test("a session that expires is no logout, also after one @needs-js", async ({ page, context }) => {
  const email = await signUp(page.request)
  await page.request.post("/logout")
  await page.request.post("/login", { form: { intent: "login", email, password: PASSWORD } })
  await askForNovel(page)
  await untilWritten(page)
  const address = page.url()
  const story = await shownStory(page)
  await context.clearCookies({ name: /session/ })
  await page.goto(address)
  await expect(page.getByText(story.slice(0, 15)).first()).toBeVisible()
})

test("logging out keeps what the device wrote before the login, and nothing from after it @needs-js", async ({
  page,
}) => {
  await page.goto("/")
  await page.evaluate((text) => {
    localStorage.setItem("novelHistories", JSON.stringify([text]))
    localStorage.setItem("novelHistoryLevels", "[1]")
  }, ANONYMOUS)
  await page.reload()
  await page.getByLabel("描述你想要的小说").fill("登录以前打的字")
  await page.waitForTimeout(500)

  await signUp(page.request)
  await page.goto("/")
  await expect(page.getByLabel("描述你想要的小说")).toHaveValue("登录以前打的字")
  await askForNovel(page)
  await untilWritten(page)
  await expect(page.getByRole("button", { name: /^查看：/ })).toHaveCount(2)
  const story = await shownStory(page)
  await unfoldForm(page)
  await page.getByLabel("描述你想要的小说").fill("登录以后打的字")
  await logOut(page, true)

  await expect(page.getByRole("button", { name: /^查看：/ })).toHaveAccessibleName(`查看：${ANONYMOUS}`)
  await expect(page.getByLabel("描述你想要的小说")).not.toHaveValue("登录以后打的字")
  const kept = await page.evaluate(() => JSON.stringify(localStorage))
  expect(kept).toContain(ANONYMOUS)
  expect(kept).not.toContain("登录以后打的字")
  expect(kept).not.toContain(story.slice(0, 10))
})

test("logging in does not interrupt a novel that is being written", async ({ page, script }) => {
  await askForNovel(page)
  await untilWriting(page, script)
  await signUp(page.request)
  await untilWritten(page)
  await backToDesk(page, script)
  const story = await shownStory(page)
  await page.reload()
  await expect.poll(() => shownStory(page)).toBe(story)
  await expect(page.getByRole("link", { name: "下载 TXT" })).toBeVisible()
})
