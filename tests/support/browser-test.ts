import { test as base, expect } from "@playwright/test"

/** The browser itself says answers of 4xx; the tests that cause them look at them on purpose. */
const REFUSED = /^Failed to load resource: the server responded with a status of 4\d\d/

/** A test that fails on any console error or page error, and knows whether script runs. */
export const test = base.extend<{ script: boolean; expected: RegExp; problems: string[] }>({
  expected: [REFUSED, { option: true }],
  script: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),
  problems: [
    async ({ context, expected }, use) => {
      const problems: string[] = []
      const note = (problem: string) => {
        if (!expected.test(problem)) problems.push(problem)
      }
      context.on("console", (message) => {
        if (message.type() === "error") note(message.text())
      })
      context.on("weberror", (error) => note(String(error.error())))
      await use(problems)
      expect(problems, "console errors and page errors").toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
