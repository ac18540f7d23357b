import type { Page } from "@playwright/test"
import { DroppingLine } from "../dropping-line.ts"
import { DEMO_PORT } from "../ports.ts"
import { test as base } from "./browser-test.ts"

/** What React Router tells the browser of the pages' code. */
interface RouteManifest {
  routes: Record<string, { path?: string; module: string; imports?: string[] }>
}

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

/** Waits until the code of the page with this path has come with all that it imports, and works without a line. */
export async function untilPreloaded(page: Page, path: string): Promise<void> {
  await page.waitForFunction((path) => {
    const { __reactRouterManifest: manifest } = window as unknown as { __reactRouterManifest: RouteManifest }
    const route = Object.values(manifest.routes).find((route) => route.path === path)
    // What was only fetched is not a module yet.
    const came = (address: string) =>
      performance
        .getEntriesByName(new URL(address, location.href).href)
        .some((entry) => entry instanceof PerformanceResourceTiming && entry.initiatorType !== "fetch")
    return route && [route.module, ...(route.imports ?? [])].every(came)
  }, path)
}

/** The address of each page's code, by the page's path. */
export async function modulesOf(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const { __reactRouterManifest: manifest } = window as unknown as { __reactRouterManifest: RouteManifest }
    return Object.fromEntries(Object.values(manifest.routes).map(({ path, module }) => [path ?? "", module]))
  })
}
