import { readFile } from "node:fs/promises"
import { expect, test } from "../../support/browser/browser-test.ts"
import { copyByButton, prepareCopying } from "../../support/browser/copied-label.ts"
import {
  askForNovel,
  backToDesk,
  characters,
  PROMPT,
  pressForMore,
  shownStory,
  unfoldForm,
  untilWriting,
  untilWritten,
} from "../../support/browser/desk.ts"

const DEMO = "演示：内置写手所写，不是大模型的作品"

test("a short novel grows before the reader's eyes", async ({ page, script }) => {
  await askForNovel(page)
  await untilWriting(page, script)
  const early = await shownStory(page)
  await untilWritten(page)
  const story = await shownStory(page)
  expect(story.startsWith(early)).toBe(true)
  expect(characters(story)).toBeGreaterThanOrEqual(2_000 * 0.92)
  expect(characters(story)).toBeLessThanOrEqual(2_000 * 1.08)
  expect(story).toMatch(/[。！？…][”’」』）】]*$/)
  await expect(page.getByText(`本文由 AI 生成 · ${DEMO}`).last()).toBeVisible()
})

test("the longest novel shows how far it is, and reaches its length", async ({ page, script }) => {
  await askForNovel(page, { length: /超长/ })
  if (script) {
    await untilWriting(page, script)
    await expect(page.getByText(/\d \/ 约 10\s000 字/)).toBeVisible()
    await unfoldForm(page)
    await expect(page.getByRole("button", { name: "正在生成，请稍候…" })).toBeDisabled()
    await expect(page.getByRole("radio").first()).toBeDisabled()
  }
  await untilWritten(page)
  const story = await shownStory(page)
  expect(characters(story)).toBeGreaterThanOrEqual(10_000 * 0.92)
  expect(characters(story)).toBeLessThanOrEqual(10_000 * 1.08)
  const paragraphs = story.split("\n").filter((paragraph) => paragraph.length >= 40)
  expect(new Set(paragraphs).size).toBe(paragraphs.length)
})

test("the form stays as it is while the text grows @needs-js", async ({ page, script }) => {
  await askForNovel(page)
  await untilWriting(page, script)
  const drawnAgain = await page.evaluate(async () => {
    const isField = ({ target }: MutationRecord) => target instanceof Element && target.closest("#generator")
    const records: MutationRecord[] = []
    new MutationObserver((came) => records.push(...came)).observe(document, {
      subtree: true,
      attributes: true,
      childList: true,
    })
    const story = () => document.querySelector(".story")?.textContent.length ?? 0
    const begun = story()
    while (story() < begun + 600) await new Promise(requestAnimationFrame)
    return { changes: records.length, inForm: records.filter(isField).length }
  })
  expect(drawnAgain.changes).toBeGreaterThan(0)
  expect(drawnAgain.inForm).toBe(0)
})

test("a continuation follows after a blank line", async ({ page, script }) => {
  await askForNovel(page)
  await untilWritten(page)
  const first = await shownStory(page)
  await backToDesk(page, script)

  await expect(page.getByLabel("描述你想要的小说")).toHaveValue(PROMPT)
  await pressForMore(page, "继续生成")
  await untilWritten(page)
  const both = await shownStory(page)
  expect(both.startsWith(first)).toBe(true)
  expect(characters(both)).toBeGreaterThanOrEqual(characters(first) + 2_000 * 0.92)
})

test("a finished novel can be downloaded and cleared, but not saved without an account", async ({
  page,
  script,
}) => {
  await askForNovel(page)
  await untilWritten(page)
  const story = await shownStory(page)

  const downloading = page.waitForEvent("download")
  await page.getByRole("link", { name: "下载 TXT" }).click()
  const download = await downloading
  const title = await page.locator(".story-title").textContent()
  expect(download.suggestedFilename()).toBe(`${title}.txt`)
  const file = await readFile(await download.path(), "utf8")
  expect(file.startsWith(`\uFEFF《${title}》\n\n`)).toBe(true)
  expect(file.endsWith(`本文由 AI 生成 · ${DEMO}\n`)).toBe(true)

  await page.getByRole("button", { name: "保存" }).click()
  await expect(page.getByText("需要登录").locator("visible=true")).toHaveCount(1)
  if (!script) await page.getByRole("link", { name: "返回正文" }).click()
  await expect.poll(() => shownStory(page)).toBe(story)

  await page.getByRole("button", { name: "取消" }).click()
  await expect(page.locator("article")).toHaveCount(0)
  await expect(page.getByRole("button", { name: "生成小说" })).toBeVisible()
  if (script) await expect(page.getByLabel("描述你想要的小说")).toHaveValue(PROMPT)
})

