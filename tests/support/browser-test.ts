import { test as base, expect } from "@playwright/test"

/** The browser itself says answers of 4xx and lost connections; tests that cause them look at them on purpose. */
const EXPECTED =
  /^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_(INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE|CONNECTION_RE(SET|FUSED)))/

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
