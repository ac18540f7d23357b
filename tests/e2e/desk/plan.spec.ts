// A plan takes a model up to a minute. The reader sees it grow, and it folds when the text begins.
import { expect } from "../../support/browser/browser-test.ts"
import { askForNovel, untilWriting, untilWritten } from "../../support/browser/desk.ts"
import { upstreamTest } from "../../support/browser/upstream-test.ts"

const CARD = "他想再拖一个月｜量房的人不肯走｜他说出父亲的名字｜他递还尺子｜1000"
const PLAN = `书名｜渡口的灯
人物｜陈守时｜五十二岁，修表匠｜留住铺子
节｜清早的铺子｜${CARD}
节｜傍晚的渡船｜${CARD}
`

const test = upstreamTest({
  name: "plans-slowly",
  plan: { text: PLAN, charactersPerSecond: 25, charactersPerFrame: 1 },
})

test("a reader sees the plan grow until there is text", async ({ page, script }) => {
  const asked = askForNovel(page)
  const line = (text: string) => page.getByRole("listitem").filter({ hasText: text })
  await expect(line("人物：陈守时；五十二岁，修表匠；留住铺子")).toBeVisible()
  await expect(line("题名：《渡口的灯》")).toBeVisible()
  await expect(line("傍晚的渡船")).toHaveCount(0)
  await expect(line("清早的铺子")).toBeVisible()
  await asked
  await untilWriting(page, script)
  // The people fold away, and the beats go on in the bar.
  await expect(line("人物：陈守时")).toBeHidden()
  await untilWritten(page)
})

test("a reader that reloads the page has all lines so far", async ({ page }) => {
  const asked = askForNovel(page)
  const person = page.getByRole("listitem").filter({ hasText: "陈守时" })
  await expect(person).toBeVisible()
  await page.reload({ waitUntil: "commit" })
  await expect(person).toBeVisible()
  await asked.catch(() => {})
  await page.getByRole("button", { name: "停止" }).click()
  await expect(page.getByText("已停止，还没有写出正文。").first()).toBeVisible()
  await expect(person).toBeHidden()
})
