// A lost line takes neither the page nor what was typed, and the page does not blame a server that was never
// reached.
import type { Page } from "@playwright/test"
import { signUp } from "../support/browser/account.ts"
import { expect, test } from "../support/browser/browser-test.ts"
import { askForNovel, PROMPT, untilNext, untilWriting, untilWritten } from "../support/browser/desk.ts"
import { modulesOf, untilPreloaded } from "../support/browser/line-test.ts"

test.use({ expected: /net::ERR_/ })

/** Either the browser knows that it is offline, or only its requests fail. */
const WAYS: Record<
  string,
  { said: RegExp; cut(page: Page): Promise<unknown>; mend(page: Page): Promise<unknown> }
> = {
  offline: {
    said: /没有连上服务器，这次没有提交/,
    cut: (page) => page.context().setOffline(true),
    mend: (page) => page.context().setOffline(false),
  },
  "with a line that is dead": {
    said: /没有收到服务器的回答，不知道提交成功没有/,
    cut: (page) => page.route(/\.data(\?|$)/, (route) => route.abort()),
    mend: (page) => page.unroute(/\.data(\?|$)/),
  },
}

const again = (page: Page) => page.getByRole("button", { name: "再试一次" })

for (const [how, { said, cut, mend }] of Object.entries(WAYS)) {
  test(`a form that is submitted ${how} stays whole, and one press sends it @needs-js`, async ({ page }) => {
    await page.goto("/")
    await page.getByRole("radio", { name: /适度/ }).check()
    await page.getByRole("radio", { name: /^中篇/ }).check()
    const buffer = Buffer.from("雨下了一夜，石板路亮得像一条河。".repeat(20))
    const file = { name: "参考.txt", mimeType: "text/plain", buffer }
    await page.locator("input[name=reference_file]").setInputFiles(file)
    await expect(page.getByText("参考.txt")).toBeVisible()
    await page.getByLabel("描述你想要的小说").fill(PROMPT)
    await ready(page)
    await cut(page)
    await page.getByRole("button", { name: "生成小说" }).click()
    const problem = page.getByText(said)
    await expect(page.locator("#generator-problem").getByText(said)).toBeInViewport()
    await expect(problem).toHaveCount(1)
    await expect(page.getByText("错误代码")).toHaveCount(0)
    await expect(page.getByLabel("描述你想要的小说")).toHaveValue(PROMPT)
    await expect(page.getByRole("radio", { name: /适度/ })).toBeChecked()
    await expect(page.getByRole("radio", { name: /^中篇/ })).toBeChecked()
    await expect(page.getByText("参考.txt")).toBeVisible()

    await mend(page)
    await page.getByRole("button", { name: "生成小说" }).click()
    await untilWriting(page, true)
    await expect(problem).toHaveCount(0)
    await untilWritten(page)
  })

  test(`a link that is followed ${how} keeps the page, and one press leads on @needs-js`, async ({
    page,
  }) => {
    await signUp(page.request)
    await page.goto("/")
    await page.getByLabel("描述你想要的小说").fill(PROMPT)
    await ready(page)
    await cut(page)
    await page.getByRole("banner").getByRole("link", { name: "我的书库" }).click()
    await expect(page.getByText(/没有连上服务器，新的一页没有打开/)).toBeInViewport()
    await expect(page.getByLabel("描述你想要的小说")).toHaveValue(PROMPT)
    await expect(page).toHaveURL("/")
    await mend(page)
    await again(page).click()
    await expect(page).toHaveURL("/profile")
    await expect(page.getByLabel("昵称")).toBeVisible()
    await expect(again(page)).toHaveCount(0)

    await cut(page)
    await page.getByRole("banner").getByRole("link", { name: "生成小说" }).click()
    await expect(again(page)).toBeInViewport()
    await expect(page.getByLabel("昵称")).toBeVisible()
    await page.getByLabel("昵称").fill("渡口")
    await page.locator("main").getByRole("button", { name: "保存", exact: true }).click()
    await expect(page.getByText("更新失败")).toBeVisible()
    await expect(page.getByLabel("昵称")).toHaveValue("渡口")
    await mend(page)
    await page.locator("main").getByRole("button", { name: "保存", exact: true }).click()
    await expect(page.getByText("个人资料已更新").locator("visible=true").first()).toBeVisible()
  })

  test(`logging out and rewriting ${how} say so, and one press goes on @needs-js`, async ({ page }) => {
    await signUp(page.request)
    await askForNovel(page)
    await untilWritten(page)
    await untilPreloaded(page, "generations/:id/rewrite")
    await cut(page)
    await page.getByRole("button", { name: "重写" }).click()
    await expect(page.getByText(said)).toBeInViewport()
    await expect(page.locator("article p").first()).toBeVisible()
    // The first message stays until the second attempt has begun, so wait for that one's own failure.
    const failed = page.waitForEvent("requestfailed")
    await again(page).click()
    await failed
    await expect(page.getByText(said)).toBeInViewport()
    await expect(page.locator("article p").first()).toBeVisible()
    await mend(page)
    const former = page.url()
    await again(page).click()
    await untilNext(page, former)
    await untilWritten(page)

    await cut(page)
    await page.getByLabel("用户菜单").click()
    await page.getByRole("button", { name: "退出登录" }).click()
    await expect(again(page)).toBeInViewport()
    await mend(page)
    await again(page).click()
    await expect(page.getByText("已退出登录").locator("visible=true").first()).toBeVisible()
  })
}

