// A request is carried out, and its answer is lost: the page says what it knows, a second press doubles nothing, and
// the focus stays where it was.
import type { Page } from "@playwright/test"
import {
  expectNotice,
  expectOnShelf,
  openSaving,
  STORY,
  saveNovel,
  signUp,
} from "../support/browser/account.ts"
import { expect, test } from "../support/browser/browser-test.ts"
import { askForNovel, openDesk, untilNext, untilWriting, untilWritten } from "../support/browser/desk.ts"
import { untilPreloaded } from "../support/browser/line-test.ts"

test.use({ expected: /net::ERR_|status of (404|503)/ })

test("novels go to the bin and come back once @needs-js", async ({ page }) => {
  await signUp(page.request)
  for (const title of ["渡口", "怀表", "灯塔"]) await saveNovel(page.request, { title })
  await openDesk(page, "/my-novels")
  await expect(page.getByRole("link", { name: "查看全文：渡口", exact: true })).toBeVisible()
  await openDesk(page, "/my-novels?choose=some")
  for (const title of ["渡口", "怀表"]) await page.getByLabel(`选择《${title}》`).check()
  const toBin = page.locator("#chosen").getByRole("button", { name: "移到回收站" })
  await loseNextAnswer(page)
  await toBin.press("Enter")
  await expect(page.getByRole("alert")).toHaveText(/^没有收到回答.*不知道移到回收站没有/)
  await expect(toBin).toBeFocused()
  await toBin.press("Enter")
  await expectNotice(page, "已移到回收站")
  await expect(page.getByRole("alert")).toHaveCount(0)
  await expect(page.getByRole("heading", { name: "我的小说" })).toBeFocused()
  await expectOnShelf(page, ["灯塔"])

  await openDesk(page, "/my-novels/bin")
  const restore = page.getByRole("button", { name: "恢复《渡口》" })
  await loseNextAnswer(page)
  await restore.press("Enter")
  await expect(page.getByRole("alert")).toHaveText(/不知道恢复了没有/)
  await restore.press("Enter")
  await expectNotice(page, "已恢复")
  await expect(restore).toHaveCount(0)
})

test("a novel is deleted for good once @needs-js", async ({ page }) => {
  await signUp(page.request)
  const id = await saveNovel(page.request, { title: "渡口" })
  await page.request.post("/my-novels", { form: { intent: "bin", id } })
  await openDesk(page, "/my-novels/bin")
  await page.getByLabel("立即彻底删除：渡口").press("Enter")
  const confirm = page.getByRole("button", { name: "确认彻底删除" })
  await loseNextAnswer(page)
  await confirm.press("Enter")
  await expect(page.getByRole("alert")).toContainText("没有收到回答")
  await expect(confirm).toBeHidden()
  await page.getByLabel("立即彻底删除：渡口").press("Enter")
  await confirm.press("Enter")
  await expectNotice(page, "已彻底删除")
  await expect(page.getByText("回收站是空的")).toBeVisible()
})

test("a novel that is deleted elsewhere leaves the list when it is pressed @needs-js", async ({ page }) => {
  await signUp(page.request)
  const id = await saveNovel(page.request, { title: "渡口" })
  await page.request.post("/my-novels", { form: { intent: "bin", id } })
  await openDesk(page, "/my-novels/bin")
  await page.request.post("/my-novels/bin", { form: { intent: "delete-for-good", id } })
  await page.getByRole("button", { name: "恢复《渡口》" }).press("Enter")
  await expect(page.getByRole("alert")).toContainText("没有成功")
  await expect(page.getByText("回收站是空的")).toBeVisible()
})

test("a version is restored once, and a paragraph is taken back once @needs-js", async ({ page }) => {
  await signUp(page.request)
  const id = await saveNovel(page.request, { title: "渡口" })
  await page.goto(`/novels/${id}/edit`)
  const text = page.locator("textarea[name=text]")
  await expect(page.locator("html[data-hydrated]")).toBeAttached()
  await text.fill(`${await text.inputValue()}\n\n渡船靠了岸。`)
  await page.getByRole("button", { name: "保存修改" }).click()
  await expectNotice(page, "正文已更新")
  const version = await page.locator(`a[href^="/novels/${id}/versions/"]`).first().getAttribute("href")
  await openDesk(page, version ?? "")
  await loseNextAnswer(page)
  const restore = page.getByRole("button", { name: "换回这一版" })
  await restore.press("Enter")
  await expect(page.getByRole("alert")).toContainText("不知道换回没有")
  await restore.press("Enter")
  await expectNotice(page, "已换回这一版")
  await expect(page.getByText("渡船靠了岸。")).toHaveCount(0)

  await openDesk(page, `/novels/${id}/paragraphs`)
  await page.getByRole("radio").nth(1).check({ force: true })
  await page.getByLabel("想怎么改").fill("写得冷一点")
  const rewrite = page.getByRole("button", { name: "重写选中的一段" })
  await loseNextAnswer(page)
  await rewrite.press("Enter")
  await expect(page.getByRole("alert")).toContainText("没有收到回答")
  await expect(rewrite).toBeFocused()
  await rewrite.press("Enter")
  const undo = page.getByRole("button", { name: "用回原来的" })
  await expect(undo).toBeVisible({ timeout: 30_000 })
  await loseNextAnswer(page)
  await undo.press("Enter")
  await expect(page.getByRole("alert")).toContainText("没有收到回答")
  await expect(undo).toBeFocused()
  await undo.press("Enter")
  await expectNotice(page, "已用回原来的一段")
})

