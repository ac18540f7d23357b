import type { Page } from "@playwright/test"
import { signUp } from "../support/browser/account.ts"
import { test as base, expect } from "../support/browser/browser-test.ts"
import {
  askForNovel,
  characters,
  pressForMore,
  shownStory,
  untilWriting,
  untilWritten,
} from "../support/browser/desk.ts"
import { untilPreloaded } from "../support/browser/line-test.ts"
import { DroppingLine } from "../support/dropping-line.ts"
import { DEMO_PORT } from "../support/ports.ts"

/** About as fast as a phone at the edge of a cell. */
const BYTES_PER_SECOND = 50_000

const test = base.extend<{ line: DroppingLine }>({
  line: async ({ baseURL: _ }, use) => {
    const line = await DroppingLine.to(DEMO_PORT, BYTES_PER_SECOND)
    await use(line)
    line.close()
  },
})

// What a browser reports about a cut line.
test.use({ expected: /net::ERR_|Failed to fetch dynamically imported module|status of 404/ })

test("resumes where a dropped connection broke @needs-js", async ({ page, line }) => {
  await askForNovel(page, { length: /超长/, at: line.origin })
  await untilWriting(page, true)
  await expect(page.locator("html[data-hydrated]")).toBeAttached()
  for (let drops = 0; drops < 3; drops += 1) {
    line.cut()
    await expect(page.getByText("连接中断，正在重连…")).toBeVisible()
    line.mend()
    await expect(page.getByText("已恢复")).toBeVisible()
  }
  await untilWritten(page)
  await expectWhole(page)
})

test("a page that has come stays when its answer breaks off at the end @needs-js", async ({ page, line }) => {
  await signUp(page.request)
  await page.goto(line.origin)
  await untilPreloaded(page, "profile")
  line.holdBack("end")
  await page.getByRole("banner").getByRole("link", { name: "我的书库" }).click()
  await expect(page.getByLabel("昵称")).toBeVisible()
  const broken = page.waitForEvent("requestfailed", (request) => request.url().includes(".data"))
  line.cut()
  await broken
  await page.waitForTimeout(500)
  await expect(page.getByText(/没有连上服务器/)).toHaveCount(0)
  await expect(page.getByLabel("昵称")).toBeVisible()
})

test("an answer that breaks off keeps the page, and one press leads on @needs-js", async ({ page, line }) => {
  await signUp(page.request)
  await page.goto(line.origin)
  await untilPreloaded(page, "profile")
  const prompt = page.getByLabel("描述你想要的小说")
  await prompt.fill("渡口的老船夫")
  line.holdBack("half")
  const begun = page.waitForResponse(/\.data/)
  await page.getByRole("banner").getByRole("link", { name: "我的书库" }).click()
  await begun
  line.cut()
  await expect(page.getByText(/没有连上服务器，新的一页没有打开/)).toBeInViewport()
  await expect(prompt).toHaveValue("渡口的老船夫")
  line.mend()
  await page.getByRole("button", { name: "再试一次" }).click()
  await expect(page.getByLabel("昵称")).toBeVisible()
})

test("a reload completes a page that was cut off", async ({ page, line, script }) => {
  await askForNovel(page, { length: /中篇/, at: line.origin })
  await untilWriting(page, script)
  const early = await shownStory(page)
  line.cut()
  await page.waitForTimeout(500)
  line.mend()
  await page.reload({ waitUntil: "commit" })
  await expect(page.locator("article p").first()).toBeVisible()
  await untilWritten(page)
  expect((await shownStory(page)).startsWith(early)).toBe(true)
  await expectWhole(page)
})

test("everything works while the script never arrives", async ({ page, line }) => {
  await page.route("**/assets/*.js", () => {}) // requested, never answered
  await page.goto(line.origin, { waitUntil: "commit" })
  await page.getByLabel("描述你想要的小说").fill("渡口的老船夫")
  await page.getByRole("radio", { name: /中篇/ }).check()
  await page.getByRole("button", { name: "生成小说" }).click({ noWaitAfter: true })
  await page.waitForURL(/\/live$/, { waitUntil: "commit" })
  await untilWritten(page)
  await expectWhole(page)
})

test("counts what was typed before the script arrived @needs-js", async ({ page, line }) => {
  const release = await holdScript(page)
  await page.goto(line.origin, { waitUntil: "commit" })
  await page.getByLabel("描述你想要的小说").fill("早早写下的新设想")
  release()
  await expect(page.getByText("8 / 4000")).toBeVisible()
})

