import { expect, test } from "../support/browser-test.ts"
import { askForNovel, shownStory, untilWritten } from "../support/desk.ts"

test("what was written is kept on the device, shown again, continued and deleted @needs-js", async ({
  page,
}) => {
  await askForNovel(page)
  await untilWritten(page)
  const story = await shownStory(page)
  await page.getByRole("button", { name: "取消" }).click()

  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem("novelHistories") ?? "[]"))
  expect(stored).toHaveLength(1)
  expect(stored[0].replace(/\s/g, "")).toBe(story.replace(/\s/g, ""))

  await page.reload()
  const chip = page.getByRole("button", { name: `查看：${[...stored[0]].slice(0, 20).join("")}…` })
  expect((await chip.locator("..").boundingBox())?.width).toBeLessThanOrEqual(180)
  await chip.click()
  expect(await shownStory(page)).toBe(story)

  await page.getByLabel("描述你想要的小说").fill("接着写下去")
  await page.getByRole("button", { name: "继续生成" }).click()
  await untilWritten(page)
  expect((await shownStory(page)).startsWith(story)).toBe(true)

  await page
    .getByRole("button", { name: /^删除：/ })
    .last()
    .click()
  await expect(page.getByText("已从历史记录中移除")).toBeVisible()
  await expect(page.getByRole("button", { name: /^查看：/ })).toHaveCount(1)
})

test("ten entries are kept, newest first @needs-js", async ({ page }) => {
  await page.addInitScript(() => {
    if (localStorage.getItem("novelHistories")) return
    localStorage.setItem("novelHistories", JSON.stringify(Array.from({ length: 14 }, (_, i) => `第${i}篇`)))
  })
  await page.goto("/")
  await expect(page.getByRole("button", { name: /^查看：/ })).toHaveCount(10)
  await expect(page.getByRole("button", { name: /^查看：/ }).first()).toHaveAccessibleName("查看：第0篇")
})

test("entries show their first 20 characters, and scroll above 12rem @needs-js", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(() => {
    const long = (i: number) => `${i}`.padStart(20, "灯")
    localStorage.setItem(
      "novelHistories",
      JSON.stringify(Array.from({ length: 10 }, (_, i) => (i % 2 ? `${long(i)}。` : long(i)))),
    )
  })
  await page.goto("/")
  const chips = page.getByRole("button", { name: /^查看：/ })
  await expect(chips.nth(0)).toHaveAccessibleName(`查看：${"灯".repeat(19)}0`)
  await expect(chips.nth(1)).toHaveAccessibleName(`查看：${"灯".repeat(19)}1…`)
  const list = await page
    .getByRole("list")
    .filter({ has: chips })
    .evaluate((element) => ({
      shown: element.clientHeight,
      whole: element.scrollHeight,
      overflow: getComputedStyle(element).overflowY,
    }))
  expect(list.shown).toBeLessThanOrEqual(12 * 16)
  expect(list.whole).toBeGreaterThan(list.shown)
  expect(list.overflow).toBe("auto")
})

test("history that is corrupt, of another shape, or forbidden does not stop the writing @needs-js", async ({
  page,
  context,
}) => {
  for (const corrupt of ["{not json", '{"a":1}', "[1,null,{}]"]) {
    await page.addInitScript((value) => localStorage.setItem("novelHistories", value), corrupt)
    await page.goto("/")
    await expect(page.getByText("还没有生成过小说。")).toBeVisible()
  }

  const forbidden = await context.newPage()
  await forbidden.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("forbidden", "SecurityError")
      },
    })
  })
  await askForNovel(forbidden)
  await untilWritten(forbidden)
  await expect(forbidden.getByRole("button", { name: /^查看：/ })).toHaveCount(1)
})

test("without script the history says what it needs", async ({ page, script }) => {
  test.skip(script, "the sentence is for browsers without script")
  await page.goto("/")
  await expect(page.getByText("最近生成保存在浏览器里，需要启用 JavaScript 才能显示。")).toBeVisible()
})
