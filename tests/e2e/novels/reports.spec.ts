import type { Page } from "@playwright/test"
import { saveNovel, signUp } from "../../support/browser/account.ts"
import { expectAccessible, THEMES } from "../../support/browser/axe.ts"
import { backendLineTest } from "../../support/browser/backend-line-test.ts"
import { expect, test } from "../../support/browser/browser-test.ts"
import { newEmail, PASSWORD } from "../../support/session-visitor.ts"
import { newTameText } from "../../support/tame-text.ts"

async function fillReport(page: Page): Promise<void> {
  await page.getByLabel("涉及未成年人的性或情色内容").check()
  await page.getByLabel("补充说明（可选）").fill("第三段写错了人名。")
  await page.getByLabel("联系邮箱（可选）").fill("reader@example.com")
}

// `request` is the author's browser, `page` the reader's.
test("a reader reports a novel from its page and learns what comes next", async ({
  page,
  request,
  script,
}) => {
  await signUp(request)
  const id = await saveNovel(request, { title: "怀表里的信", isPublic: true })
  await page.goto(`/shared/${id}`)
  await page.getByRole("link", { name: "举报" }).click()
  await expect(page.getByRole("heading", { name: "举报这篇小说" })).toBeVisible()
  await expect(page.getByText("《怀表里的信》")).toBeVisible()
  const reasons = page.getByRole("radio")
  await expect(reasons).toHaveCount(7)
  await expect(reasons.first()).toHaveAccessibleName("涉及未成年人的性或情色内容")
  await expect(reasons.first()).toHaveAttribute("required")
  await fillReport(page)
  if (script) await expect(page.getByText("9 / 1000")).toBeVisible()
  await page.getByLabel("补充说明（可选）").fill("𠮷".repeat(1_000))
  if (script) await expect(page.getByText("1000 / 1000")).toBeVisible()
  await page.getByRole("button", { name: "提交举报" }).click()
  await expect(page.getByRole("heading", { name: "举报已收到" })).toBeVisible()
  await expect(page.getByText(/运营者会人工核对/)).toBeVisible()
  await page.getByRole("link", { name: "返回小说" }).click()
  await expect(page.getByRole("heading", { name: "怀表里的信" })).toBeVisible()
})

test("an adult novel can be reported before the age is confirmed", async ({ page, request }) => {
  await signUp(request)
  const id = await saveNovel(request, { title: "门后的灯", isPublic: true, level: 4 })
  await page.goto(`/shared/${id}`)
  await page.getByRole("link", { name: "举报" }).click()
  await expect(page.getByText("门后的灯")).toHaveCount(0)
  await fillReport(page)
  await page.getByRole("button", { name: "提交举报" }).click()
  await expect(page.getByRole("heading", { name: "举报已收到" })).toBeVisible()
})

test("keeps the form when the address is invalid", async ({ page, request }) => {
  await signUp(request)
  await page.goto(`/shared/${await saveNovel(request, { title: "怀表里的信", isPublic: true })}/report`)
  await fillReport(page)
  // The browser itself accepts this address.
  await page.getByLabel("联系邮箱（可选）").fill("reader@example")
  await page.getByRole("button", { name: "提交举报" }).click()
  await expect(page.getByText("邮箱地址格式不对，可以留空。")).toBeVisible()
  await expect(page.getByLabel("联系邮箱（可选）")).toBeFocused()
  await expect(page.getByRole("radio").first()).toBeChecked()
  await expect(page.getByLabel("补充说明（可选）")).toHaveValue("第三段写错了人名。")
  await expect(page.getByLabel("联系邮箱（可选）")).toHaveValue("reader@example")
})

backendLineTest(
  "keeps the form while the database is down, and sends it later",
  async ({ page, line, request }) => {
    const form = { intent: "register", email: newEmail(), password: PASSWORD }
    await request.post("/login", { form })
    const id = await saveNovel(request, { title: "怀表里的信", isPublic: true })
    await page.goto(`/shared/${id}/report`)
    await fillReport(page)
    line.cut()
    const answer = page.waitForResponse((response) => response.request().method() === "POST")
    await page.getByRole("button", { name: "提交举报" }).click()
    expect((await answer).status()).toBe(503)
    await expect(page.getByRole("alert")).toContainText("服务暂时连接不上")
    await expect(page.getByRole("radio").first()).toBeChecked()
    await expect(page.getByLabel("补充说明（可选）")).toHaveValue("第三段写错了人名。")
    line.mend()
    await page.getByRole("button", { name: "提交举报" }).click()
    await expect(page.getByRole("heading", { name: "举报已收到" })).toBeVisible()
  },
)

backendLineTest(
  "a novel that the operator takes down is gone by link, and its author learns why",
  async ({ page, request, stage }) => {
    const form = { intent: "register", email: newEmail(), password: PASSWORD }
    await page.request.post("/login", { form })
    const id = await saveNovel(page.request, { title: "桥头的灯", isPublic: true })
    expect((await request.get(`/shared/${id}`)).status()).toBe(200)
    await stage.operator("take-down", id, "--reason", "写出了真实的住址")

    await page.goto("/my-novels")
    await expect(page.getByText("已下架，仅自己可见")).toBeVisible()
    await expect(page.getByText("原因：写出了真实的住址")).toBeVisible()
    await page.getByRole("link", { name: "查看全文" }).click()
    await expect(page.getByRole("heading", { name: "这篇小说已下架" })).toBeVisible()
    await expect(page.getByText(/正文仍然是你的/)).toBeVisible()
    await expect(page.getByRole("button", { name: "公开分享" })).toHaveCount(0)
    await expect(page.getByLabel("分享链接")).toHaveCount(0)
    expect((await page.goto(`/shared/${id}`))?.status()).toBe(410)
    await expect(page.getByRole("heading", { name: "这篇小说已下架" })).toBeVisible()
    await expect(page.getByText("写出了真实的住址")).toHaveCount(0)
  },
)

test("the screens of a report pass axe and fit the smallest phone @needs-js", async ({ page, request }) => {
  await signUp(request)
  await page.goto(`/shared/${await saveNovel(request, { title: "怀表里的信", isPublic: true })}`)
  await expectFit(page, "the share page")
  await page.getByRole("link", { name: "举报" }).click()
  await expectFit(page, "the form")
  await page.getByText("提交举报").evaluate((button: HTMLButtonElement) => button.form?.submit())
  await expect(page.getByText("请选择一个举报原因。")).toBeVisible()
  await expectFit(page, "a refused report")
  await page.getByLabel("其他问题").check()
  await page.getByRole("button", { name: "提交举报" }).click()
  await expect(page.getByRole("heading", { name: "举报已收到" })).toBeVisible()
  await expectFit(page, "a report that was received")
})

backendLineTest("the screens about a novel that was taken down do too @needs-js", async ({ page, stage }) => {
  const form = { intent: "register", email: newEmail(), password: PASSWORD }
  await page.request.post("/login", { form })
  // The other test that shares this backend takes the usual text down, which nobody may publish after that.
  const id = await saveNovel(page.request, { title: "桥头的灯", content: newTameText(), isPublic: true })
  await stage.operator("take-down", id)
  for (const path of ["/my-novels", `/novels/${id}`, `/shared/${id}`]) {
    await page.goto(path)
    await expectFit(page, path)
  }
})

async function expectFit(page: Page, screen: string): Promise<void> {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expectAccessible(page, `${screen} ${colorScheme} ${width}`, colorScheme)
    }
  }
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth), screen).toBeLessThanOrEqual(320)
}
