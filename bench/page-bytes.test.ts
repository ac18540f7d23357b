import { type Browser, chromium, type Page } from "playwright"
import { afterAll, beforeAll, expect, test } from "vitest"
import { CHROMIUM_ARGS, findChromium } from "../scripts/chromium.ts"
import { bytesWithout, htmlWithout } from "./page-bytes.ts"

let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_ARGS })
  page = await browser.newPage()
})
afterAll(() => browser.close())

const STORY = "<article><p class=story>雨停了。</p></article>"
const LIST = "<section id=panel-sections><ol><li>第一章</ol></section>"
const FORM = "<form><button value=rename-section></button></form>"
const DATA = "<script>streamController.enqueue('</p>')</script>"

test("what is found is taken out with all that it holds, and the rest stays", async () => {
  const html = await htmlWithout(page, `<main>${LIST}${FORM}</main>`, [{ selector: "ol" }])
  expect(html).toContain('<main><section id="panel-sections"></section><form>')
  expect(html).not.toContain("第一章")
})

test("of the scripts, only the one with the words goes", async () => {
  const html = await htmlWithout(page, `<script>first()</script>${DATA}`, [
    { selector: "script", holding: "enqueue" },
  ])
  expect(html).toContain("first()")
  expect(html).not.toContain("enqueue")
})

test("an author's page is measured as it is, without each piece and without all but the story", async () => {
  const bytes = await bytesWithout(page, `${STORY}${LIST}<div id=sections>${FORM}</div>${DATA}`)
  const whole = bytes["without nothing"] ?? 0
  const parts = Object.entries(bytes).filter(([name]) => !/sent|nothing/.test(name))
  expect(parts.map(([name]) => name)).toEqual([
    "without its story",
    "without the forms of its sections",
    "without the data for its script",
    "without its list of sections",
    "without all but its story",
  ])
  for (const [, part] of parts) expect(part).toBeLessThan(whole)
})

test.each([
  ["its story", LIST + FORM + DATA, "article .story"],
  ["the forms of its sections", STORY + LIST + DATA, "rename-section"],
  ["the data for its script", `${STORY}${LIST}<div id=sections>${FORM}</div>`, "streamController.enqueue"],
  ["its list of sections", `${STORY}<div id=sections>${FORM}</div>${DATA}`, "#panel-sections > ol"],
])("a page without %s is not measured", async (_, html, missing) => {
  await expect(bytesWithout(page, html)).rejects.toThrow(missing)
})
