import type { Locator, Page } from "@playwright/test"
import jsQR from "jsqr"
import sharp from "sharp"
import { expectNotice, saveNovel, signUp } from "../../support/browser/account.ts"
import { expectAccessible } from "../../support/browser/axe.ts"
import { expect, test } from "../../support/browser/browser-test.ts"

for (const theme of ["light", "dark"] as const) {
  test(`a camera reads the share link from the ${theme} page`, async ({ page, script }) => {
    await page.emulateMedia({ colorScheme: theme })
    const { panel, link } = await openShared(page)
    const picture = panel.getByRole("img", { name: `二维码，扫一扫打开 ${link}` })
    expect(await readQrCode(picture)).toBe(link)
    if (script) await expectAccessible(page, "share panel", theme)
  })
}

test("the link goes to another program where the browser can, and nobody is told that they chose none @needs-js", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const shared: unknown[] = []
    const share = (what: unknown) => {
      shared.push(what)
      if (shared.length === 2) return Promise.reject(new DOMException("", "AbortError"))
      return shared.length === 3 ? Promise.reject(new DOMException("", "NotAllowedError")) : Promise.resolve()
    }
    Object.assign(navigator, { share })
    Object.assign(window, { shared })
  })
  const { panel, link } = await openShared(page)
  const passOn = panel.getByRole("button", { name: "分享到…" })
  await passOn.click()
  await passOn.click()
  expect(await page.evaluate(() => (window as unknown as { shared: unknown[] }).shared)).toEqual([
    { url: link },
    { url: link },
  ])
  await expect(page.getByText("没有分享出去")).toHaveCount(0)
  await passOn.click()
  await expect(page.getByText("没有分享出去")).toBeVisible()
})

test("no button is there where the browser cannot, and unsharing takes the code away", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "share", { value: undefined }))
  const { panel } = await openShared(page)
  await expect(panel.getByRole("button", { name: "分享到…" })).toHaveCount(0)
  await panel.getByRole("button", { name: "取消公开" }).click()
  await expectNotice(page, "分享链接已经失效")
  await expect(panel.locator("svg[role=img]")).toHaveCount(0)
})

async function openShared(page: Page): Promise<{ panel: Locator; link: string }> {
  await signUp(page.request)
  const id = await saveNovel(page.request, { title: "桥头的灯", isPublic: true })
  await page.goto(`/novels/${id}`)
  const panel = page.locator("#share")
  await panel.locator("> summary").click()
  return { panel, link: await panel.getByLabel("分享链接").inputValue() }
}

async function readQrCode(picture: Locator): Promise<string | undefined> {
  const raw = sharp(await picture.screenshot())
    .resize(600)
    .ensureAlpha()
    .raw()
  const { data, info } = await raw.toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
}
