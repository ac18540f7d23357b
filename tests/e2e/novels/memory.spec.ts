import type { BrowserContext, Locator, Page } from "@playwright/test"
import { saveNovel, signUp } from "../../support/browser/account.ts"
import { expectAccessible, THEMES } from "../../support/browser/axe.ts"
import { expect, test } from "../../support/browser/browser-test.ts"
import { lineTest } from "../../support/browser/line-test.ts"

const BANNED = "十五岁的女孩和老师发生了关系"

test("an author adds, edits, locks, deletes and takes back", async ({ page }) => {
  await openMemory(page)
  await expect(page.getByText("还没有备忘")).toBeVisible()
  await add(page, "人物", { 名字: "修表匠", 别的叫法: "老钟、钟师傅", 不变的: "六十岁，左手缺一截小指" })
  await add(page, "线索", { 还没了结的事: "旧怀表里是谁在说话", 从哪里起: "雨停的那一晚" })
  const person = entryOf(page, "修表匠")
  await expect(person).toContainText("又叫老钟、钟师傅")
  await expect(person).toContainText("作者定的")
  await expect(entryOf(page, "旧怀表里是谁在说话")).toContainText("起于：雨停的那一晚")
  for (const link of await page.getByRole("main").getByRole("link").all()) {
    const { width = 0, height = 0 } = (await link.boundingBox()) ?? {}
    expect([await link.textContent(), Math.min(width, height) >= 44]).toEqual([
      await link.textContent(),
      true,
    ])
  }

  await person.getByRole("link", { name: "修改" }).click()
  await person.getByLabel("现在", { exact: true }).fill("坐在灯下")
  await person.getByRole("button", { name: "保存" }).click()
  await expect(person.getByRole("status")).toContainText("已保存")
  await expect(person).toContainText("现在：坐在灯下")
  await person.getByRole("button", { name: "撤销" }).click()
  await expect(person.getByText("已恢复")).toBeVisible()
  await expect(person).not.toContainText("坐在灯下")

  await person.getByRole("button", { name: /作者定的/ }).click()
  await expect(person.getByRole("status")).toContainText("已放开")
  await person.getByRole("button", { name: "锁定" }).click()
  await expect(person.getByRole("status")).toContainText("已锁定")

  await person.getByRole("link", { name: "修改" }).click()
  await person.getByRole("button", { name: "删除" }).click()
  await expect(page.getByText("已删除「修表匠」")).toBeVisible()
  await expect(page.getByRole("heading", { name: "修表匠" })).toHaveCount(0)
  await page.getByRole("button", { name: "撤销" }).click()
  await expect(entryOf(page, "修表匠")).toContainText("六十岁，左手缺一截小指")

  await page.reload()
  await expect(page.locator("li h3")).toHaveText(["修表匠", "旧怀表里是谁在说话"])
})