test("stopping a novel keeps what was written", async ({ page, script }) => {
  await askForNovel(page, { length: /超长/ })
  await untilWriting(page, script)
  await expect(page.locator("article p").nth(1)).toBeVisible()
  await page.getByRole("button", { name: "停止" }).click()
  await expect(page.getByText("已停止，写好的部分都保留着。")).toBeVisible()
  const story = await shownStory(page)
  expect(characters(story)).toBeGreaterThan(50)
  expect(characters(story)).toBeLessThan(9_000)
  await expect(page.getByRole("button", { name: "继续生成" })).toBeVisible()
})

test("another tab can stop it", async ({ page, context, script }) => {
  await askForNovel(page, { length: /超长/ })
  await untilWriting(page, script)
  const other = await context.newPage()
  await other.goto(page.url(), { waitUntil: "commit" })
  await other.getByRole("button", { name: "停止" }).click()
  await expect(page.getByText("已停止，写好的部分都保留着。")).toBeVisible()
  await expect(other.getByText("已停止，写好的部分都保留着。")).toBeVisible()
  await expect.poll(() => shownStory(other)).toBe(await shownStory(page))
})

test("a reload half-way shows the text so far and goes on", async ({ page, script }) => {
  await askForNovel(page, { length: /中篇/ })
  await untilWriting(page, script)
  await expect(page.locator("article p").nth(2)).toBeVisible()
  const before = (await shownStory(page)).slice(0, 100)
  await page.reload({ waitUntil: "commit" })
  await expect(page.locator("article p").nth(2)).toBeVisible()
  expect((await shownStory(page)).startsWith(before)).toBe(true)
  await untilWritten(page)
  const story = await shownStory(page)
  expect(story.startsWith(before)).toBe(true)
  expect(characters(story)).toBeGreaterThanOrEqual(4_000 * 0.92)
})

test("pressing twice starts one generation", async ({ page }) => {
  await page.goto("/")
  await page.getByLabel("描述你想要的小说").fill(PROMPT)
  const key = await page.locator("input[name=key]").inputValue()
  const post = () =>
    page.request.post("/", { form: { key, prompt: PROMPT, erotic_level: "1", length: "1" }, maxRedirects: 0 })
  const [one, two] = await Promise.all([post(), post()])
  expect(one.status()).toBe(303)
  expect(two.headers().location).toBe(one.headers().location)
})

test("a server of an earlier build, which knows no bare text, is understood @needs-js", async ({ page }) => {
  const asked: string[] = []
  await page.route(/\/events\?/, (route) => {
    const url = route.request().url()
    asked.push(url)
    return route.continue({ url: url.replace("&bare", "") })
  })
  await askForNovel(page)
  await untilWritten(page)
  expect(asked.join()).toContain("&bare")
  expect(characters(await shownStory(page))).toBeGreaterThanOrEqual(2_000 * 0.92)
})

test("another visitor's generation is not found", async ({ page, browser, baseURL }) => {
  await askForNovel(page)
  await expect(page.locator("article p").first()).toBeVisible()
  const id = /(?:generation=|generations\/)([\w-]{22})/.exec(page.url())?.[1]
  const stranger = await browser.newContext({ baseURL })
  for (const path of [
    `/?generation=${id}`,
    `/generations/${id}/live`,
    `/generations/${id}/events`,
    `/generations/${id}/text`,
  ]) {
    expect((await stranger.request.get(path)).status(), path).toBe(404)
  }
  const stop = await stranger.request.post(`/generations/${id}/stop`, { maxRedirects: 0 })
  expect(stop.status()).toBe(404)
  await stranger.close()
})

test("copies the text, and the button says so for 1200 ms @needs-js", async ({ page }) => {
  await prepareCopying(page)
  await askForNovel(page)
  await untilWritten(page)
  const copied = await copyByButton(page, page.getByRole("main"), "复制")
  await expect(page.getByText("小说内容已复制到剪贴板")).toBeVisible()
  expect(copied.replace(/\s/g, "")).toBe((await shownStory(page)).replace(/\s/g, ""))
})

test("leaving a page that is writing leaves a link back to it", async ({ page, script }) => {
  await askForNovel(page, { length: /^中篇/ })
  await untilWriting(page, script)
  await page.goto("/")
  await page.getByRole("link", { name: "回到上一次生成" }).click({ noWaitAfter: true })
  await untilWriting(page, script)
  await untilWritten(page)
})

test("a second page says what is still being written, and leads to it", async ({ page, context, script }) => {
  await askForNovel(page, { length: /超长/ })
  await untilWriting(page, script)
  const second = await context.newPage()
  await second.goto("/")
  await expect(second.getByText(`有一篇还在写：「${PROMPT.slice(0, 20)}`)).toBeVisible()
  await second.getByRole("link", { name: "回到上一次生成" }).click({ noWaitAfter: true })
  await untilWriting(second, script)
  expect(idIn(second.url())).toBe(idIn(page.url()))
})

function idIn(url: string): string | undefined {
  return /(?:generation=|generations\/)([\w-]{22})/.exec(url)?.[1]
}