test("a native link keeps the page while offline @needs-js", async ({ page, context }) => {
  await page.goto("/login")
  await page.getByLabel("邮箱").fill("nobody@example.com")
  await ready(page)
  await context.setOffline(true)
  await page.getByRole("link", { name: "忘记密码" }).click()
  await expect(page.getByText(/没有连上服务器，新的一页没有打开/)).toBeInViewport()
  await expect(page.getByLabel("邮箱")).toHaveValue("nobody@example.com")
  await context.setOffline(false)
  await again(page).click()
  await expect(page).toHaveURL("/forgot-password")
})

test("a link that appeared since keeps the page while offline, too @needs-js", async ({ page, context }) => {
  await askForNovel(page)
  await untilWritten(page)
  const edit = page.locator("a[href$='/edit']")
  await expect(edit).toBeVisible()
  await untilPreloaded(page, "generations/:id/edit")
  await context.setOffline(true)
  await edit.click()
  await expect(page.getByText(/没有连上服务器，新的一页没有打开/)).toBeInViewport()
  await context.setOffline(false)
  await again(page).click()
  await expect(page).toHaveURL(/\/edit$/)
})

test("a page asks for the code of the pages that it leads to, and of no other @needs-js", async ({
  page,
}) => {
  const asked: string[] = []
  page.on("request", (request) => asked.push(new URL(request.url()).pathname))
  await page.goto("/login")
  await ready(page)
  const moduleOf = await modulesOf(page)
  expect(asked).toContain(moduleOf["forgot-password"])
  const others = ["my-novels/import", "novels/:id", "shared/:id", "healthz", "generations/:id/events"]
  expect(asked.filter((path) => others.some((other) => moduleOf[other] === path))).toEqual([])
})

test("the message about a lost line stays in view and covers nothing on a phone @needs-js", async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await askForNovel(page, { length: /超长/ })
  await untilWriting(page, true)
  await context.setOffline(true)
  await expect(page.getByText("连接中断，正在重连…")).toBeInViewport()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(page.getByText("连接中断，正在重连…")).toBeInViewport({ ratio: 1 })
  await page.evaluate(() => scrollTo(0, 0))
  await expect(page.getByText("连接中断，正在重连…")).toBeInViewport({ ratio: 1 })
  await page.getByLabel("菜单", { exact: true }).click()
  await expect(page.getByRole("banner").getByRole("link", { name: "首页" })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText("已恢复")).toBeVisible()
})

/** Waits for the script and for the prefetched code of the pages to which this one leads. */
async function ready(page: Page): Promise<void> {
  await expect(page.locator("html[data-hydrated]")).toBeAttached()
  await page.waitForFunction(() => document.querySelector("link[rel=modulepreload][fetchpriority=low]"))
  await page.waitForLoadState("networkidle")
}
