import { expectAccessible, THEMES } from "../support/browser/axe.ts"
import { expect, test } from "../support/browser/browser-test.ts"
import { askForNovel, untilWritten } from "../support/browser/desk.ts"

for (const colorScheme of THEMES) {
  for (const width of [390, 1280]) {
    test(`every screen passes axe, ${colorScheme}, ${width} px @needs-js`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 844 })
      for (const path of ["/", "/login", "/login?tab=register", "/forgot-password", "/profile", "/nowhere"]) {
        await page.goto(path)
        await expectAccessible(page, path, colorScheme)
      }
      await askForNovel(page, { prompt: "  " })
      await expectAccessible(page, "an error at a field", colorScheme)
      await askForNovel(page, { level: /极高/ })
      await expect(page.getByRole("heading", { name: "仅限成年人" })).toBeVisible()
      await expectAccessible(page, "the age confirmation", colorScheme)
      await askForNovel(page, { length: /中篇/ })
      await expect(page.locator("article p").first()).toBeVisible()
      await expectAccessible(page, "writing", colorScheme)
      await untilWritten(page)
      await expectAccessible(page, "finished", colorScheme)
    })
  }
}
