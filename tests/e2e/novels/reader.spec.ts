// A public novel, as its readers read it: settings, chapters, parts and the place where they were.
import type { APIRequestContext, Page } from "@playwright/test"
import { saveNovel, signUp } from "../../support/browser/account.ts"
import { expectAccessible } from "../../support/browser/axe.ts"
import { expect, test } from "../../support/browser/browser-test.ts"

const LINE = "雪夜里，站台上只有一盏灯，车来了一趟，停一分钟，又开走了。"
/** A text of several parts. */
const LONG = Array.from({ length: 200 }, (_, index) => `第${index}盏灯。${LINE.repeat(9)}`).join("\n\n")
const SHORT = Array.from({ length: 40 }, (_, index) => `第${index}盏灯。${LINE.repeat(3)}`).join("\n\n")

async function publish(
  request: APIRequestContext,
  { content = SHORT, chapters = [] as string[], level = 1 } = {},
): Promise<string> {
  await signUp(request)
  const id = await saveNovel(request, { title: "只停一分钟的站", content, isPublic: true, level })
  for (const start of chapters) {
    const form = { intent: "add-section", text: `章${start}`, start }
    expect((await request.post(`/novels/${id}`, { form })).ok()).toBe(true)
  }
  return id
}

/** Chooses a setting; without script, its button applies it. */
async function choose(page: Page, group: string, option: string, script: boolean): Promise<void> {
  const form = page.getByRole("form", { name: "阅读设置" })
  if (!(await form.isVisible())) await page.locator("summary", { hasText: "文" }).click()
  const radio = form.getByRole("group", { name: group }).getByRole("radio", { name: option, exact: true })
  const kept = page.waitForResponse((answer) => answer.url().endsWith("/reading"))
  await radio.check({ force: true })
  if (!script) await form.getByRole("button", { name: "应用" }).click()
  await kept
}

const looks = (page: Page) =>
  page
    .locator(".reading-text p")
    .first()
    .evaluate((paragraph) => {
      const { fontSize, lineHeight, fontFamily, textIndent } = getComputedStyle(paragraph)
      const lines = Math.round((Number.parseFloat(lineHeight) / Number.parseFloat(fontSize)) * 100) / 100
      return { fontSize, lines, fontFamily: fontFamily.split(",")[0], textIndent }
    })

test("settings change how the text looks, and the server keeps them", async ({ page, request, script }) => {
  const id = await publish(request)
  await page.goto(`/shared/${id}`)
  expect(await looks(page)).toMatchObject({ fontSize: "18px", lines: 1.85, textIndent: "36px" })
  for (const [group, option] of [
    ["字号", "特大"],
    ["行距", "松"],
    ["宽度", "窄"],
    ["字体", "黑"],
    ["缩进", "不缩进"],
    ["底色", "夜"],
  ] as const) {
    await choose(page, group, option, script)
  }
  const chosen = { fontSize: "23px", lines: 2.1, fontFamily: '"PingFang SC"', textIndent: "0px" }
  expect(await looks(page)).toEqual(chosen)
  await page.goto(`/shared/${id}`)
  expect(await looks(page)).toEqual(chosen)
  const width = await page.locator("article").evaluate((article) => article.clientWidth)
  expect(width).toBe(560)
  await expect(page.locator("html")).toHaveCSS("color-scheme", "dark")
  // The first byte of the page says so, so that nothing flashes.
  const html = await (await page.request.get(`/shared/${id}`)).text()
  expect(html.slice(0, 400)).toContain('data-theme="night"')
  await page.locator("summary", { hasText: "文" }).click()
  await expect(page.getByRole("radio", { name: "夜" })).toBeChecked()
})

test.describe("on a line that breaks", () => {
  test.use({ expected: /net::ERR_/ })

  test("settings that could not be kept say so, and the next choice keeps them @needs-js", async ({
    page,
    request,
  }) => {
    await page.goto(`/shared/${await publish(request)}`)
    await page.locator("summary", { hasText: "文" }).click()
    const form = page.getByRole("form", { name: "阅读设置" })
    await page.context().setOffline(true)
    await form.getByRole("radio", { name: "特大" }).check({ force: true })
    const problem = form.getByText("这次选的只在这一页有效")
    await expect(problem).toBeVisible()
    await expect(form.getByRole("button", { name: "应用" })).toBeVisible()
    expect(await looks(page)).toMatchObject({ fontSize: "23px" })
    await expectAccessible(page, "settings that were not kept", "light")

    await page.context().setOffline(false)
    await form.getByRole("radio", { name: "松" }).check({ force: true })
    await expect(problem).toBeHidden()
    await page.reload()
    expect(await looks(page)).toMatchObject({ fontSize: "23px", lines: 2.1 })
  })
})

