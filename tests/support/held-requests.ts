import type { Page, Request } from "@playwright/test"

interface Held {
  /** The requests that arrived, both held and released. */
  came: Request[]
  release(): void
}

/** Holds a page's requests open, so that a test can look at its busy state without hurry. */
export async function holdRequests(page: Page, address: RegExp, method = "POST"): Promise<Held> {
  const came: Request[] = []
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    if (route.request().method() === method) {
      came.push(route.request())
      await released
    }
    await route.continue()
  })
  return { came, release }
}
