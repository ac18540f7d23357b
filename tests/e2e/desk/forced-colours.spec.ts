import { saveNovel, signUp } from "../../support/browser/account.ts"
import { expect, test } from "../../support/browser/browser-test.ts"
import { openDesk, PROMPT } from "../../support/browser/desk.ts"

test("with forced colours, buttons keep an edge and what is chosen a mark", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" })
  await signUp(page.request)
  const wish = { prompt: PROMPT, erotic_level: 1, length: 1, reference_text: "" }
  const { id } = await (await page.request.post("/generate-novel", { data: wish })).json()
  const novel = await saveNovel(page.request, { title: "渡口" })

  await openDesk(page)
  await expect(page.getByRole("button", { name: "生成小说" })).toHaveCSS("border-top-width", "1px")
  await expect(page.getByRole("radio", { name: /^短篇/ })).toHaveCSS("opacity", "1")
  await openDesk(page, `/generations/${id}/paragraphs`)
  const second = page.locator("fieldset.story label").nth(1)
  await second.click()
  await expect(second).toHaveCSS("outline-style", "solid")
  await openDesk(page, `/novels/${novel}`)
  await expect(page.getByRole("link", { name: "接着写" }).first()).toHaveCSS("border-top-width", "1px")
  await expect(page.locator("label", { hasText: "分节" })).toHaveCSS("outline-style", "solid")
})
