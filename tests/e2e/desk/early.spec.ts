// The first part begins beside the plan: there is text while cards still come, and nothing of it moves.
import { expect } from "../../support/browser/browser-test.ts"
import { askForNovel, untilWriting, untilWritten } from "../../support/browser/desk.ts"
import { upstreamTest } from "../../support/browser/upstream-test.ts"

const CARD = "他想再拖一个月｜量房的人不肯走｜他说出父亲的名字｜他递还尺子｜1200"
const PLAN = `书名｜渡口的灯
人物｜陈守时｜五十二岁，修表匠｜留住铺子
${["清早的铺子", "傍晚的渡船", "拆房前夜", "雨后的码头", "开春以后"].map((where) => `节｜${where}｜${CARD}`).join("\n")}
`

const test = upstreamTest({
  name: "plans-slowly-on",
  plan: { text: PLAN, charactersPerSecond: 25, charactersPerFrame: 1 },
})

test("there is text while the plan goes on, and the whole plan afterwards", async ({ page, script }) => {
  const asked = askForNovel(page, { length: /^长篇/ })
  await untilWriting(page, script)
  // The first paragraph is whole when the second one has begun.
  await expect(page.locator("article p").nth(1)).toBeVisible()
  const first = await page.locator("article p").first().textContent()
  await expect(page.getByText(/还在往下列/)).toBeVisible()
  await expect(page.getByRole("listitem").filter({ hasText: "开春以后" })).toHaveCount(0)
  await asked
  await untilWritten(page)
  await expect(page.locator("article p").first()).toHaveText(first ?? "")
  if (script) return
  await page.getByText("提纲", { exact: true }).locator("visible=true").click()
  await expect(page.getByRole("listitem").filter({ hasText: "开春以后" })).toBeVisible()
})
