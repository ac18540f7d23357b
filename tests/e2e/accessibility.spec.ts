import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { expect, test } from "../support/browser/browser-test.ts"
import { askForNovel, untilWritten } from "../support/browser/desk.ts"

async function expectAccessible(page: Page, screen: string) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(" ")}`)
  expect(found, screen).toEqual([])
}

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [390, 1280]) {
    test(`every screen passes axe, ${colorScheme}, ${width} px @needs-js`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 844 })
      for (const path of ["/", "/login", "/login?tab=register", "/forgot-password", "/profile", "/nowhere"]) {
        await page.goto(path)
        await expectAccessible(page, path)
      }
      await askForNovel(page, { prompt: "  " })
      await expectAccessible(page, "an error at a field")
      await askForNovel(page, { level: /极高/ })
      await expect(page.getByRole("heading", { name: "仅限成年人" })).toBeVisible()
      await expectAccessible(page, "the age confirmation")
      await askForNovel(page, { length: /中篇/ })
      await expect(page.locator("article p").first()).toBeVisible()
      await expectAccessible(page, "writing")
      await untilWritten(page)
      await expectAccessible(page, "finished")
    })
  }
}
