import type { Browser, Page } from "@playwright/test"
import { saveNovel, signUp } from "../../support/browser/account.ts"
import { expectAccessible } from "../../support/browser/axe.ts"
import { expect, test } from "../../support/browser/browser-test.ts"

test.use({ serviceWorkers: "allow", expected: /^Failed to load resource: (net::ERR|the server responded)/ })

/** Paths of the pages that this browser has kept. */
async function keptPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const cache = await caches.open("novels")
    return (await cache.keys()).map(({ url }) => new URL(url).pathname)
  })
}

/** A page of a visitor without an account, who has the service worker already. */
async function readerWithWorker(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ baseURL, serviceWorkers: "allow" })
  const page = await context.newPage()
  await page.goto("/offline")
  await page.evaluate(() => navigator.serviceWorker.ready)
  return page
}

test("what was opened can be read without a network, and nothing else @needs-js", async ({
  page,
  browser,
  baseURL,
}) => {
  await signUp(page.request)
  const open = await saveNovel(page.request, { title: "渡口的灯", isPublic: true })
  const own = await saveNovel(page.request, { title: "锁着的信" })
  const adult = await saveNovel(page.request, { title: "潮汐旅馆", isPublic: true, level: 4 })

  const reader = await readerWithWorker(browser, baseURL)
  await reader.goto(`/shared/${adult}`)
  await reader.getByRole("button", { name: /18/ }).click()
  await expect(reader.getByRole("heading", { name: "潮汐旅馆" })).toBeVisible()
  await reader.goto(`/shared/${open}`)
  await expect(reader.getByText("这是上次打开时留下的一份")).toBeHidden()
  await expect.poll(() => keptPaths(reader)).toEqual([`/shared/${open}`])

  await reader.context().setOffline(true)
  await reader.reload()
  await expect(reader.getByRole("heading", { name: "渡口的灯" })).toBeVisible()
  await expect(reader.getByText("雨停的时候，修表匠听见旧怀表里有人说话。")).toBeVisible()
  await expect(reader.getByText("这是上次打开时留下的一份")).toBeVisible()
  const indent = reader.locator("#novel-text p").first()
  await expect(indent).not.toHaveCSS("text-indent", "0px")

  for (const path of [`/shared/${adult}`, `/novels/${own}`, "/"]) {
    await reader.goto(path)
    await expect(reader.getByRole("heading", { name: "没有连上网络" })).toBeVisible()
    await expect(reader.getByRole("link", { name: "潮汐旅馆" })).toHaveCount(0)
  }
  await expectAccessible(reader, "the offline page", "light")
  await reader.getByRole("link", { name: "渡口的灯" }).click()
  await expect(reader).toHaveURL(`/shared/${open}`)
  await expect(reader.getByRole("heading", { name: "渡口的灯" })).toBeVisible()

  await reader.goto("/")
  await reader.context().setOffline(false)
  await reader.getByRole("button", { name: "再试一次" }).click()
  await expect(reader.getByLabel("描述你想要的小说")).toBeVisible()
  await reader.context().close()
})

test("an account's reading is kept as a stranger sees it @needs-js", async ({ page }) => {
  const email = await signUp(page.request)
  const open = await saveNovel(page.request, { title: "渡口的灯", isPublic: true })
  const own = await saveNovel(page.request, { title: "锁着的信" })
  const answer = await page.goto(`/shared/${open}`)
  expect(answer?.headers()["cache-control"]).toContain("private")
  await expect.poll(() => keptPaths(page)).toEqual([`/shared/${open}`])
  await page.goto(`/novels/${own}`)
  await page.goto("/my-novels")
  expect(await keptPaths(page)).toEqual([`/shared/${open}`])

  await page.context().setOffline(true)
  await page.goto(`/shared/${open}`)
  await expect(page.getByRole("heading", { name: "渡口的灯" })).toBeVisible()
  expect(await page.content()).not.toContain(email)
})

test("a novel that is no longer shared is forgotten as soon as it is asked for @needs-js", async ({
  page,
  browser,
  baseURL,
}) => {
  await signUp(page.request)
  const open = await saveNovel(page.request, { title: "渡口的灯", isPublic: true })
  const reader = await readerWithWorker(browser, baseURL)
  await reader.goto(`/shared/${open}`)
  await expect.poll(() => keptPaths(reader)).toEqual([`/shared/${open}`])

  await page.request.post(`/novels/${open}`, { form: { intent: "unpublish" } })
  await reader.reload()
  await expect(reader.getByRole("heading", { name: "内容不存在" })).toBeVisible()
  await expect.poll(() => keptPaths(reader)).toEqual([])
  await reader.context().setOffline(true)
  await reader.reload()
  await expect(reader.getByRole("heading", { name: "没有连上网络" })).toBeVisible()
  await reader.context().close()
})
