// Before somebody uses a blank desk, its script has nothing to do and is not loaded.
import type { Page } from "@playwright/test"
import { test as base, expect } from "../../support/browser/browser-test.ts"
import { PROMPT, untilWriting } from "../../support/browser/desk.ts"

const SCRIPTS = "**/assets/*.js"

const test = base.extend<{ asked: string[] }>({
  asked: async ({ page }, use) => {
    const asked: string[] = []
    page.on("request", (request) => request.url().endsWith(".js") && asked.push(request.url()))
    await use(asked)
  },
})

test.use({ touches: false, expected: /net::ERR_/ })

test("a first visitor's page asks for no script until it is touched @needs-js", async ({ page, asked }) => {
  await page.goto("/", { waitUntil: "networkidle" })
  expect(asked).toEqual([])
  await expect(page.getByText("还没有生成过小说")).toBeVisible()
  await expect(page.getByText("选择 .txt 文件", { exact: true })).toBeVisible()
  await expect(page.getByRole("button", { name: "读取文件" })).toBeHidden()
  await page.mouse.move(200, 300)
  await page.mouse.move(210, 310)
  await expectHydrated(page)
  await expect(page.getByText("还没有生成过小说")).toBeVisible()
  expect(asked.length).toBeGreaterThan(0)
})

for (const [sign, give] of [
  ["a key", (page: Page) => page.keyboard.press("Tab")],
  ["a turned wheel", (page: Page) => page.mouse.wheel(0, 100)],
  ["a pasted text", (page: Page) => page.getByLabel("描述你想要的小说").fill(PROMPT)],
] as const) {
  test(`${sign} is a sign that somebody uses the page @needs-js`, async ({ page, asked }) => {
    await page.setViewportSize({ width: 390, height: 600 })
    await page.goto("/", { waitUntil: "networkidle" })
    expect(asked).toEqual([])
    await give(page)
    await expectHydrated(page)
  })
}

test("the form is sent by Enter while its script does not come @needs-js", async ({ page }) => {
  await page.route(SCRIPTS, () => {}) // requested, never answered
  await page.goto("/")
  await page.getByLabel("描述你想要的小说").fill(PROMPT)
  await page.getByRole("radio", { name: /^短篇/ }).focus()
  await page.keyboard.press("Enter")
  await untilWriting(page, false)
})

test("keeps what is typed while the script arrives under it @needs-js", async ({ page }) => {
  const release = await holdScript(page)
  await page.goto("/")
  const prompt = page.getByLabel("描述你想要的小说")
  await prompt.pressSequentially("早早写下")
  await page.getByRole("radio", { name: /^中篇/ }).check()
  await prompt.focus()
  release()
  await prompt.pressSequentially("的新设想", { delay: 50 })
  await expectHydrated(page)
  await expect(prompt).toHaveValue("早早写下的新设想")
  await expect(prompt).toBeFocused()
  await expect(page.getByText("8 / 4000")).toBeVisible()
  await expect(page.getByRole("radio", { name: /^中篇/ })).toBeChecked()
})

test("reads a file that was chosen while the script was on its way @needs-js", async ({ page }) => {
  const release = await holdScript(page)
  await page.goto("/")
  const file = { name: "参考.txt", mimeType: "text/plain", buffer: Buffer.from("雨下了一夜。") }
  await page.locator("input[name=reference_file]").setInputFiles(file)
  release()
  await expect(page.getByText("参考.txt")).toBeVisible()
})

test("a visitor who left something on this device gets it back at once @needs-js", async ({ page }) => {
  await page.goto("/")
  await page.getByLabel("描述你想要的小说").fill(PROMPT)
  await expectHydrated(page)
  await expect.poll(() => page.evaluate(() => localStorage.getItem("drafts"))).toContain(PROMPT)
  await page.reload()
  await expect(page.getByLabel("描述你想要的小说")).toHaveValue(PROMPT)
  await expectHydrated(page)
})

test("a device with a history does not say that it has none while the script never comes @needs-js", async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem("novelHistories", JSON.stringify(["桥头的灯。"])))
  await page.route(SCRIPTS, () => {})
  await page.goto("/", { waitUntil: "domcontentloaded" })
  await expect(page.getByRole("heading", { name: "最近生成" })).toBeVisible()
  await expect(page.getByText("还没有生成过小说").locator("visible=true")).toHaveCount(0)
})

test("keeps what was typed on a page that goes before its script comes @needs-js", async ({ page }) => {
  await page.route(SCRIPTS, () => {}) // requested, never answered
  await page.goto("/")
  await page.getByLabel("描述你想要的小说").fill(PROMPT)
  await page.getByRole("link", { name: "登录" }).first().click({ noWaitAfter: true })
  await page.waitForURL(/\/login/, { waitUntil: "commit" })
  await page.unroute(SCRIPTS)
  await page.goto("/")
  await expectHydrated(page)
  await expect(page.getByLabel("描述你想要的小说")).toHaveValue(PROMPT)
  await expect.poll(() => page.evaluate(() => localStorage.getItem("drafts"))).toContain(PROMPT)
  expect(await page.evaluate(() => localStorage.getItem("earlyTyping"))).toBeNull()
})

test("does not keep what was sent before the script came @needs-js", async ({ page }) => {
  await page.route(SCRIPTS, () => {})
  await page.goto("/")
  await page.getByLabel("描述你想要的小说").fill(PROMPT)
  await page.getByRole("button", { name: "生成小说" }).click({ noWaitAfter: true })
  await untilWriting(page, false)
  expect(await page.evaluate(() => localStorage.getItem("earlyTyping"))).toBeNull()
})

test("a form whose script fails to load works, and gets it once the line works @needs-js", async ({
  page,
}) => {
  await page.route(SCRIPTS, (route) => route.abort())
  await page.goto("/")
  await page.getByLabel("描述你想要的小说").fill(PROMPT)
  // As it looks without script.
  await expect(page.getByRole("button", { name: "读取文件" })).toBeVisible()
  await page.unroute(SCRIPTS)
  await expectHydrated(page)
  await expect(page.getByLabel("描述你想要的小说")).toHaveValue(PROMPT)
})

test("a form whose script fails to load can be sent @needs-js", async ({ page }) => {
  await page.route(SCRIPTS, (route) => route.abort())
  await page.goto("/")
  await page.getByLabel("描述你想要的小说").fill(PROMPT)
  await page.getByRole("button", { name: "生成小说" }).click({ noWaitAfter: true })
  await untilWriting(page, false)
})

test("a page that answers a form does not rest @needs-js", async ({ page }) => {
  await page.route(SCRIPTS, (route) => route.abort())
  await page.goto("/")
  await page.getByRole("button", { name: "末班地铁" }).click()
  await expect(page.getByLabel("描述你想要的小说")).toHaveValue(/末班地铁/)
  await expect(page.locator("script[type=module]").first()).toBeAttached()
})

async function expectHydrated(page: Page): Promise<void> {
  await expect(page.locator("html[data-hydrated]")).toBeAttached()
}

/** Holds every script back until it is released. */
async function holdScript(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(SCRIPTS, async (route) => {
    await released
    await route.continue()
  })
  return () => release()
}
