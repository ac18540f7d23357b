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

test("with forced colours, the reader shows what is chosen, what is a button and a code for cameras", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" })
  await signUp(page.request)
  await page.goto("/profile")
  const knob = page.getByRole("switch").first()
  expect(await knob.evaluate((field) => getComputedStyle(field, "::before").content)).toBe("none")
  const novel = await saveNovel(page.request, { title: "渡口", isPublic: true })
  await page.goto(`/shared/${novel}`)
  await page.locator("summary", { hasText: "文" }).click()
  const row = page.getByRole("group", { name: "字号" })
  const ofLabel = (name: string) => row.locator("label", { hasText: name }).locator("span")
  const outlineOf = (name: string) => ofLabel(name).evaluate((label) => getComputedStyle(label).outlineStyle)
  expect([await outlineOf("中"), await outlineOf("小")]).toEqual(["solid", "none"])
  await page.keyboard.press("Escape")
  const end = page.locator("#share")
  await expect(end.getByRole("link", { name: "写一部小说" })).toHaveCSS("border-top-width", "1px")
  await end.getByText("二维码", { exact: true }).click()
  await expect(end.locator("svg[role=img] path").last()).toHaveCSS("fill", "rgb(0, 0, 0)")
})
