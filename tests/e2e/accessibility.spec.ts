import { saveNovel, signUp } from "../support/browser/account.ts"
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

const LINE = "雪夜里，站台上只有一盏灯，车来了一趟，停一分钟，又开走了。"
const LONG = Array.from({ length: 200 }, (_, nth) => `第${nth}盏灯。${LINE.repeat(9)}`).join("\n\n")

for (const colorScheme of THEMES) {
  for (const width of [360, 768]) {
    test(`every screen of reading and sharing passes axe, ${colorScheme}, ${width} px @needs-js`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 844 })
      await signUp(page.request)
      const id = await saveNovel(page.request, { title: "只停一分钟的站", content: LONG, isPublic: true })
      const about = { intent: "author", is_open: "on", about: "写站台、雪和灯。" }
      expect((await page.request.post("/profile", { form: about })).ok()).toBe(true)
      for (const path of [
        `/shared/${id}?part=2`,
        `/novels/${id}?part=2`,
        "/my-novels/import",
        "/offline",
        "/profile",
      ]) {
        await page.goto(path)
        await expectAccessible(page, path, colorScheme)
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(beyond, path).toBeLessThanOrEqual(0)
      }
      await page.goto(`/shared/${id}`)
      await page.locator("a[rel=author]").click()
      await expect(page.getByRole("link", { name: "只停一分钟的站" })).toBeVisible()
      await expectAccessible(page, "the author's page", colorScheme)
    })
  }
}
