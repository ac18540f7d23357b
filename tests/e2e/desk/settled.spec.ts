// What a visitor is about to press stays where it is when the script of a page arrives.
import type { Page } from "@playwright/test"
import { signUp } from "../../support/browser/account.ts"
import { expect, test } from "../../support/browser/browser-test.ts"

test("nothing moves under a finger when script arrives, also below a notice @needs-js", async ({ page }) => {
  await signUp(page.request)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    const letScriptIn = await holdScripts(page)
    await page.goto("/", { waitUntil: "domcontentloaded" })
    const before = await placesIn(page)
    await letScriptIn()
    expect(await placesIn(page)).toEqual(before)

    const letItIn = await holdScripts(page)
    await page.goto("/profile", { waitUntil: "commit" })
    await page.getByLabel("昵称").fill("灯下")
    await page.getByRole("button", { name: "保存" }).click()
    await expect(page.getByText("个人资料已更新")).toBeInViewport()
    const placed = await placesIn(page)
    await letItIn()
    await expect(page.getByText("个人资料已更新").locator("visible=true")).toBeInViewport()
    expect(await placesIn(page)).toEqual(placed)
  }
})

/** Keeps the page without its script, until the returned function is called. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  await page.route("**/assets/*.js", async (route) => {
    await held.promise
    await route.continue()
  })
  return async () => {
    held.resolve()
    await expect(page.locator("html[data-hydrated]")).toBeAttached()
    await page.unrouteAll({ behavior: "wait" })
  }
}

/** Where the form's buttons and fields stand. */
function placesIn(page: Page): Promise<string[]> {
  return page
    .locator("main form :is(button, textarea, input[type=text], fieldset)")
    .locator("visible=true")
    .evaluateAll((controls) =>
      controls
        .filter((control) => !control.closest("#reference > *"))
        .map((control) => {
          const { top, left } = control.getBoundingClientRect()
          return `${control.tagName} ${control.getAttribute("name")} ${Math.round(left)} ${Math.round(top)}`
        }),
    )
}
