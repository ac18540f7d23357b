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

test("a reader finds the link at the novel's end: to select, to copy, and for a camera", async ({
  page,
  context,
  script,
}) => {
  await signUp(page.request)
  const id = await saveNovel(page.request, { title: "桥头的灯", isPublic: true })
  await context.clearCookies()
  await page.goto(`/shared/${id}`)
  const end = page.locator("#share")
  const field = end.getByLabel("分享链接", { exact: true })
  const link = await field.inputValue()
  expect(link).toBe(new URL(`/shared/${id}`, page.url()).href)
  const picture = end.getByRole("img", { name: `二维码，扫一扫打开 ${link}` })
  await expect(picture).toBeHidden()
  await end.getByText("二维码", { exact: true }).click()
  expect(await readQrCode(picture)).toBe(link)
  const copy = end.getByRole("button", { name: "复制链接" })
  if (!script) return void (await expect(copy).toBeHidden())

  await expectAccessible(page, "end card", "light")
  await field.focus()
  expect(await page.evaluate(() => String(document.getSelection()))).toBe(link)
  await copy.click()
  await expect(end.getByRole("button", { name: "已复制" })).toBeVisible()
  await field.evaluate((element: HTMLInputElement) => {
    element.readOnly = false
    element.value = ""
  })
  await field.press("ControlOrMeta+v")
  await expect(field).toHaveValue(link)
})

test("a part's end has the link of the whole novel", async ({ page }) => {
  await signUp(page.request)
  const content = "雪还在下，灯也还亮着。\n".repeat(4_000)
  const id = await saveNovel(page.request, { title: "桥头的灯", content, isPublic: true })
  await page.goto(`/shared/${id}?part=2`)
  await expect(page.getByLabel("分享链接", { exact: true })).toHaveValue(
    new URL(`/shared/${id}`, page.url()).href,
  )
})

test("a reader passes the link on where the browser can, and learns when that fails @needs-js", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const shared: unknown[] = []
    const answers = [
      Promise.resolve(),
      new DOMException("", "AbortError"),
      new DOMException("", "NotAllowedError"),
    ]
    const share = async (what: unknown) => {
      shared.push(what)
      const answer = await answers[shared.length - 1]
      if (answer instanceof DOMException) throw answer
    }
    Object.assign(navigator, { share })
    Object.assign(window, { shared })
  })
  await signUp(page.request)
  const id = await saveNovel(page.request, { title: "桥头的灯", isPublic: true })
  await page.goto(`/shared/${id}`)
  const passOn = page.getByRole("button", { name: "分享到…" })
  await passOn.click()
  await passOn.click()
  await expect(passOn).toBeVisible()
  await passOn.click()
  await expect(page.getByRole("button", { name: "没有分享出去" })).toBeVisible()
  const url = new URL(`/shared/${id}`, page.url()).href
  const shared = await page.evaluate(() => (window as unknown as { shared: unknown[] }).shared)
  expect(shared).toEqual([{ url }, { url }, { url }])
})

test("where the browser cannot pass links on, no button says so", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "share", { value: undefined }))
  await signUp(page.request)
  const id = await saveNovel(page.request, { title: "桥头的灯", isPublic: true })
  await page.goto(`/shared/${id}`)
  await expect(page.getByLabel("分享链接", { exact: true })).toBeVisible()
  await expect(page.getByRole("button", { name: "分享到…" })).toHaveCount(0)
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
