import type { Page } from "@playwright/test"
import { DroppingLine } from "../dropping-line.ts"
import { DEMO_PORT } from "../ports.ts"
import { test as base } from "./browser-test.ts"

/**
 * Gives the test a line to the demo app that it can cut and mend, and expects the browser's own errors about
 * that.
 */
export const lineTest = base.extend<{ line: DroppingLine }>({
  expected: /net::ERR_|status of [45]\d\d|Failed to fetch dynamically imported module/,
  line: async ({ baseURL: _ }, use) => {
    const line = await DroppingLine.to(DEMO_PORT)
    await use(line)
    line.close()
  },
})

/** Waits until the code that a dialog loads on opening has been prefetched. */
export async function untilPrefetched(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const came = (link: HTMLLinkElement) => performance.getEntriesByName(link.href).length > 0
    const links = [
      ...document.querySelectorAll<HTMLLinkElement>("link:is([rel=modulepreload], [rel=prefetch])"),
    ]
    return links.some(({ rel }) => rel === "prefetch") && links.every(came)
  })
}
