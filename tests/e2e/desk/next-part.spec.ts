// What an author does with an existing text: direct its next part, rewrite the last one, give it a title.
import { expectNotice, signUp } from "../../support/browser/account.ts"
import { expect, test } from "../../support/browser/browser-test.ts"
import {
  askForNovel,
  backToDesk,
  characters,
  pressForMore,
  shownStory,
  untilWriting,
  untilWritten,
} from "../../support/browser/desk.ts"

test("the next part follows the author's direction", async ({ page, script }) => {
  await askForNovel(page)
  await expect(page.getByLabel("接下来…")).toHaveCount(0)
  await untilWritten(page)
  await backToDesk(page, script)
  const before = await shownStory(page)
  expect(before).not.toContain("驼铃")

  await page.getByLabel("接下来…").fill("收旧货的人带来一串驼铃")
  await pressForMore(page, "继续生成")
  await untilWritten(page)
  const whole = await shownStory(page)
  expect(whole.startsWith(before)).toBe(true)
  expect(whole.slice(before.length)).toContain("驼铃")
})

test("refuses a direction that is too long at its field, and keeps it", async ({ page, script }) => {
  await askForNovel(page)
  await untilWritten(page)
  await backToDesk(page, script)
  const direction = "走".repeat(4_001)
  await page.getByLabel("接下来…").fill(direction)
  await page.getByRole("button", { name: "继续生成" }).click()
  await expect(page.getByText(/描述太长了/)).toBeVisible()
  await expect(page.getByLabel("接下来…")).toHaveValue(direction)
})

test("rewrites the last part, and can bring back the version before", async ({ page, script }) => {
  await askForNovel(page)
  await untilWritten(page)
  await backToDesk(page, script)
  const first = await shownStory(page)
  await expect(page.getByRole("link", { name: "撤销重写" })).toHaveCount(0)

  await pressForMore(page, "重写")
  await untilWriting(page, script)
  await untilWritten(page)
  await backToDesk(page, script)
  const second = await shownStory(page)
  expect(second).not.toBe(first)

  await page.getByRole("link", { name: "撤销重写" }).click()
  await expect.poll(() => shownStory(page)).toBe(first)
})

test("rewrites only the new part of a continuation", async ({ page, script }) => {
  await askForNovel(page)
  await untilWritten(page)
  await backToDesk(page, script)
  const before = await shownStory(page)
  await pressForMore(page, "继续生成")
  await untilWriting(page, script)
  await untilWritten(page)
  await backToDesk(page, script)
  const continued = await shownStory(page)

  await pressForMore(page, "重写这一段")
  await untilWriting(page, script)
  await untilWritten(page)
  await backToDesk(page, script)
  const anew = await shownStory(page)
  expect(anew.startsWith(before)).toBe(true)
  expect(anew).not.toBe(continued)
})

test("shows the plan while the novel is written", async ({ page, script }) => {
  await askForNovel(page, { length: /加长/ })
  await untilWriting(page, script)
  await expect(page.getByRole("list", { name: "提纲" }).getByRole("listitem")).not.toHaveCount(0)
  await page.getByRole("button", { name: "停止" }).click()
  await expect(page.getByText(/^已停止，写好的部分都保留着/)).toBeVisible()
})

test("suggests a title, which can be changed", async ({ page, script }) => {
  await signUp(page.request)
  await askForNovel(page)
  await untilWritten(page)
  await backToDesk(page, script)
  await page.getByRole("button", { name: "保存" }).click()
  await expect(page.getByLabel("标题")).toHaveValue(/^.{2,20}$/)
  await page.getByLabel("标题").fill("我自己的题目")
  await page.getByRole("button", { name: "保存", exact: true }).last().click()
  await expectNotice(page, "小说已保存到你的账号")
  await page.goto("/my-novels")
  await expect(page.getByRole("heading", { name: "我自己的题目" })).toBeVisible()
})

test("a saved novel has a heading where its continuation begins, also from this device's history", async ({
  page,
  script,
}) => {
  await signUp(page.request)
  await askForNovel(page)
  await untilWritten(page)
  await backToDesk(page, script)
  const before = await page.locator("article p:visible").count()
  await pressForMore(page, "继续生成")
  await untilWriting(page, script)
  const title = page.locator("article h2:not(.part)")
  await expect(title).toHaveText(/^.{2,20}$/)
  await untilWritten(page)
  await backToDesk(page, script)
  await expect(title).toHaveText(/^.{2,20}$/)
  await expect(page.locator(".story p:has(~ .new-part)")).toHaveCount(before)
  if (script) {
    await page.goto("/")
    await page
      .getByRole("button", { name: /^查看：/ })
      .first()
      .click()
  }
  await page.getByRole("button", { name: "保存" }).click()
  await page.getByLabel("标题").fill("两节")
  await page.getByRole("button", { name: "保存", exact: true }).last().click()
  await expectNotice(page, "小说已保存到你的账号")

  await page.goto("/my-novels")
  await page.getByRole("link", { name: "查看全文" }).click()
  const heading = page.locator("article").getByRole("heading", { level: 2 })
  await expect(heading).toHaveText(/^.{2,20}$/)
  await expect(page.locator(".story p:has(~ h2)")).toHaveCount(before)
})

test("counts a continuation together with the text before it", async ({ page, script }) => {
  await askForNovel(page)
  await untilWritten(page)
  await backToDesk(page, script)
  await pressForMore(page, "继续生成")
  await untilWriting(page, script)
  await untilWritten(page)
  const whole = characters(await shownStory(page))
  const said = await page
    .getByText(/本次 .* 字，共/)
    .last()
    .textContent()
  const [, fresh = "", all = ""] = /本次 ([\d\s]+) 字，共 ([\d\s]+) 字/.exec(said ?? "") ?? []
  expect(Number(all.replace(/\s/g, ""))).toBe(whole)
  expect(Number(fresh.replace(/\s/g, ""))).toBeLessThan(whole)
})
