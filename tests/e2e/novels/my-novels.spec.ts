import { expectNotice, STORY, saveNovel, signUp } from "../../support/browser/account.ts"
import { expect, test } from "../../support/browser/browser-test.ts"
import { holdRequests } from "../../support/held-requests.ts"

test("an empty shelf invites the author to begin", async ({ page }) => {
  await signUp(page.request)
  await page.goto("/my-novels")
  await expect(page.getByRole("heading", { name: "我的小说" })).toBeVisible()
  await expect(page.getByText("还没有小说")).toBeVisible()
  await page.getByRole("link", { name: "开始创作" }).click()
  await expect(page).toHaveURL("/")
  for (const name of ["返回", "创作新小说"]) {
    await page.goto("/my-novels")
    await page.getByRole("main").getByRole("link", { name, exact: true }).click()
    await expect(page).toHaveURL("/")
  }
})

test("the shelf needs an account; it leads home, which says so", async ({ page }) => {
  const answer = await page.request.get("/my-novels", { maxRedirects: 0 })
  expect([answer.status(), answer.headers().location]).toEqual([302, "/"])
  await page.goto("/my-novels")
  await expect(page).toHaveURL("/")
  await expectNotice(page, "需要登录才能查看小说")
})

test("cards are sorted newest first, with date, beginning, and the links that fit them", async ({ page }) => {
  await signUp(page.request)
  const long = STORY + STORY
  const open = await saveNovel(page.request, { title: "桥头的灯", content: long, isPublic: true })
  const own = await saveNovel(page.request, { title: "锁着的信", content: "很短的一篇。" })
  await page.goto("/my-novels")
  const cards = page.getByRole("main").getByRole("listitem")
  await expect(cards.getByRole("heading")).toHaveText(["锁着的信", "桥头的灯"])

  const [secret, shared] = [cards.first(), cards.last()]
  const beginning = [...long].slice(0, 150).join("").split("\n\n")
  await expect(shared.locator("p", { hasText: "灯" })).toHaveText([
    ...beginning.slice(0, -1),
    `${beginning.at(-1)}…`,
  ])
  await expect(secret.getByText("很短的一篇。", { exact: true })).toBeVisible()
  const date = { dateStyle: "long", timeZone: "Asia/Shanghai" } as const
  for (const card of [secret, shared]) {
    await expect(card.getByText(new Intl.DateTimeFormat("zh-CN", date).format(new Date()))).toBeVisible()
  }

  await expect(secret.getByRole("link", { name: "分享" })).toHaveCount(0)
  await expect(shared.getByRole("link", { name: "分享" })).toBeVisible()
  await shared.getByRole("link", { name: "查看全文" }).click()
  await expect(page).toHaveURL(`/shared/${open}`)
  await expect(page.getByRole("heading", { name: "桥头的灯" })).toBeVisible()

  // A private novel has no share page; its owner reads it on a page of its own.
  await page.goto("/my-novels")
  await secret.getByRole("link", { name: "查看全文" }).click()
  await expect(page).toHaveURL(`/novels/${own}`)
  await expect(page.locator("article").getByText("很短的一篇。")).toBeVisible()

  await page.goto("/my-novels")
  await shared.getByRole("link", { name: "分享" }).click()
  await expect(page.getByLabel("分享链接")).toHaveValue(new RegExp(`/shared/${open}$`))
})

