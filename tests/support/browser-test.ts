import { test as base, expect } from "@playwright/test"

/** An answer of 4xx is said in the console by the browser itself; the tests look at those on purpose. */
const EXPECTED = /^Failed to load resource: the server responded with a status of 4\d\d/

/** A test that fails on any console error or page error, and knows whether script runs. */
export const test = base.extend<{ script: boolean; problems: string[] }>({
  script: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),
  problems: [
    async ({ context }, use) => {
      const problems: string[] = []
      context.on("console", (message) => {
        if (message.type() === "error" && !EXPECTED.test(message.text())) problems.push(message.text())
      })
      context.on("weberror", (error) => problems.push(String(error.error())))
      await use(problems)
      expect(problems, "console errors and page errors").toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
