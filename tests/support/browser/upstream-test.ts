import { type OwnApp, startApp } from "../own-app.ts"
import type { Scenario } from "../upstream/scenarios.ts"
import { type ScriptedUpstream, startScriptedUpstream } from "../upstream/scripted-upstream.ts"
import { test as base } from "./browser-test.ts"

/** Gives the test an app of its own, whose model plays this scenario. */
export function upstreamTest(scenario: Scenario, options?: Parameters<typeof startScriptedUpstream>[1]) {
  return base.extend<{ upstream: ScriptedUpstream; app: OwnApp }>({
    upstream: async ({ browserName: _ }, use) => {
      const upstream = await startScriptedUpstream(scenario, options)
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
}
