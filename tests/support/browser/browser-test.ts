import {
  type BrowserContext,
  test as base,
  expect,
  type Page,
  type Request,
  type Response,
} from "@playwright/test"
import { noteTyped } from "./e2e-logs.ts"

/** The browser itself reports answers of 4xx; the tests that cause them check them on purpose. */
const REFUSED = /^Failed to load resource: the server responded with a status of 4\d\d/

/**
 * What the browser reports of an answer that broke off after its data came: React Router used the data, and handles no
 * error of the rest (`decode` of its turbo-stream). A test that loses requests may see this, too.
 */
const BROKE_OFF = "TypeError: network error"
const LOST_REQUEST = "Failed to load resource: net::ERR_INTERNET_DISCONNECTED"

/** The same where the page sent a form again and so gave the rest up. The app's own requests handle this error. */
const GIVEN_UP = "AbortError: BodyStreamBuffer was aborted"

interface Fixtures {
  script: boolean
  expected: RegExp
  problems: string[]
  /** Whether a page that opens is touched at once, so that its script does not rest. */
  touches: boolean
}

/** A test that fails on any console error or page error, and knows whether script runs. */
export const test = base.extend<Fixtures>({
  expected: [REFUSED, { option: true }],
  touches: [true, { option: true }],
  context: async ({ context, touches, javaScriptEnabled }, use) => {
    if (touches && javaScriptEnabled !== false) await touchPages(context)
    await use(context)
  },
  script: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),
  problems: [
    async ({ context, expected }, use) => {
      const problems: string[] = []
      const note = (problem: string) => {
        const isBrokenOff = problem === GIVEN_UP || (problem === BROKE_OFF && expected.test(LOST_REQUEST))
        if (isBrokenOff || expected.test(problem)) return
        problems.push(problem)
      }
      context.on("console", (message) => {
        if (message.type() === "error") note(message.text())
      })
      context.on("weberror", (error) => note(String(error.error())))
      const sent = new Set<string>()
      context.on("request", (request) => {
        for (const value of valuesOf(request)) sent.add(value)
      })
      await use(problems)
      noteTyped([...sent, ...(await cookiesOf(context))])
      expect(problems, "console errors and page errors").toEqual([])
    },
    { auto: true },
  ],
})

/** Whether what a test presses next is answered by script. Some pages have none: they load no module. */
const HYDRATED = "html:is([data-hydrated], :not([data-rests], :has(script[type=module])))"

/** Touches each page as it opens, so that its script does not rest, and waits until that has taken over. */
async function touchPages(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => dispatchEvent(new Event("scroll")))
  })
  const open = context.newPage.bind(context)
  context.newPage = async () => waitingForScript(await open())
}

function waitingForScript(page: Page): Page {
  const { goto, reload } = page
  const hydrated = async (answer: Response | null, options: { waitUntil?: string } = {}) => {
    // Who says how long to wait wants to be there before the script.
    if (options.waitUntil === undefined) await page.locator(HYDRATED).waitFor({ state: "attached" })
    return answer
  }
  page.goto = async (url, options) => hydrated(await goto.call(page, url, options), options)
  page.reload = async (options) => hydrated(await reload.call(page, options), options)
  return page
}

/** Buttons and options whose values the program chose. */
const OWN_VALUES = ["intent", "scope", "reference_encoding", "key"]

/** What a form sends, as far as the browser tells. */
function valuesOf(request: Request): string[] {
  const body = request.postDataBuffer()?.toString("utf8") ?? ""
  if (!body.includes("form-data; name=")) {
    return [...new URLSearchParams(body)].flatMap(([name, value]) => (OWN_VALUES.includes(name) ? [] : value))
  }
  const parts = body.matchAll(
    /form-data; name="([^"]*)"(?:; filename="([^"]*)")?[^\r]*\r\n(?:[^\r]+\r\n)*\r\n([\s\S]*?)\r\n--/g,
  )
  return [...parts].flatMap(([, name = "", file = "", value = ""]) =>
    OWN_VALUES.includes(name) ? [] : [file, value],
  )
}

async function cookiesOf(context: BrowserContext): Promise<string[]> {
  return (await context.cookies()).map(({ value }) => value)
}

export { expect }
