// A refused paragraph disappears while the reader watches; the text before it stays, and one press continues.
import { test as base, expect } from "../../support/browser/browser-test.ts"
import {
  askForNovel,
  backToDesk,
  pressForMore,
  shownStory,
  untilWritten,
} from "../../support/browser/desk.ts"
import { type OwnApp, startApp } from "../../support/own-app.ts"
import { MARKS } from "../../support/upstream/scripted-moderation.ts"
import { type ScriptedUpstream, startScriptedUpstream } from "../../support/upstream/scripted-upstream.ts"

const CALM = ["雨停的时候，修表匠听见怀表里有人说话。", "他把灯拧亮了一点，表盖上的水珠慢慢滑下来。"]
const LAMP = `墙上的${MARKS.minors}亮着。`
const AFTER = "门外的脚步声远了，街上又只剩下屋檐滴水的声音，他把表放回抽屉里，坐下来等天亮。"

const test = base.extend<{ upstream: ScriptedUpstream; app: OwnApp }>({
  upstream: async ({ browserName: _ }, use) => {
    const text = `${[...CALM, LAMP, AFTER].join("\n")}\n`
    const upstream = await startScriptedUpstream({ name: "withdrawn", beats: [{ text }, {}] })
    // The request is moderated at once; paragraphs wait until the test releases them.
    Object.assign(upstream.moderation, { manner: "held", wellBefore: 1 })
    await use(upstream)
    await upstream.close()
  },
  app: async ({ upstream }, use) => {
    const app = await startApp({ OPENAI_BASE_URL: upstream.url, MODERATION_MODEL: "scripted" })
    await use(app)
    await app.stop()
  },
  baseURL: async ({ app }, use) => use(app.origin),
})

test("a paragraph that the classifier refuses disappears before the reader's eyes", async ({
  page,
  script,
  upstream,
}) => {
  await askForNovel(page)
  await expect(page.getByText(LAMP)).toBeVisible()
  upstream.moderation.release()

  await expect(
    page.getByText(/这一段触及任何级别都不写的内容.*已撤回，前面的正文都已保留/).first(),
  ).toBeVisible()
  await expect(page.getByText(LAMP)).toBeHidden()
  await expect.poll(() => shownStory(page)).toBe(CALM.join("\n"))
  await backToDesk(page, script)
  await expect.poll(() => shownStory(page)).toBe(CALM.join("\n"))
  await page.reload()
  await expect.poll(() => shownStory(page)).toBe(CALM.join("\n"))

  await pressForMore(page, "继续生成")
  await untilWritten(page)
  expect((await shownStory(page)).startsWith(CALM.join("\n"))).toBe(true)
  await expect(page.getByText(LAMP)).toBeHidden()
})