test("cards stand in two columns, on a phone in one", async ({ page }) => {
  await signUp(page.request)
  for (const title of ["第一篇", "第二篇", "第三篇"]) await saveNovel(page.request, { title })
  const cards = page.getByRole("main").getByRole("listitem")
  for (const [width, columns] of [
    [1280, 2],
    [768, 2],
    [767, 1],
    [390, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto("/my-novels")
    await expect(cards).toHaveCount(3)
    const boxes = await Promise.all((await cards.all()).map((card) => card.boundingBox()))
    expect(new Set(boxes.map((box) => box?.x)).size, `${width} px`).toBe(columns)
  }
})

test("shows four skeletons while the cards load @needs-js", async ({ page }) => {
  await signUp(page.request)
  await saveNovel(page.request, { title: "怀表里的信" })
  await page.goto("/")
  const skeletons = page.locator("main [aria-busy=true] > li")
  const novel = page.getByRole("heading", { name: "怀表里的信" })
  for (const load of [
    () => page.getByRole("banner").getByRole("link", { name: "生成小说" }).click(),
    () => page.getByLabel("搜索标题或正文").press("Enter"),
  ]) {
    const { release } = await holdRequests(page, /my-novels\.data/, "GET")
    await load()
    await expect(skeletons).toHaveCount(4)
    await expect(novel).toHaveCount(0)
    release()
    await expect(novel).toBeVisible()
    await expect(skeletons).toHaveCount(0)
    await page.unrouteAll()
  }
})

test("the search finds words in title and text, and says when it finds nothing", async ({ page }) => {
  await signUp(page.request)
  await saveNovel(page.request, { title: "怀表里的信", content: "雨下了一夜。" })
  await saveNovel(page.request, { title: "渡口", content: "老船夫把怀表交给了他。" })
  await saveNovel(page.request, { title: "末班车", content: "100% 的把握，一次_也没有。" })
  await page.goto("/my-novels")
  const found = page.getByRole("main").getByRole("heading", { level: 2 })
  for (const [query, titles] of [
    ["怀表", ["渡口", "怀表里的信"]],
    ["老船夫 渡口", ["渡口"]],
    ["0%", ["末班车"]],
    ["次_也", ["末班车"]],
    ["没有写过的", []],
    ["", ["末班车", "渡口", "怀表里的信"]],
  ] as const) {
    await page.getByLabel("搜索标题或正文").fill(query)
    await page.getByRole("button", { name: "搜索" }).click()
    await expect(page).toHaveURL(new RegExp(`query=${encodeURIComponent(query).replaceAll("%20", "\\+")}&`))
    await expect(found).toHaveText([...titles])
    await expect(page.getByLabel("搜索标题或正文")).toHaveValue(query)
    await expect(page.getByText("没有找到符合的小说。")).toHaveCount(titles.length === 0 ? 1 : 0)
  }
})

test("the order is kept in the address, through a search and a page", async ({ page, script }) => {
  await signUp(page.request)
  await saveNovel(page.request, { title: "江上长的", content: STORY })
  await saveNovel(page.request, { title: "江上短的", content: "雨。" })
  await saveNovel(page.request, { title: "另一篇", content: "雨停了。" })
  await page.goto("/my-novels")
  const titles = page.getByRole("main").getByRole("heading", { level: 2 })
  await expect(titles).toHaveText(["另一篇", "江上短的", "江上长的"])
  if (script) await expect(page.locator("html[data-hydrated]")).toBeAttached()
  await page.getByLabel("排序").selectOption("字数最多")
  const apply = page.getByRole("button", { name: "应用" })
  await expect(apply).toHaveCount(script ? 0 : 1)
  if (!script) await apply.click()
  await expect(page).toHaveURL(/sort=longest/)
  await expect(titles).toHaveText(["江上长的", "另一篇", "江上短的"])
  await page.getByLabel("搜索标题或正文").fill("江上")
  await page.getByRole("button", { name: "搜索" }).click()
  await expect(titles).toHaveText(["江上长的", "江上短的"])
  await expect(page.getByLabel("排序")).toHaveValue("longest")
  await page.goto("/my-novels?sort=title")
  await expect(page.getByLabel("排序")).toHaveValue("title")
  await expect(titles).toHaveText(["江上短的", "江上长的", "另一篇"])
})

test("the arrow keys go through the orders, and the focus stays @needs-js", async ({ page }) => {
  await signUp(page.request)
  await saveNovel(page.request, { title: "怀表" })
  await page.goto("/my-novels")
  await page.getByLabel("排序").focus()
  for (const sort of ["changed", "title"]) {
    await page.keyboard.press("ArrowDown")
    await expect(page).toHaveURL(new RegExp(`sort=${sort}`))
    await expect(page.getByLabel("排序")).toHaveValue(sort)
    await expect(page.getByLabel("排序")).toBeFocused()
  }
})

test("badges say who reads a novel and whether it is for adults; the rest waits in a menu", async ({
  page,
}) => {
  await signUp(page.request)
  const id = await saveNovel(page.request, { title: "潮汐旅馆", level: 4 })
  await saveNovel(page.request, { title: "茶馆", isPublic: true, content: "一二三\n\n四 五。" })
  await page.goto("/my-novels")
  const cardOf = (title: string) =>
    page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) })
  const [open, adult] = [cardOf("茶馆"), cardOf("潮汐旅馆")]
  await expect(open.getByText("已公开")).toBeVisible()
  await expect(open.getByText("6 字", { exact: true })).toBeVisible()
  await expect(open.getByText(/级别/)).toHaveCount(0)
  await expect(adult.getByText("级别 较高")).toBeVisible()
  await expect(adult.getByText("仅自己可见")).toBeVisible()
  const more = adult.getByRole("link", { name: "接着写" })
  await expect(more).toBeHidden()
  await adult.locator("summary").click()
  await expect(adult.getByRole("link", { name: "下载 TXT" })).toHaveAttribute("href", `/novels/${id}/text`)
  await more.click()
  await expect(page).toHaveURL(new RegExp(`novel=${id}`))
})

test("the shelf is paged, and so is its search", async ({ page }) => {
  await signUp(page.request)
  const titles = Array.from({ length: 13 }, (_, i) => `江上第 ${i + 1} 夜`)
  for (const title of titles) await saveNovel(page.request, { title })
  await saveNovel(page.request, { title: "另一篇" })
  await page.goto("/my-novels?query=江上")
  const found = page.getByRole("main").getByRole("heading", { level: 2 })
  await expect(found).toHaveText(titles.slice(1).reverse())
  await expect(page.getByText("第 1 / 2 页")).toBeVisible()
  await expect(page.getByRole("link", { name: "上一页" })).toHaveCount(0)
  await page.getByRole("link", { name: "下一页" }).click()
  await expect(found).toHaveText(titles.slice(0, 1))
  await expect(page.getByText("第 2 / 2 页")).toBeVisible()
  await expect(page.getByRole("link", { name: "下一页" })).toHaveCount(0)
  await page.getByRole("link", { name: "上一页" }).click()
  await expect(found).toHaveCount(12)
})

test("returning to the tab loads nothing again @needs-js", async ({ page }) => {
  await signUp(page.request)
  await page.goto("/my-novels")
  const asked: string[] = []
  page.on("request", (request) => asked.push(request.url()))
  await page.evaluate(() => {
    for (const event of ["blur", "focus"]) window.dispatchEvent(new Event(event))
    document.dispatchEvent(new Event("visibilitychange"))
  })
  // Requests that those events caused would come before this one.
  await page.evaluate(() => fetch("/healthz"))
  // The other routes' modules may still be on their way, because a page fetches them once it has hydrated.
  const paths = asked.map((address) => new URL(address).pathname)
  expect(paths.filter((path) => !path.startsWith("/assets/"))).toEqual(["/healthz"])
})
