// A model may think for minutes before its first word. The reader is told so, and for how long already.
import { test as base, expect } from "../../support/browser/browser-test.ts"
import { askForNovel, untilWritten } from "../../support/browser/desk.ts"
import { type OwnApp, startApp } from "../../support/own-app.ts"
import { type ScriptedUpstream, startScriptedUpstream } from "../../support/upstream/scripted-upstream.ts"

/** Longer than a reader waits for the word. */
const SILENT_MS = 14_000

const test = base.extend<{ upstream: ScriptedUpstream; app: OwnApp }>({
  upstream: async ({ browserName: _ }, use) => {
    const scenario = { name: "thinks", plan: { silentFor: 1 } }
    const upstream = await startScriptedUpstream(scenario, { silenceMs: SILENT_MS })
    await use(upstream)
    await upstream.close()
  },
  app: async ({ upstream }, use) => {
    const app = await startApp({ OPENAI_BASE_URL: upstream.url })
    await use(app)
    await app.stop()
  },
  baseURL: async ({ app }, use) => use(app.origin),
})

test("a reader is told that the model thinks, until it writes", async ({ page }) => {
  await askForNovel(page)
  const word = page.getByText(/^模型正在思考，已等 1\d 秒$/)
  await expect(word).toBeVisible()
  await untilWritten(page)
  await expect(word).toBeHidden()
})
