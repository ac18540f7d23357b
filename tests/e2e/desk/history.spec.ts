import { expectNotice, STORY, signUp } from "../../support/browser/account.ts"
import { expect, test } from "../../support/browser/browser-test.ts"
import {
  askForNovel,
  PROMPT,
  pressForMore,
  shownStory,
  untilNext,
  untilWriting,
  untilWritten,
} from "../../support/browser/desk.ts"
import { PASSWORD } from "../../support/session-visitor.ts"

test("the device keeps its novels, which can be shown again, continued and deleted @needs-js", async ({
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
  await expect.poll(() => shownStory(page)).toBe(story)

  // Its own description came with it, so nothing has to be typed.
  await expect(page.getByLabel("描述你想要的小说")).toBeHidden()
  await expect(page.getByLabel("描述你想要的小说")).toHaveValue(PROMPT)
  await pressForMore(page, "继续生成")
  await untilWritten(page)
  expect((await shownStory(page)).startsWith(story)).toBe(true)

  await page
    .getByRole("button", { name: /^删除：/ })
    .last()
    .click()
  await expect(page.getByText("已从历史记录中移除")).toBeVisible()
  await expect(page.getByRole("button", { name: /^查看：/ })).toHaveCount(1)
  // The other one is shown, and goes from the page, too.
  await expect(page.locator("article")).toHaveCount(1)
  await page.getByRole("button", { name: /^删除：/ }).click()
  await expect(page.locator("article")).toHaveCount(0)
  await expect(page).toHaveURL("/")
})

test("deleting the shown novel does not take back a press on 继续生成 @needs-js", async ({ page }) => {
  await askForNovel(page)
  await untilWritten(page)
  const former = page.url()
  const release = Promise.withResolvers<void>()
  await page.route("**/*", async (route) => {
    if (route.request().method() === "POST") await release.promise
    await route.continue()
  })
  await page.getByRole("button", { name: "继续生成" }).click()
  await expect(page.getByRole("button", { name: "正在生成，请稍候…" })).toBeVisible()
  await page.getByRole("button", { name: /^删除：/ }).click()
  await expect(page.getByText("已从历史记录中移除")).toBeVisible()
  release.resolve()
  await untilNext(page, former)
  await untilWritten(page)
  await expect(page.getByRole("button", { name: /^查看：/ })).toHaveCount(1)
})

test("keeps ten entries, newest first @needs-js", async ({ page }) => {
  await page.addInitScript(() => {
    if (localStorage.getItem("novelHistories")) return
    localStorage.setItem("novelHistories", JSON.stringify(Array.from({ length: 14 }, (_, i) => `第${i}篇`)))
  })
  await page.goto("/")
  await expect(page.getByRole("button", { name: /^查看：/ })).toHaveCount(10)
  await expect(page.getByRole("button", { name: /^查看：/ }).first()).toHaveAccessibleName("查看：第0篇")
})

test("entries show their first 20 characters and scroll above 12rem @needs-js", async ({ page }) => {
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

test("a corrupt, foreign or forbidden history does not stop the writing @needs-js", async ({
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

test("finds two novels that are written at once, during the writing and after @needs-js", async ({
  page,
}) => {
  await askForNovel(page, { prompt: "渡口的老船夫", length: /长篇/ })
  await untilWriting(page, true)
  const first = new URL(page.url()).searchParams.get("generation")
  await page.getByRole("link", { name: "首页" }).click()
  await expect(page.getByText("有一篇还在写：「渡口的老船夫」")).toBeVisible()
  await askForNovel(page, { prompt: "山里的邮差" })
  await untilWriting(page, true)
  const second = new URL(page.url()).searchParams.get("generation")
  expect(second).not.toBe(first)

  const chips = page.getByRole("button", { name: /^查看：/ })
  await expect(chips).toHaveCount(2)
  await expect(chips.first()).toHaveAttribute("aria-current", "true")
  await chips.nth(1).click()
  await page.waitForURL(({ searchParams }) => searchParams.get("generation") === first)
  await expect(chips.nth(1)).toHaveAttribute("aria-current", "true")
  await untilWritten(page)
  const whole = await shownStory(page)

  await page.goto("/")
  await expect(chips).toHaveCount(2)
  await expect(chips.filter({ hasText: "正在写" })).toHaveCount(0)
  const texts: string[] = await page.evaluate(() =>
    JSON.parse(localStorage.getItem("novelHistories") ?? "[]"),
  )
  expect(texts).toHaveLength(2)
  await chips.nth(1).click()
  await expect.poll(() => shownStory(page)).toBe(whole)
  expect(texts[1]?.replace(/\s/g, "")).toBe(whole.replace(/\s/g, ""))
})

test("has the whole text of a novel that ended while no page was open @needs-js", async ({ page }) => {
  await askForNovel(page)
  await untilWriting(page, true)
  const id = new URL(page.url()).searchParams.get("generation")
  await page.goto("about:blank")
  const read = async () => {
    const headers = { Accept: "application/json" }
    return (await page.request.get(`/generations/${id}/text`, { headers })).json()
  }
  await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe("done")
  await page.goto("/")
  const chip = page.getByRole("button", { name: /^查看：/ })
  await expect(chip).toHaveCount(1)
  await expect(chip).not.toContainText("正在写")
  await chip.click()
  const { text } = await read()
  await expect.poll(async () => (await shownStory(page)).replace(/\s/g, "")).toBe(text.replace(/\s/g, ""))
})

test("viewing an entry does not bring it back once newer ones have replaced it @needs-js", async ({
  page,
}) => {
  await page.addInitScript(() => {
    if (!localStorage.getItem("novelHistories"))
      localStorage.setItem("novelHistories", JSON.stringify(["很久以前写下的一篇，说的是桥头的灯。"]))
  })
  await page.goto("/")
  await page.getByRole("button", { name: /^查看：/ }).click()
  await page.getByLabel("描述你想要的小说").fill("渡口的老船夫")
  await page.getByRole("button", { name: "继续生成" }).click()
  await page.waitForURL(/generation=/)
  await untilWriting(page, true)
  await page.getByRole("link", { name: "首页" }).click()
  await expect(page.getByRole("link", { name: "回到上一次生成" })).toBeVisible()
  await expect(page.locator("article")).toHaveCount(0)
})

test("an entry's chip scrolls to its text, is marked, and removes the text when it is deleted @needs-js", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(() => {
    const texts = ["第一篇，桥头的灯。", "第二篇，河边的灯。"]
    if (!localStorage.getItem("novelHistories")) localStorage.setItem("novelHistories", JSON.stringify(texts))
  })
  await page.goto("/")
  const chip = page.getByRole("button", { name: "查看：第一篇" })
  await chip.click()
  await expect(page.locator("article p")).toHaveText("第一篇，桥头的灯。")
  await expect(page.locator("article p")).toBeInViewport()
  await expect(page.getByRole("region", { name: "正文" })).toBeFocused()
  await expect(chip).toHaveAttribute("aria-current", "true")
  await expect(page.getByRole("button", { name: "查看：第二篇" })).toHaveAttribute("aria-current", "false")

  await page.getByRole("button", { name: "删除：第一篇" }).click()
  await expect(page.getByText("正在查看最近生成的一篇。")).toHaveCount(0)
  await expect(page.locator("article")).toHaveCount(0)
  await page.getByRole("button", { name: "撤销删除" }).click()
  await expect(page.getByRole("button", { name: /^查看：/ })).toHaveCount(2)
  const texts = await page.evaluate(() => JSON.parse(localStorage.getItem("novelHistories") ?? "[]"))
  expect(texts).toEqual(["第一篇，桥头的灯。", "第二篇，河边的灯。"])
})

test("shows a text that another tab stores only together with its details @needs-js", async ({ page }) => {
  await askForNovel(page)
  await untilWritten(page)
  const other = await page.context().newPage()
  await other.goto("/login")
  const chips = page.getByRole("button", { name: /^查看：/ })
  const heard = page.evaluate(
    () => new Promise((done) => addEventListener("storage", () => setTimeout(done))),
  )
  await other.evaluate((text) => {
    const texts = JSON.parse(localStorage.getItem("novelHistories") ?? "[]")
    localStorage.setItem("novelHistories", JSON.stringify([text, ...texts]))
  }, STORY)
  await heard
  await expect(chips).toHaveCount(1)

  await other.evaluate((text) => {
    const details = JSON.parse(localStorage.getItem("novelHistoryDetails") ?? "[]")
    const added = { id: null, level: 1, status: "done", prompt: "", startedAt: null, length: text.length }
    localStorage.setItem("novelHistoryDetails", JSON.stringify([added, ...details]))
  }, STORY)
  await expect(chips).toHaveCount(2)
})

test("logging out hides the account's texts and logging in brings them back, except deleted ones @needs-js", async ({
  page,
}) => {
  const email = await signUp(page.request)
  const chips = page.getByRole("button", { name: /^查看：/ })
  for (const prompt of ["渡口的老船夫", "山里的邮差"]) {
    await askForNovel(page, { prompt })
    await untilWritten(page)
  }
  await expect(chips).toHaveCount(2)
  const story = await shownStory(page)
  await page
    .getByRole("button", { name: /^删除：/ })
    .last()
    .click()
  await expect(chips).toHaveCount(1)
  // A second page of the account that is open meanwhile.
  const other = await page.context().newPage()
  await other.goto("/")
  await expect(other.getByRole("button", { name: /^查看：/ })).toHaveCount(1)

  await page.getByLabel("用户菜单").click()
  await page.getByRole("button", { name: "退出登录" }).click()
  await expectNotice(page, "已退出登录")
  await expect(chips).toHaveCount(0)
  await expect(other.getByRole("button", { name: /^查看：/ })).toHaveCount(0)
  await signUp(page.request)
  await page.goto("/")
  await expect(page.getByText("还没有生成过小说。")).toBeVisible()

  await page.request.post("/login", { form: { intent: "login", email, password: PASSWORD } })
  await page.goto("/")
  await expect(chips).toHaveCount(1)
  await expect(chips).not.toContainText("正在写")
  await chips.click()
  await expect.poll(() => shownStory(page)).toBe(story)
  await other.getByRole("link", { name: "首页" }).click()
  await expect(other.getByRole("button", { name: /^查看：/ })).toHaveCount(1)
})

test("a text that is being written when another tab logs out does not return to the list @needs-js", async ({
  page,
}) => {
  await signUp(page.request)
  await askForNovel(page)
  await untilWriting(page, true)
  const other = await page.context().newPage()
  await other.goto("/")
  await expect(other.getByRole("button", { name: /^查看：/ })).toHaveCount(1)
  await other.getByLabel("用户菜单").click()
  await other.getByRole("button", { name: "退出登录" }).click()
  await expectNotice(other, "已退出登录")
  // Longer than a page takes to store what it shows.
  await page.waitForTimeout(5_000)
  await page.goto("about:blank")
  await other.reload()
  await expect(other.getByText("还没有生成过小说。")).toBeVisible()
})

test("a text that was stored again before its tab heard of a logout elsewhere goes as well @needs-js", async ({
  page,
}) => {
  await askForNovel(page)
  await untilWritten(page)
  await page.goto("/")
  await expect(page.getByRole("button", { name: /^查看：/ })).toHaveCount(1)
  // What the other tab does last.
  const other = await page.context().newPage()
  await other.goto("/login")
  await other.evaluate(() => localStorage.setItem("novelHistoryRecorded", "[]"))
  await expect(page.getByText("还没有生成过小说。")).toBeVisible()
  // Another tab's process learns of a change a moment later.
  await expect.poll(() => other.evaluate(() => localStorage.getItem("novelHistories"))).toBe("[]")
})

for (const [what, keepsDetails] of [
  ["with its details", true],
  ["parted from its details", false],
] as const) {
  test(`a text that another tab stores again after a logout goes, ${what} @needs-js`, async ({ page }) => {
    await signUp(page.request)
    await askForNovel(page)
    await untilWritten(page)
    // A tab that has not heard of the logout, and never will.
    const other = await page.context().newPage()
    await other.route("/stale-tab", (route) => route.fulfill({ contentType: "text/html", body: "" }))
    await other.goto("/stale-tab")
    const stored = () =>
      other.evaluate(() => ["novelHistories", "novelHistoryDetails"].map((key) => localStorage.getItem(key)))
    const [texts, details] = await stored()
    await page.getByLabel("用户菜单").click()
    await page.getByRole("button", { name: "退出登录" }).click()
    await expect(page.getByText("还没有生成过小说。")).toBeVisible()
    await expect.poll(stored).toEqual(["[]", "[]"])
    await other.evaluate(
      ([texts, details]) => {
        localStorage.setItem("novelHistories", texts ?? "")
        localStorage.setItem("novelHistoryDetails", details ?? "")
      },
      [texts, keepsDetails ? details : "[]"],
    )
    await expect.poll(stored).toEqual(["[]", "[]"])
    await expect(page.getByText("还没有生成过小说。")).toBeVisible()
  })
}

test("a visitor without script finds their unfinished novels, and nobody else's", async ({
  page,
  script,
  browser,
  baseURL,
}) => {
  test.skip(script, "with script the device itself remembers")
  for (const prompt of ["渡口的老船夫", "山里的邮差"]) {
    await askForNovel(page, { prompt, length: /^超长/ })
    await untilWriting(page, script)
  }
  await page.goto("/")
  const list = page.getByRole("region", { name: "最近生成" })
  await expect(list.getByRole("link")).toHaveText([/^正在写 山里的邮差/, /^正在写 渡口的老船夫/])
  await expect(list.getByText("还没有生成过小说。")).toHaveCount(0)
  await list.getByRole("link", { name: "渡口的老船夫" }).click({ noWaitAfter: true })
  await untilWriting(page, script)

  const stranger = await browser.newContext({ baseURL })
  expect(await (await stranger.request.get("/")).text()).not.toContain("渡口的老船夫")
  await stranger.close()
})

test("a visitor without script finds their ended novel", async ({ page, script }) => {
  test.skip(script, "with script the device itself remembers")
  await askForNovel(page, { prompt: "渡口的老船夫" })
  await untilWritten(page)
  const story = await shownStory(page)
  await page.goto("/")
  const novel = page.getByRole("region", { name: "最近生成" }).getByRole("link")
  await expect(novel).toHaveText(/^渡口的老船夫/)
  await novel.click()
  await expect.poll(() => shownStory(page)).toBe(story)
})

test("does not claim an empty history while the script never arrives", async ({ page }) => {
  await page.route("**/assets/*.js", () => {}) // requested, never answered
  await page.goto("/", { waitUntil: "commit" })
  await expect(page.getByRole("heading", { name: "最近生成" })).toBeVisible()
  await expect(page.getByText("还没有生成过小说。").locator("visible=true")).toHaveCount(0)
})

test("without script the history says that it needs script", async ({ page, script }) => {
  test.skip(script, "the sentence is for browsers without script")
  await page.goto("/")
  await expect(page.getByText("最近生成保存在浏览器里，需要启用 JavaScript 才能显示。")).toBeVisible()
})

test("keeps what is stored when the device is full, and says what is not @needs-js", async ({ page }) => {
  const former = "很久以前写下的一篇，说的是桥头的灯。"
  await page.goto("/")
  await page.evaluate((text) => {
    localStorage.setItem("novelHistories", JSON.stringify([text]))
    for (let units = 1 << 22; units >= 1 << 8; ) {
      try {
        localStorage.setItem(`other-${localStorage.length}`, "x".repeat(units))
      } catch {
        units >>= 1
      }
    }
  }, former)
  await askForNovel(page)
  await untilWritten(page)
  await expect(page.getByText("这台设备存不下了，有 1 篇没有存全")).toBeVisible()
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem("novelHistories") ?? "[]"))
  expect(stored).toEqual([former])
  await expect(page.getByRole("button", { name: /^查看：/ })).toHaveCount(2)
})
