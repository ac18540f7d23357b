import type { Page } from "@playwright/test"
import { DroppingLine } from "../dropping-line.ts"
import { DEMO_PORT } from "../ports.ts"
import { test as base } from "./browser-test.ts"

/** With a line to the demo app that the test can cut and mend; what a browser says of that is expected. */
export const lineTest = base.extend<{ line: DroppingLine }>({
  expected: /net::ERR_|status of [45]\d\d|Failed to fetch dynamically imported module/,
  line: async ({ baseURL: _ }, use) => {
    const line = await DroppingLine.to(DEMO_PORT)
    await use(line)
    line.close()
  },
})

/** Until the code that a dialog asks for when it opens has come. */
export async function untilPrefetched(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const came = (link: HTMLLinkElement) => performance.getEntriesByName(link.href).length > 0
    const links = [
      ...document.querySelectorAll<HTMLLinkElement>("link:is([rel=modulepreload], [rel=prefetch])"),
    ]
    return links.some(({ rel }) => rel === "prefetch") && links.every(came)
  })
}
