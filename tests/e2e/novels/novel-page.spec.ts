import { expectNotice, STORY, saveNovel, signUp } from "../../support/browser/account.ts"
import { expect, test } from "../../support/browser/browser-test.ts"
import { backToDesk, PROMPT, pressForMore, unfoldForm, untilWritten } from "../../support/browser/desk.ts"

const PARAGRAPHS = STORY.split("\n\n")

test("a private novel has a page for its owner and for nobody else", async ({
  page,
  request,
  playwright,
  baseURL,
}) => {
  await signUp(page.request)
  await signUp(request)
  const own = await saveNovel(page.request, { title: "锁着的信" })
  const others = await saveNovel(request, { title: "别人的信", isPublic: true })
  expect((await page.goto(`/novels/${own}`))?.status()).toBe(200)
  await expect(page.getByRole("heading", { name: "锁着的信", level: 1 })).toBeVisible()
  await expect(page.locator("article .story p")).toHaveText(PARAGRAPHS)
  await expect(page.getByText("仅自己可见")).toBeVisible()
  await expect(page.getByLabel("分享链接")).toHaveCount(0)

  for (const id of [others, crypto.randomUUID(), "not-an-id"]) {
    expect((await page.goto(`/novels/${id}`))?.status(), id).toBe(404)
    await expect(page.getByText("找不到这篇小说，可能已被删除。")).toBeVisible()
    await expect(page.getByText("别人的信")).toHaveCount(0)
    const changed = await page.request.post(`/novels/${id}`, { form: { intent: "delete" } })
    expect(changed.status(), id).toBe(404)
  }
  expect((await request.get(`/novels/${others}`)).status()).toBe(200)

  const visitor = await playwright.request.newContext({ baseURL })
  const answer = await visitor.get(`/novels/${own}`, { maxRedirects: 0 })
  expect([answer.status(), answer.headers().location]).toEqual([302, "/"])
  await visitor.dispose()
})

test("publishing opens the link at once, unpublishing closes it at once", async ({ page, request }) => {
  await signUp(page.request)
  const id = await saveNovel(page.request, { title: "桥头的灯" })
  await page.goto(`/novels/${id}`)
  await page.locator("#share > summary").click()
  await page.getByRole("button", { name: "公开分享" }).click()
  await expectNotice(page, "现在可以用链接分享了")
  await page.locator("#share > summary").click()
  await expect(page.locator("article").getByText("已公开")).toBeVisible()
  const link = await page.getByLabel("分享链接").inputValue()
  expect((await request.get(link)).status()).toBe(200)

  await page.getByRole("button", { name: "取消公开" }).click()
  await expectNotice(page, "分享链接已经失效")
  await expect(page.getByLabel("分享链接")).toHaveCount(0)
  expect((await request.get(link)).status()).toBe(404)
})

test("a title can be changed within its bounds, and a refused title stays in its field", async ({ page }) => {
  await signUp(page.request)
  await page.goto(`/novels/${await saveNovel(page.request, { title: "旧的标题" })}`)
  const field = page.getByLabel("改标题")
  const longest = "𠮷".repeat(100)
  const open = () => page.locator("#more > summary").click()
  await open()
  await field.fill(longest)
  await page.getByRole("button", { name: "改标题" }).click()
  await expect(page.getByRole("heading", { name: longest, level: 1 })).toBeVisible()
  await open()
  await field.fill("  新的\t标题 ")
  await page.getByRole("button", { name: "改标题" }).click()
  await expectNotice(page, "标题已更新")
  await expect(page.getByRole("heading", { name: "新的 标题", level: 1 })).toBeVisible()

  await open()
  for (const [title, reason] of [
    ["　", "请输入小说标题"],
    ["长".repeat(101), "标题太长了，最多 100 个字符。"],
  ] as const) {
    await field.fill(title)
    await page.getByRole("button", { name: "改标题" }).click()
    await expect(page.getByText(reason)).toBeVisible()
    await expect(field).toHaveValue(title)
    await expect(page.getByRole("heading", { name: "新的 标题", level: 1 })).toBeVisible()
  }
})

