// A model may think for minutes before its first word. The reader is told so, and for how long already.
import { expect } from "../../support/browser/browser-test.ts"
import { askForNovel, untilWritten } from "../../support/browser/desk.ts"
import { upstreamTest } from "../../support/browser/upstream-test.ts"

/** Longer than a reader waits for the word. */
const SILENT_MS = 14_000

const test = upstreamTest({ name: "thinks", plan: { silentFor: 1 } }, { silenceMs: SILENT_MS })

test("a reader is told that the model thinks, until it writes", async ({ page }) => {
  await askForNovel(page)
  const word = page.getByText(/^模型正在思考，已等 1\d 秒$/)
  await expect(word).toBeVisible()
  await untilWritten(page)
  await expect(word).toBeHidden()
})
