import { expect, test } from "../../support/browser/browser-test.ts"
import {
  askForNovel,
  backToDesk,
  characters,
  pressForMore,
  shownStory,
  untilWritten,
} from "../../support/browser/desk.ts"
import { MODEL_PORT } from "../../support/ports.ts"

test.use({ baseURL: `http://localhost:${MODEL_PORT}` })

for (const [length, target] of [
  [/短篇/, 2_000],
  [/超长/, 10_000],
] as const) {
  test(`a model over HTTP writes about ${target} characters, and continues`, async ({ page, script }) => {
    await askForNovel(page, { length })
    await untilWritten(page)
    await expect(page.getByText("演示模式：尚未配置写作模型")).toHaveCount(0)
    const story = await shownStory(page)
    expect(characters(story)).toBeGreaterThanOrEqual(target * 0.92)
    expect(characters(story)).toBeLessThanOrEqual(target * 1.08)

    await backToDesk(page, script)
    await pressForMore(page, "继续生成")
    await untilWritten(page)
    expect((await shownStory(page)).startsWith(story)).toBe(true)
  })
}