test("a generation begins once, goes on once and is saved once @needs-js", async ({ page }) => {
  await signUp(page.request)
  await openDesk(page)
  await loseNextAnswer(page)
  await askForNovel(page)
  const said = page.getByText("不知道提交成功没有").first()
  await expect(said).toBeInViewport()
  await expect(page.getByRole("button", { name: "生成小说" })).toBeFocused()
  await page.getByRole("button", { name: "生成小说" }).press("Enter")
  await untilWriting(page, true)
  await expect(page.getByRole("region", { name: "正文" })).toBeFocused()
  await untilWritten(page)

  const more = page.getByRole("button", { name: "继续生成" }).first()
  const before = page.url()
  await loseNextAnswer(page)
  await more.press("Enter")
  await expect(said).toBeVisible()
  await expect(more).toBeFocused()
  await more.press("Enter")
  await untilNext(page, before)
  await untilWritten(page)

  const form = await openSaving(page, true)
  await form.getByLabel("标题").fill("渡口")
  await loseNextAnswer(page)
  const save = form.getByRole("button", { name: "保存", exact: true })
  await save.press("Enter")
  await expect(form.getByRole("alert")).toContainText("不会存成两篇")
  await expect(save).toBeFocused()
  await save.press("Enter")
  await expectNotice(page, "小说已保存")
  await expectOnShelf(page, ["渡口"])
})

/** What keeps a press of 停止 from working, and what ends that. */
const STOP_FAILURES: Record<
  string,
  { cut(page: Page): Promise<unknown>; mend(page: Page): Promise<unknown> }
> = {
  "does not arrive": {
    cut: (page) => page.context().setOffline(true),
    mend: (page) => page.context().setOffline(false),
  },
  "the server refuses": {
    cut: (page) => page.route("**/stop", (route) => route.fulfill({ status: 503, body: "" })),
    mend: (page) => page.unroute("**/stop"),
  },
}

for (const [how, { cut, mend }] of Object.entries(STOP_FAILURES)) {
  test(`a stop that ${how} says what to do, blames nobody, and keeps the focus @needs-js`, async ({
    page,
  }) => {
    await askForNovel(page, { length: /超长/ })
    await untilWriting(page, true)
    const stop = page.getByRole("button", { name: "停止" })
    await cut(page)
    await stop.press("Enter")
    const notice = page.getByRole("status").filter({ hasText: "还没有停下" })
    await expect(notice).toContainText("请再点一次「停止」。")
    await expect(notice).not.toContainText("中断")
    await expect(stop).toBeFocused()
    await mend(page)
    await stop.press("Enter")
    await expect(page.getByText(/^已停止/).first()).toBeVisible()
  })
}

test("texts of the device that could not be moved are moved by the next press @needs-js", async ({
  page,
  context,
}) => {
  await signUp(page.request)
  await openDesk(page)
  await page.evaluate((text) => localStorage.setItem("novelHistories", JSON.stringify([text])), STORY)
  await openDesk(page, "/my-novels")
  const move = page.getByRole("button", { name: "全部存进我的小说" })
  await untilPreloaded(page, "my-novels/move")
  await context.setOffline(true)
  await move.press("Enter")
  await expect(page.getByText(/没有连上服务器，这次没有提交/)).toBeInViewport()
  await expect(move).toBeFocused()
  await context.setOffline(false)
  await page.getByRole("button", { name: "再试一次" }).click()
  await expect(page).toHaveURL("/my-novels/move")
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(1)
  await openDesk(page, "/my-novels")
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveCount(1)
})

/** Lets the next form of the page reach the server, and its answer nobody. */
async function loseNextAnswer(page: Page): Promise<void> {
  let isLost = false
  await page.route(/\.data(\?|$)/, async (route) => {
    if (isLost || route.request().method() !== "POST") return route.fallback()
    isLost = true
    await route.fetch({ maxRedirects: 0 })
    await route.abort("connectionreset")
  })
}