test("deleting asks first, and puts the novel into the bin", async ({ page, request }) => {
  await signUp(page.request)
  const id = await saveNovel(page.request, { title: "要删的信", isPublic: true })
  await saveNovel(page.request, { title: "留下的信" })
  await page.goto(`/novels/${id}`)
  const confirm = page.getByRole("button", { name: "确认移到回收站" })
  await page.locator("#more > summary").click()
  await expect(confirm).toBeHidden()
  await page.locator("#delete > summary").click()
  await expect(page.getByText("30 天内可以")).toBeVisible()
  expect((await request.get(`/shared/${id}`)).status()).toBe(200)

  await confirm.click()
  await expectNotice(page, "已移到回收站")
  await expect(page).toHaveURL("/my-novels")
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText(["留下的信"])
  expect((await request.get(`/shared/${id}`)).status()).toBe(404)
  expect((await page.goto(`/novels/${id}`))?.status()).toBe(404)
})

test("a saved novel is continued after its last line", async ({ page, script }) => {
  await signUp(page.request)
  await page.goto(`/novels/${await saveNovel(page.request, { title: "接着写" })}`)
  await page.getByRole("link", { name: "接着写" }).click()
  await expect(page.locator("article p")).toHaveText(PARAGRAPHS)
  await unfoldForm(page)
  await page.getByLabel("描述你想要的小说").fill(PROMPT)
  await pressForMore(page, "继续生成")
  await untilWritten(page)
  await backToDesk(page, script)
  const id = new URL(page.url()).searchParams.get("generation")
  const whole = await (await page.request.get(`/generations/${id}/text`)).text()
  expect(whole).toContain(`${STORY}\n\n`)
  expect(whole.length).toBeGreaterThan(STORY.length + 1_800)
})

test("a long novel's page shows a part, and its lists, links and paragraphs lead to the others", async ({
  page,
  script,
}) => {
  const line = "雪夜里，站台上只有一盏灯，车来了一趟，停一分钟，又开走了。"
  const content = Array.from({ length: 200 }, (_, nth) => `第${nth}盏灯。${line.repeat(9)}`).join("\n\n")
  await signUp(page.request)
  const id = await saveNovel(page.request, { title: "只停一分钟的站", content })
  const paragraphs = page.locator("article .story p")
  await page.goto(`/novels/${id}`)
  await expect(paragraphs.first()).toHaveText(/^第0盏灯/)
  const seen = await paragraphs.count()
  expect(seen).toBeLessThan(100)
  await expect(page.getByText("第 1 段，共").first()).toBeVisible()
  await page.getByRole("link", { name: "下一段" }).click()
  await expect(paragraphs.first()).toHaveText(new RegExp(`^第${seen}盏灯`))

  // Without sections, the list has the parts; with them, it leads into the part that holds one.
  const column = page.getByRole("complementary")
  await column.getByRole("link", { name: "第 3 段" }).click()
  await expect(page).toHaveURL(`/novels/${id}?part=3`)
  await expect(column.getByRole("link", { name: "第 3 段" })).toHaveAttribute("aria-current", "page")
  const form = { intent: "add-section", text: "最后一盏", start: "第199盏灯" }
  await page.request.post(`/novels/${id}`, { form })
  await page.goto(`/novels/${id}`)
  await column.getByRole("link", { name: "最后一盏" }).click()
  await expect(page.getByRole("heading", { name: "最后一盏", level: 2 })).toBeVisible()
  await expect(page.locator("#p199")).toBeInViewport()

  // An address names a paragraph where nobody knows the parts.
  await page.goto(`/novels/${id}?paragraph=120#p120`)
  await expect(page.locator("#p120")).toBeInViewport()
  await expect(page.locator("#p120")).toHaveText(/^第120盏灯/)
  if (!script) return
  await page.locator("#p120").click()
  await expect(page.getByRole("status").filter({ hasText: "第120盏灯" })).toBeAttached()
  await page.getByRole("button", { name: /第120盏灯/ }).click()
  await expect(page.locator("input[name=paragraph]")).toHaveValue(String(content.indexOf("第120盏灯")))
})
