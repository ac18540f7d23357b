// A generation that fails before its first word leaves no empty page behind: the page says so, and one press
// tries again.
import { expect } from "../../support/browser/browser-test.ts"
import { askForNovel, backToDesk, PROMPT, untilWritten } from "../../support/browser/desk.ts"
import { untilPreloaded } from "../../support/browser/line-test.ts"
import { upstreamTest } from "../../support/browser/upstream-test.ts"

const FAILED = "生成失败：这一次没有写出正文。"

const test = upstreamTest({ name: "no word", beats: [{ status: 401 }, {}] }).extend({ expected: /net::ERR_/ })

test("one press retries a generation that failed without a word, also after a lost line", async ({
  page,
  context,
  script,
}) => {
  await askForNovel(page)
  await expect(page.getByText(FAILED)).toBeVisible()
  if (!script) {
    // It may have failed before the growing page was requested.
    const id = /[\w-]{22}/.exec(page.url())?.[0]
    await page.goto(`/generations/${id}/live`)
    await backToDesk(page, script)
    await expect(page.getByLabel("描述你想要的小说")).toBeVisible()
  }
  await expect(page.locator("article")).toHaveCount(0)
  const panel = page.getByRole("region", { name: "正文" })
  await expect(panel.getByRole("button")).toHaveText(["再试一次"])
  await expect(page.getByLabel("描述你想要的小说")).toHaveValue(PROMPT)

  if (script) {
    await untilPreloaded(page, "generations/:id/rewrite")
    await context.setOffline(true)
    await panel.getByRole("button", { name: "再试一次" }).click()
    await expect(page.getByText(/没有连上服务器，这次没有提交/)).toBeInViewport()
    await expect(page.getByText(FAILED)).toBeVisible()
    await expect(page.getByLabel("描述你想要的小说")).toHaveValue(PROMPT)
    await context.setOffline(false)
  }
  await panel.getByRole("button", { name: "再试一次" }).click()
  await untilWritten(page)
})