test("in letters twice as large, every choice shows its word whole", async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/shared/${await publish(request)}`)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%"
  })
  await page.locator("summary", { hasText: "文" }).click()
  const words = page.locator(".reading-row span")
  await expect(words.first()).toBeVisible()
  const cut = await words.evaluateAll((all) =>
    all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
  )
  expect(cut).toEqual([])
})

test("settings hold on the author's own page, too", async ({ page, script }) => {
  const id = await publish(page.request)
  await page.goto(`/novels/${id}`)
  await choose(page, "字号", "大", script)
  await expect.poll(() => looks(page)).toMatchObject({ fontSize: "20px" })
  await page.goto(`/shared/${id}`)
  expect(await looks(page)).toMatchObject({ fontSize: "20px" })
  // The rest of the site does not follow.
  await choose(page, "底色", "绿", script)
  await page.goto("/")
  await expect(page.locator("html")).not.toHaveAttribute("data-theme")
})

for (const [name, value] of [
  ["malformed", "%%%"],
  ["markup", Buffer.from(JSON.stringify('"><script>alert(1)</script>')).toString("base64")],
  ["an object", Buffer.from(JSON.stringify({ theme: "night" })).toString("base64")],
] as const) {
  test(`a cookie that is ${name} is the default`, async ({ page, request, baseURL }) => {
    const id = await publish(request)
    await page.context().addCookies([{ name: "reading", value, url: baseURL ?? "" }])
    expect((await page.goto(`/shared/${id}`))?.status()).toBe(200)
    const attributes = await page.locator("html").evaluate((html) => html.getAttributeNames())
    expect(attributes).toEqual(["lang"])
  })
}

test("the settings lead back to this site only", async ({ request }) => {
  for (const [back, place] of [
    ["/shared/x?part=2#novel-text", "/shared/x?part=2#novel-text"],
    ["https://elsewhere.invalid/", "/"],
    ["//elsewhere.invalid/", "/"],
    ["/\t/elsewhere.invalid", "/"],
    ["", "/"],
  ] as const) {
    const answer = await request.post("/reading", { form: { theme: "night", back }, maxRedirects: 0 })
    expect([answer.status(), answer.headers().location]).toEqual([303, place])
  }
  expect((await request.get("/reading")).status()).toBe(405)
})

test("chapters are listed, and lead to their headings", async ({ page, request }) => {
  const id = await publish(request, { chapters: ["第10盏灯", "第30盏灯"] })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/shared/${id}`)
  await page.locator("summary", { hasText: "章节" }).click()
  const list = page.getByRole("navigation", { name: "章节" }).locator("visible=true")
  await expect(list.getByRole("link")).toHaveText([/^开头/, /^章第10盏灯/, /^章第30盏灯/])
  await list.getByRole("link", { name: /^章第30盏灯/ }).click()
  const heading = page.getByRole("heading", { name: "章第30盏灯" })
  await expect(heading).toBeInViewport()
  // Below the bar, not under it.
  expect((await heading.boundingBox())?.y).toBeGreaterThanOrEqual(56)

  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(page.locator(".reader-rail")).toBeVisible()
  await expect(page.locator("summary", { hasText: "章节" })).toBeHidden()
})

test("the list marks the chapter that is being read @needs-js", async ({ page, request }) => {
  const id = await publish(request, { chapters: ["第10盏灯", "第30盏灯"] })
  await page.goto(`/shared/${id}`)
  const current = page.locator(".reader-rail [aria-current]")
  await expect(current).toHaveText(/^开头/)
  await page.locator("#p31").scrollIntoViewIfNeeded()
  await page.locator("#p33").evaluate((paragraph) => paragraph.scrollIntoView())
  await expect(current).toHaveText(/^章第30盏灯/)
})

test("a long text comes in parts, which together hold all of it", async ({ page, request }) => {
  const id = await publish(request, { content: LONG })
  await page.goto(`/shared/${id}`)
  const seen: string[] = []
  for (;;) {
    seen.push(...(await page.locator("#novel-text p").allTextContents()))
    const next = page.getByRole("link", { name: "下一段" })
    if ((await next.count()) === 0) break
    await expect(page.locator('head link[rel="next"]')).toHaveAttribute("href", /\?part=\d+$/)
    await next.click()
    await expect(page.locator(`#p${seen.length}`)).toBeVisible()
  }
  expect(seen).toEqual(LONG.split("\n\n"))
  await expect(page.locator('head link[rel="prev"]')).toHaveCount(1)
  await page.getByRole("link", { name: "上一段" }).click()
  await expect(page.getByRole("link", { name: "下一段" })).toBeVisible()
  // The file holds the whole.
  const file = await (await page.request.get(`/shared/${id}/text`)).text()
  expect(file).toContain(seen.at(-1))
  await page.goto(`/shared/${id}?part=999`)
  await expect(page.locator("#novel-text p").last()).toHaveText(seen.at(-1) ?? "")
})

