import { expectAccessible, THEMES } from "../../support/browser/axe.ts"
import { expect } from "../../support/browser/browser-test.ts"
import { askForNovel, backToDesk, untilWritten } from "../../support/browser/desk.ts"
import { upstreamTest } from "../../support/browser/upstream-test.ts"
import { scenarioNamed } from "../../support/upstream/scenarios.ts"

const test = upstreamTest(scenarioNamed("well"))

test("the owner sees byte for byte what the model was asked last", async ({
  page,
  script,
  upstream,
  app,
}) => {
  await askForNovel(page)
  await untilWritten(page)
  if (!script) await expect(page.getByRole("link", { name: "这次给模型看了什么" })).toBeVisible()
  await backToDesk(page, script)
  await page.getByRole("link", { name: "这次给模型看了什么" }).click()
  await expect(page.getByRole("heading", { name: "这次给模型看了什么" })).toBeVisible()
  await expect(page.getByText("演示模式")).toHaveCount(0)

  const sent = upstream.calls.findLast(({ kind }) => kind === "beat")?.body.messages ?? []
  expect(sent.length).toBeGreaterThan(3)
  const shown = (await page.locator("pre").allTextContents()).join("")
  expect(shown).toBe(sent.map(({ content }) => content).join(""))

  const parts = page.getByRole("listitem").filter({ has: page.locator("details") })
  await expect(parts.first()).toContainText("系统：写作的规矩")
  await expect(parts.nth(1)).toContainText("要求：你写的描述")
  await expect(parts.last()).toContainText(/第 \d+ 节的要求/)
  await expect(page.locator("pre").first()).toBeHidden()
  await parts.first().locator("summary").click()
  await expect(page.locator("pre").first()).toBeVisible()
  await expect(page.getByText(/一共约 [\d ]+ token，占模型窗口/)).toBeVisible()
  await expect(page.getByText(/新写的 [\d ]+ 字，全部照原文给了模型/)).toBeVisible()

  const stranger = await page.request.get(`${app.origin}${new URL(page.url()).pathname}`, {
    headers: { Cookie: "" },
  })
  expect(stranger.status()).toBe(404)
})

for (const colorScheme of THEMES) {
  test(`the page of the prompt passes axe, ${colorScheme} @needs-js`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await askForNovel(page)
    await untilWritten(page)
    await page.getByRole("link", { name: "这次给模型看了什么" }).click()
    await page.locator("ol summary").first().click()
    await expectAccessible(page, "the prompt", colorScheme)
  })
}
