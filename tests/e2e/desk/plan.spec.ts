// A plan takes a model up to a minute. The reader sees it grow, and it folds when the text begins.
import { expect } from "../../support/browser/browser-test.ts"
import { askForNovel, unfoldForm, untilWriting, untilWritten } from "../../support/browser/desk.ts"
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

/** The person is there at once, and no text for as long as a test needs. */
const slower = upstreamTest({
  name: "plans-more-slowly",
  plan: { text: PLAN, slowsAfter: PLAN.indexOf("节｜"), charactersPerSecond: 2, charactersPerFrame: 1 },
})

slower.describe("while the line is lost", () => {
  slower.use({ expected: /net::ERR_/ })

  slower(
    "nothing turns as if something came, and the words are a warning @needs-js",
    async ({ page, context }) => {
      await askForNovel(page)
      const turning = page.locator(".desk [class*=animate-spin]:visible")
      // The form folds as the button comes.
      await expect(page.getByRole("button", { name: "停止" })).toBeVisible()
      await unfoldForm(page)
      await expect(page.locator("form").getByRole("button", { name: "正在生成，请稍候…" })).toBeVisible()
      await expect(turning).toHaveCount(2)
      await context.setOffline(true)
      const words = page.getByText("连接中断，正在重连…")
      await expect(words).toBeVisible()
      await expect(turning).toHaveCount(0)
      const border = () => words.evaluate((element) => getComputedStyle(element).borderTopColor)
      await expect.poll(async () => isRed(await border())).toBe(true)

      await context.setOffline(false)
      await expect(page.getByText("已恢复")).toBeVisible()
      await expect(turning).toHaveCount(2)
      await page.getByRole("button", { name: "停止" }).click()
    },
  )
})

function isRed(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = colour.match(/[\d.]+/g)?.map(Number) ?? []
  return red > 1.5 * green && red > 1.5 * blue
}

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

slower("a reader that reloads the page has all lines so far", async ({ page, script }) => {
  const asked = askForNovel(page)
  const person = page.getByRole("listitem").filter({ hasText: "陈守时" })
  // The home page redirects there, and may show the plan before: a reload would meet the redirect.
  if (!script) await page.waitForURL(/\/live$/, { waitUntil: "commit" })
  await expect(person).toBeVisible()
  await page.reload({ waitUntil: "commit" })
  await expect(person).toBeVisible()
  await asked.catch(() => {})
  await page.getByRole("button", { name: "停止" }).click()
  await expect(page.getByText("已停止，还没有写出正文。").first()).toBeVisible()
  await expect(person).toBeHidden()
})