test("no part of an adult novel comes before the age is confirmed, and then the part asked for", async ({
  page,
  request,
}) => {
  const id = await publish(request, { content: LONG, level: 4 })
  for (const query of ["", "?part=1", "?part=2", "?part=99", "?part=x"]) {
    const body = (await (await page.goto(`/shared/${id}${query}`))?.text()) ?? ""
    for (const secret of ["站台", "盏灯", "只停一分钟"]) expect(body).not.toContain(secret)
  }
  await page.goto(`/shared/${id}?part=2`)
  await page.getByRole("button", { name: "我已年满 18 岁，继续阅读" }).click()
  await expect(page).toHaveURL(`/shared/${id}?part=2`)
  await expect(page.getByText("第 2 段，共").first()).toBeVisible()
})

test("a reader who comes back is offered the place where they were @needs-js", async ({ page, request }) => {
  const id = await publish(request, { content: LONG })
  const place = page.getByRole("link", { name: /^上次读到 \d+%，接着读$/ })
  await page.goto(`/shared/${id}?part=2`)
  await expect(place).toBeHidden()
  const first = Number((await page.locator("#novel-text p").first().getAttribute("id"))?.slice(1))
  await page.locator(`#p${first + 20}`).evaluate((paragraph) => paragraph.scrollIntoView())
  const kept = () => page.evaluate(() => localStorage.getItem("reading-positions"))
  await expect.poll(kept).toContain(id)
  const [[, paragraph] = []] = JSON.parse((await kept()) ?? "[]")
  // The end of the one before may still show below the bar.
  expect([first + 19, first + 20]).toContain(paragraph)
  await page.goto(`/shared/${id}`)
  await place.click()
  await expect(page).toHaveURL(`/shared/${id}?part=2#p${paragraph}`)
  await expect(page.locator(`#p${paragraph}`)).toBeInViewport()
  await expect(place).toBeHidden()

  // A text that was longer then has other paragraphs now.
  const longer = JSON.stringify([[id, paragraph, LONG.length * 2]])
  await page.goto("/shared")
  await page.evaluate((kept) => localStorage.setItem("reading-positions", kept), longer)
  await page.goto(`/shared/${id}`)
  await expect(page.locator("#novel-text")).toBeVisible()
  await expect(place).toBeHidden()
})

test("the line that tells how far a page is read is not for those who want no motion", async ({
  page,
  request,
}) => {
  await page.goto(`/shared/${await publish(request)}`)
  const line = page.locator(".reader-line")
  await page.emulateMedia({ reducedMotion: "no-preference" })
  await expect(line).toHaveCSS("display", "block")
  await page.emulateMedia({ reducedMotion: "reduce" })
  await expect(line).toHaveCSS("display", "none")
})

test("a device remembers nothing of an adult novel, and survives what it kept @needs-js", async ({
  page,
  request,
}) => {
  const id = await publish(request, { level: 4 })
  await page.goto(`/shared/${id}`)
  await page.evaluate(() => localStorage.setItem("reading-positions", '[null,5,["x"],{"a":1}]'))
  await page.getByRole("button", { name: "我已年满 18 岁，继续阅读" }).click()
  await page.locator("#p30").evaluate((paragraph) => paragraph.scrollIntoView())
  await page.reload()
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(id)
  await expect(page.getByRole("link", { name: /上次读到/ })).toBeHidden()
})

test("on paper stand the title, who wrote it, the label and the text, and nothing else", async ({
  page,
  request,
}) => {
  const id = await publish(request, { chapters: ["第10盏灯", "第30盏灯"] })
  await page.goto(`/shared/${id}`)
  await page.emulateMedia({ media: "print" })
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  await expect(page.getByText("作者：未知用户")).toBeVisible()
  await expect(page.getByText("本文由 AI 生成").first()).toBeVisible()
  await expect(page.locator("#p39")).toBeVisible()
  for (const gone of ["header", "nav", "footer", "button", "summary", "a"]) {
    await expect(page.locator(gone).locator("visible=true"), gone).toHaveCount(0)
  }
  const { color, after } = await page
    .locator("#novel-text h2")
    .first()
    .evaluate((heading) => {
      const style = getComputedStyle(heading)
      return { color: style.color, after: style.breakAfter }
    })
  expect([color, after]).toEqual(["rgb(0, 0, 0)", "avoid"])
})

for (const width of [390, 1280]) {
  for (const theme of ["白", "纸", "绿", "夜", "自动"]) {
    test(`the reader passes axe in ${theme}, ${width} px`, async ({ page, request, script }) => {
      const id = await publish(request, { content: LONG, chapters: ["第10盏灯", "第30盏灯"] })
      await page.setViewportSize({ width, height: 844 })
      await page.goto(`/shared/${id}`)
      if (theme !== "自动") await choose(page, "底色", theme, script)
      await page.goto(`/shared/${id}`)
      await expectAccessible(page, theme, "light")
      if (theme === "自动") {
        await page.emulateMedia({ colorScheme: "dark" })
        await expectAccessible(page, "a dark device", "dark")
      }
      await page.locator("summary", { hasText: "文" }).click()
      await expectAccessible(page, `${theme}, settings`, "light")
    })
  }
}
