import { STORY, saveNovel, signUp } from "../../support/browser/account.ts"
import { expect, test } from "../../support/browser/browser-test.ts"
import { copyByButton, prepareCopying } from "../../support/browser/copied-label.ts"

const PARAGRAPHS = STORY.split("\n\n")

// `request` is the author's browser, `page` the reader's.
test("a reader with the link sees title, author, date and the whole text, and a way home", async ({
  page,
  request,
}) => {
  await signUp(request)
  const id = await saveNovel(request, { title: "怀表里的信", isPublic: true })
  expect((await page.goto(`/shared/${id}`))?.status()).toBe(200)
  await expect(page).toHaveTitle("怀表里的信 · 落笔")
  await expect(page.getByRole("heading", { name: "怀表里的信", level: 1 })).toBeVisible()
  await expect(page.getByText("作者：未知用户")).toBeVisible()
  const date = { dateStyle: "long", timeZone: "Asia/Shanghai" } as const
  await expect(page.getByText(new Intl.DateTimeFormat("zh-CN", date).format(new Date()))).toBeVisible()
  await expect(page.locator("#novel-text p")).toHaveText(PARAGRAPHS)
  await expect(page.getByText("本文由 AI 生成").first()).toBeVisible()

  await request.post("/profile", { form: { intent: "save", username: "江上客", avatar_url: "" } })
  await page.reload()
  await expect(page.getByText("作者：江上客")).toBeVisible()
  await page.getByRole("link", { name: "返回首页" }).click()
  await expect(page).toHaveURL("/")
})

test("copies the whole text, and the button says so for 1200 ms however often it is pressed @needs-js", async ({
  page,
  request,
}) => {
  await signUp(request)
  const id = await saveNovel(request, { title: "怀表里的信", isPublic: true })
  await prepareCopying(page)
  await page.goto(`/shared/${id}`)
  expect(await copyByButton(page, page.getByRole("main"), "复制全文")).toBe(PARAGRAPHS.join("\n"))

  await page.getByRole("button", { name: "复制全文" }).click()
  await page.getByRole("button", { name: "已复制" }).click()
  await page.clock.runFor(3_000)
  await expect(page.getByRole("button", { name: "复制全文", exact: true })).toBeVisible()
})

test("copying works without encryption too; where it is impossible, the button says so @needs-js", async ({
  page,
  context,
  request,
}) => {
  await signUp(request)
  const id = await saveNovel(request, { title: "怀表里的信", isPublic: true })
  await context.grantPermissions(["clipboard-read"])
  const clipboard = await context.newPage()
  await clipboard.goto("/nowhere")
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }))
  await page.goto(`/shared/${id}`)
  await page.getByRole("button", { name: "复制全文" }).click()
  await expect(page.getByRole("button", { name: "已复制" })).toBeVisible()
  await clipboard.bringToFront()
  expect(await clipboard.evaluate(() => navigator.clipboard.readText())).toBe(PARAGRAPHS.join("\n"))

  await page.bringToFront()
  await page.evaluate(() => Object.assign(document, { execCommand: () => false }))
  await page.getByRole("button", { name: "复制全文" }).click()
  await expect(page.getByRole("button", { name: "复制失败，请手动选择" })).toBeVisible()
})

test("without script the text can be selected", async ({ page, request, script }) => {
  test.skip(script, "the sentence is for browsers without script")
  await signUp(request)
  await page.goto(`/shared/${await saveNovel(request, { title: "怀表里的信", isPublic: true })}`)
  await expect(page.getByRole("button", { name: "复制全文" })).toBeHidden()
  await expect(page.getByText("请长按或拖选正文来复制")).toBeVisible()
})

for (const path of ["/shared/not-an-id", "/shared/", "/shared"]) {
  test(`a malformed or missing id is not found: ${path}`, async ({ page }) => {
    expect((await page.goto(path))?.status()).toBe(400)
    await expect(page.getByRole("heading", { name: "内容不存在或已被删除" })).toBeVisible()
    await expect(page.getByText("无效的小说ID")).toBeVisible()
    await page.getByRole("link", { name: "返回首页" }).click()
    await expect(page).toHaveURL("/")
  })
}

test("a private novel looks like one that never existed, also to its author", async ({ page, request }) => {
  await signUp(page.request)
  await signUp(request)
  const others = await saveNovel(request, { title: "锁着的信" })
  const own = await saveNovel(page.request, { title: "锁着的信" })
  for (const id of [others, own, crypto.randomUUID()]) {
    expect((await page.goto(`/shared/${id}`))?.status()).toBe(404)
    await expect(page.getByRole("heading", { name: "内容不存在或已被删除" })).toBeVisible()
    await expect(page.getByText("获取小说失败或内容不存在")).toBeVisible()
    await expect(page.getByText("锁着的信")).toHaveCount(0)
    await expect(page.getByRole("link", { name: "返回首页" })).toBeVisible()
  }
})

test("an adult page asks for the age first, and its answer holds nothing of the novel", async ({
  page,
  request,
}) => {
  await signUp(request)
  const id = await saveNovel(request, { title: "门后的灯", isPublic: true, level: 4 })
  const answer = await page.goto(`/shared/${id}`)
  expect(answer?.headers()["x-robots-tag"]).toContain("noindex")
  const body = (await answer?.text()) ?? ""
  for (const secret of ["门后的灯", "修表匠", "馄饨"]) expect(body).not.toContain(secret)
  await expect(page.getByRole("heading", { name: "仅限成年人" })).toBeVisible()
  await expect(page.getByRole("link", { name: "返回首页" })).toBeVisible()

  await page.getByRole("button", { name: "我已年满 18 岁，继续阅读" }).click()
  await expect(page.getByRole("heading", { name: "门后的灯" })).toBeVisible()
  await expect(page.locator("#novel-text p")).toHaveText(PARAGRAPHS)
  await page.reload()
  await expect(page.getByRole("heading", { name: "门后的灯" })).toBeVisible()
})