test("reads a file before the script arrives, and keeps it afterwards @needs-js", async ({ page, line }) => {
  const release = await holdScript(page)
  await page.goto(line.origin, { waitUntil: "commit" })
  const file = { name: "参考.txt", mimeType: "text/plain", buffer: Buffer.from("雨下了一夜。") }
  await page.locator("input[name=reference_file]").setInputFiles(file)
  // Wide enough to show the file's name.
  const width = async () => (await page.locator("input[name=reference_file]").boundingBox())?.width
  await expect.poll(width).toBeGreaterThan(100)
  await page.getByRole("button", { name: "读取文件" }).click({ noWaitAfter: true })
  await expect(page.getByRole("blockquote", { name: "预览" })).toContainText("雨下了一夜。")
  await page.locator("input[name=reference_file]").setInputFiles({ ...file, name: "另一份.txt" })
  release()
  await expect(page.getByText("另一份.txt")).toBeVisible()
  await expect(page.getByRole("button", { name: "读取文件" })).toBeHidden()
})

/** Holds every script back until it is released. */
async function holdScript(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route("**/assets/*.js", async (route) => {
    await released
    await route.continue()
  })
  return () => release()
}

test("keeps what was typed before the script arrived @needs-js", async ({ page, line }) => {
  const release = await holdScript(page)
  await page.goto(`${line.origin}/?example=${encodeURIComponent("旧的设想")}`, { waitUntil: "commit" })
  const prompt = page.getByLabel("描述你想要的小说")
  await prompt.fill("早早写下的新设想")
  release()
  await expect(page.locator("html[data-hydrated]")).toBeAttached()
  await expect(prompt).toHaveValue("早早写下的新设想")
  await expect(page.getByText("8 / 4000")).toBeVisible()
})

async function expectWhole(page: Parameters<typeof shownStory>[0]) {
  const story = await shownStory(page)
  const id = /(?:generation=|generations\/)([\w-]{22})/.exec(page.url())?.[1]
  const headers = { Accept: "application/json" }
  const { text } = await (await page.request.get(`/generations/${id}/text`, { headers })).json()
  expect(text.replace(/\s/g, "")).toBe(story.replace(/\s/g, ""))
  expect(characters(story)).toBeGreaterThanOrEqual(4_000 * 0.92)
}

test("says at once when the browser is offline, and goes on when it is back @needs-js", async ({
  page,
  context,
}) => {
  await askForNovel(page, { length: /中篇/ })
  await untilWriting(page, true)
  await context.setOffline(true)
  await expect(page.getByText("连接中断，正在重连…")).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText("已恢复")).toBeVisible()
  await untilWritten(page)
  await expectWhole(page)
})

test("keeps on the device what the server has lost @needs-js", async ({ page, context }) => {
  await askForNovel(page, { length: /超长/ })
  await untilWriting(page, true)
  await expect(page.locator("article p").nth(3)).toBeVisible()
  await page.reload()
  const early = (await page.evaluate(() => localStorage.getItem("novelHistories"))) ?? "[]"
  expect(JSON.parse(early)).toHaveLength(1)
  // Without its cookies, the server knows no generation of this visitor.
  await context.clearCookies()
  await page.reload()
  await expect(page.getByText("下面是这台设备上留下的一份")).toBeVisible()
  await expect(page.locator("article p").nth(3)).toBeVisible()
  await expect(page.getByRole("button", { name: "继续生成" })).toBeEnabled()
})

test("keeps a text that the server loses during reading, and can continue it @needs-js", async ({
  page,
  context,
  line,
}) => {
  await askForNovel(page, { length: /超长/, at: line.origin })
  await untilWriting(page, true)
  await expect(page.locator("article p").nth(1)).toBeVisible()
  await context.clearCookies()
  line.cut()
  await expect(page.getByText("连接中断，正在重连…")).toBeVisible()
  const held = await shownStory(page)
  line.mend()
  await expect(page.getByText("下面是这台设备上留下的一份")).toBeVisible()
  await expect.poll(() => shownStory(page)).toBe(held)
  await page.reload()
  await expect.poll(() => shownStory(page)).toBe(held)
  await pressForMore(page, "继续生成")
  await untilWritten(page)
  expect((await shownStory(page)).startsWith(held)).toBe(true)
})