test("an entry leads to the paragraph that names it", async ({ page }) => {
  await openMemory(page)
  await add(page, "物件", { 名称: "石板" })
  await entryOf(page, "石板")
    .getByRole("link", { name: /见正文/ })
    .click()
  await expect(page).toHaveURL(/\/novels\/[\w-]+\?paragraph=3#p3$/)
  await expect(page.locator("#p3")).toBeInViewport()
  await expect(page.locator("#p3")).toContainText("石板")
})

test("a refused line keeps what was typed, and says why", async ({ page }) => {
  await openMemory(page)
  await page.getByRole("link", { name: "人物" }).click()
  await page.getByLabel("名字").fill("小芸")
  await page.getByLabel("不变的").fill(BANNED)
  await page.getByRole("button", { name: "添一条" }).click()
  await expect(page.getByText("涉及未成年人与性或情色的描写")).toBeVisible()
  await expect(page.getByLabel("名字")).toHaveValue("小芸")
  await expect(page.getByLabel("不变的")).toHaveValue(BANNED)

  await page.getByLabel("不变的").fill("长".repeat(121))
  await page.getByRole("button", { name: "添一条" }).click()
  await expect(page.getByText("最多 120 个字符")).toBeVisible()
  await expect(page.getByLabel("不变的")).toHaveValue("长".repeat(121))
  await page.getByLabel("不变的").fill("茶馆的伙计")
  await page.getByRole("button", { name: "添一条" }).click()
  await expect(entryOf(page, "小芸")).toContainText("茶馆的伙计")
})

test("what another tab has changed is kept, and shown before it is overwritten", async ({
  page,
  context,
}) => {
  await openMemory(page)
  await add(page, "人物", { 名字: "修表匠" })
  await add(page, "地点", { 名称: "桥头" })
  const other = await context.newPage()
  await other.goto(page.url().split("?")[0] ?? "")
  for (const tab of [page, other]) await entryOf(tab, "修表匠").getByRole("link", { name: "修改" }).click()
  const edit = async (tab: Page, text: string) => {
    await entryOf(tab, "修表匠").getByLabel("不变的").fill(text)
    await entryOf(tab, "修表匠").getByRole("button", { name: "保存" }).click()
  }
  await edit(other, "五十岁")
  await expect(entryOf(other, "修表匠").getByRole("status")).toContainText("已保存")
  await edit(page, "六十岁")
  await expect(page.getByText("刚在别处改过")).toBeVisible()
  await expect(page.getByText("那边写的是：修表匠；五十岁")).toBeVisible()
  await expect(entryOf(page, "修表匠").getByLabel("不变的")).toHaveValue("六十岁")
  await entryOf(page, "修表匠").getByRole("button", { name: "保存" }).click()
  await expect(entryOf(page, "修表匠").getByRole("status")).toContainText("已保存")
  await page.reload()
  await expect(page.getByText("六十岁").first()).toBeVisible()
  await expect(page.getByRole("heading", { name: "桥头" })).toBeVisible()
})

test("saving leaves the page and the focus where they are @needs-js", async ({ page }) => {
  await openMemory(page)
  for (let at = 0; at < 8; at += 1) await add(page, "人物", { 名字: `第${at}位`, 不变的: "巷口的人" })
  const entry = entryOf(page, "第4位")
  await entry.getByRole("link", { name: "修改" }).click()
  await entry.getByLabel("名字").press("End")
  const top = () => page.evaluate(() => scrollY)
  const before = await top()
  await entry.getByLabel("名字").pressSequentially("客人")
  await entry.getByLabel("名字").press("Enter")
  await expect(entryOf(page, "第4位客人").getByRole("status")).toContainText("已保存")
  await expect(entryOf(page, "第4位客人").getByLabel("名字")).toBeFocused()
  expect(Math.abs((await top()) - before)).toBeLessThan(2)
  await entryOf(page, "第4位客人").getByRole("button", { name: "删除" }).click()
  await expect(page.locator(":focus")).toHaveText(/^已删除「第4位客人」/)
})

lineTest("a broken line keeps what was typed @needs-js", async ({ page, line }) => {
  await openAdding(page, line.origin)
  await page.getByLabel("名字").fill("修表匠")
  line.cut()
  await page.getByRole("button", { name: "添一条" }).click()
  await expect(page.getByText("不知道保存了没有")).toBeVisible()
  await expect(page.getByLabel("名字")).toHaveValue("修表匠")
  line.mend()
  await page.getByRole("button", { name: "添一条" }).click()
  await expect(entryOf(page, "修表匠")).toBeVisible()
})

test("what another tab has changed stays when this one changes another entry @needs-js", async ({
  page,
  context,
}) => {
  await openMemory(page)
  await add(page, "地点", { 名称: "桥头" })
  await add(page, "人物", { 名字: "修表匠" })
  const entry = entryOf(page, "修表匠")
  await entry.getByRole("link", { name: "修改" }).click()
  await entry.getByLabel("不变的").fill("六十岁")
  await inAnotherTab(context, page, async (entry) => {
    await entry.getByLabel("不变的").fill("五十岁")
    await entry.getByRole("button", { name: "保存" }).click()
    await expect(entry.getByRole("status")).toContainText("已保存")
  })
  await entryOf(page, "桥头")
    .getByRole("button", { name: /作者定的/ })
    .click()
  await expect(entry.locator("> p").filter({ hasText: "五十岁" })).toBeVisible()
  await entry.getByRole("button", { name: "保存" }).click()
  await expect(page.getByText("那边写的是：修表匠；五十岁")).toBeVisible()
  await expect(entry.getByLabel("不变的")).toHaveValue("六十岁")
})

test("an entry that another tab has deleted comes back as it was typed, to be added anew", async ({
  page,
  context,
}) => {
  await openMemory(page)
  await add(page, "人物", { 名字: "修表匠", 别的叫法: "老钟" })
  await add(page, "地点", { 名称: "桥头" })
  await entryOf(page, "修表匠").getByRole("link", { name: "修改" }).click()
  await entryOf(page, "修表匠").getByLabel("不变的").fill("六十岁")
  await inAnotherTab(context, page, remove)
  await entryOf(page, "修表匠").getByRole("button", { name: "保存" }).click()
  await expect(page.getByText("这一条已经不在了")).toBeInViewport()
  await expect(entryOf(page, "修表匠")).toHaveCount(0)
  const again = page.locator("#add")
  await expect(again.getByLabel("别的叫法")).toHaveValue("老钟")
  await expect(again.getByLabel("不变的")).toHaveValue("六十岁")
  await again.getByLabel("名字").fill("桥头的修表匠")
  await again.getByRole("button", { name: "添一条" }).click()
  await expect(page.getByText("已添上「桥头的修表匠」")).toBeVisible()
  await expect(entryOf(page, "桥头的修表匠")).toContainText("六十岁")
  await expect(again.getByText("六十岁")).toHaveCount(0)
})

test("what is typed stays when the page learns that its entry is deleted @needs-js", async ({
  page,
  context,
}) => {
  await openMemory(page)
  await add(page, "地点", { 名称: "桥头" })
  await add(page, "人物", { 名字: "修表匠" })
  await entryOf(page, "修表匠").getByRole("link", { name: "修改" }).click()
  await entryOf(page, "修表匠").getByLabel("不变的").fill("六十岁")
  await inAnotherTab(context, page, remove)
  const readAnew = page.waitForResponse(
    (answer) => /memory\.data/.test(answer.url()) && answer.request().method() === "GET",
  )
  const lock = entryOf(page, "桥头").getByRole("button", { name: /作者定的/ })
  await lock.click()
  await readAnew
  await expect(entryOf(page, "桥头").getByRole("button", { name: /锁定/ })).toBeVisible()
  await expect(entryOf(page, "修表匠").getByLabel("不变的")).toHaveValue("六十岁")
  await entryOf(page, "修表匠").getByRole("button", { name: "保存" }).click()
  const again = page.locator("#add")
  await expect(again.getByLabel("不变的")).toHaveValue("六十岁")
  await entryOf(page, "桥头").getByRole("button", { name: /锁定/ }).click()
  await expect(entryOf(page, "桥头").getByRole("status")).toContainText("已锁定")
  await expect(again.getByLabel("不变的")).toHaveValue("六十岁")
  await inAnotherTab(context, page, remove, "桥头")
  await entryOf(page, "桥头")
    .getByRole("button", { name: /作者定的/ })
    .click()
  await expect(page.locator("section > header").getByText("这一条已经不在了")).toBeVisible()
  await expect(again.getByLabel("不变的")).toHaveValue("六十岁")
  await again.getByRole("button", { name: "添一条" }).click()
  await expect(entryOf(page, "修表匠")).toContainText("六十岁")
  await expect(again.getByLabel("不变的")).toHaveCount(0)
})

lineTest("an entry saved again before the page is read anew @needs-js", async ({ page, line }) => {
  await openAdding(page, line.origin)
  await add(page, "人物", { 名字: "修表匠" })
  const entry = entryOf(page, "修表匠")
  await entry.getByRole("link", { name: "修改" }).click()
  await expect(entry.getByLabel("名字")).toBeVisible()
  const { promise: answeredAgain, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(/\/memory\.data/, async (route) => {
    if (route.request().method() === "GET") await answeredAgain
    // The router may have given it up meanwhile.
    await route.continue().catch(() => {})
  })
  await entry.getByRole("button", { name: /作者定的/ }).click()
  await expect(entry.getByRole("status")).toContainText("已放开")
  line.holdBack("end")
  await entry.getByLabel("不变的").fill("五十岁")
  await entry.getByRole("button", { name: "保存" }).click()
  await expect(entry.getByRole("status")).toContainText("已保存")
  await entry.getByLabel("不变的").fill("六十岁")
  const answer = page.waitForResponse((answer) => answer.request().method() === "POST")
  await entry.getByRole("button", { name: "保存" }).click()
  await answer
  letGo()
  await expect(entry.locator("> p").filter({ hasText: "六十岁" })).toBeVisible()
  await expect(entry.getByRole("status")).toContainText("已保存")
})

for (const colorScheme of THEMES) {
  test(`the page passes axe, ${colorScheme} @needs-js`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await openMemory(page)
    await expectAccessible(page, "an empty memory", colorScheme)
    await add(page, "人物", { 名字: "修表匠", 别的叫法: "老钟", 不变的: "六十岁" })
    await entryOf(page, "修表匠").getByRole("link", { name: "修改" }).click()
    await entryOf(page, "修表匠").getByRole("button", { name: "保存" }).click()
    await expectAccessible(page, "a memory with an open entry", colorScheme)
    await entryOf(page, "修表匠").getByLabel("名字").fill(" ")
    await entryOf(page, "修表匠").getByRole("button", { name: "保存" }).click()
    await expect(page.getByText("请写上名字")).toBeVisible()
    await expectAccessible(page, "a refused entry", colorScheme)
  })
}

async function openMemory(page: Page): Promise<void> {
  await signUp(page.request)
  await page.goto(`/novels/${await saveNovel(page.request, { title: "怀表" })}`)
  await page.getByRole("radio", { name: "备忘" }).check()
  await page.getByRole("link", { name: "打开备忘" }).click()
  await expect(page.getByRole("heading", { name: "备忘", level: 1 })).toBeVisible()
  const hasScript = await page.evaluate(() => matchMedia("(scripting: enabled)").matches)
  if (hasScript) await expect(page.locator("html[data-hydrated]")).toBeAttached()
}

/** Opens a memory with the form that adds a person, at another address of the app. */
async function openAdding(page: Page, origin: string): Promise<void> {
  await signUp(page.request)
  const novel = await saveNovel(page.request, { title: "渡口" })
  await page.goto(`${origin}/novels/${novel}/memory?add=person`)
  await expect(page.locator("html[data-hydrated]")).toBeAttached()
}

/** Opens an entry in another tab to change it there. */
async function inAnotherTab(
  context: BrowserContext,
  page: Page,
  change: (entry: Locator) => Promise<void>,
  name = "修表匠",
): Promise<void> {
  const other = await context.newPage()
  await other.goto(page.url().split("?")[0] ?? "")
  const entry = entryOf(other, name)
  await entry.getByRole("link", { name: "修改" }).click()
  await change(entry)
  await other.close()
}

async function remove(entry: Locator): Promise<void> {
  await entry.getByRole("button", { name: "删除" }).click()
  await expect(entry.page().getByText(/已删除「/)).toBeVisible()
}

async function add(page: Page, kind: string, fields: Record<string, string>): Promise<void> {
  await page.locator("#add").getByRole("link", { name: kind, exact: true }).click()
  const [first = ""] = Object.values(fields)
  for (const [label, text] of Object.entries(fields))
    await page.locator("#add").getByLabel(label, { exact: true }).fill(text)
  await page.getByRole("button", { name: "添一条" }).click()
  await expect(page.getByText(`已添上「${first}」`)).toBeVisible()
}

function entryOf(page: Page, name: string) {
  return page.locator("li[id^=entry-]").filter({ has: page.getByRole("heading", { name, exact: true }) })
}
