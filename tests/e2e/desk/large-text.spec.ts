// The smallest phone, and text twice as large on it: nothing is wider than the screen, squeezed or out of reach.
import type { Locator, Page } from "@playwright/test"
import { saveNovel, signUp } from "../../support/browser/account.ts"
import { expect, test } from "../../support/browser/browser-test.ts"
import { openDesk, PROMPT } from "../../support/browser/desk.ts"

const WIDTH = 320
const PHONE = { width: 390, height: 844 }
const LONG = "一个长得在任何一张卡片上都写不下的标题".repeat(5)

for (const textSize of [100, 200]) {
  test(`the desk's screens fit the smallest phone, text at ${textSize} %`, async ({ page }) => {
    await page.setViewportSize({ width: WIDTH, height: 640 })
    const addresses = await screens(page)
    for (const address of addresses) {
      await openDesk(page, address)
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = `${size}%`
      }, textSize)
      if (textSize === 200) {
        await page.setViewportSize(PHONE)
        expect([address, await covered(page)]).toEqual([address, []])
        await page.setViewportSize({ width: WIDTH, height: 640 })
      }
      await unfoldAll(page)
      expect([address, await tooWide(page)]).toEqual([address, []])
      expect([address, await squeezed(page)]).toEqual([address, []])
    }
  })

  test(`the header's menus fit the smallest phone, text at ${textSize} %`, async ({ page }) => {
    await page.setViewportSize({ width: WIDTH, height: 640 })
    await signUp(page.request)
    await openDesk(page)
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = `${size}%`
    }, textSize)
    const header = page.getByRole("banner")
    await expectWithin(
      header,
      header.getByText("演示模式", { exact: true }),
      header.getByText("OPENAI_API_KEY"),
    )
    for (const [menu, item] of [
      ["用户菜单", "退出登录"],
      ["菜单", "我的书库"],
    ] as const) {
      await expectWithin(
        header,
        header.getByLabel(menu, { exact: true }),
        header.getByText(item).locator("visible=true"),
      )
    }
  })
}

/** The addresses of one of each screen. */
async function screens(page: Page): Promise<string[]> {
  await signUp(page.request)
  const wish = { prompt: PROMPT, erotic_level: 1, length: 1, reference_text: "" }
  const { id } = await (await page.request.post("/generate-novel", { data: wish })).json()
  const asked = await page.request.post("/generate-novel", { data: { ...wish, outline_first: true } })
  const outlined = (await asked.json()).id
  const novel = await saveNovel(page.request, { title: LONG, isPublic: true })
  await page.request.post(`/novels/${novel}/edit`, {
    form: { intent: "save", title: LONG, text: "灯亮了。" },
  })
  const version = /\/versions\/[\w-]+/.exec(await (await page.request.get(`/novels/${novel}`)).text())?.[0]
  expect(version).toBeTruthy()
  return [
    "/",
    `/?generation=${id}`,
    `/?generation=${outlined}`,
    ...["edit", "paragraphs", "memory"].map((place) => `/generations/${id}/${place}`),
    `/save?generation=${id}`,
    `/?novel=${novel}`,
    `/novels/${novel}`,
    `/novels/${novel}/edit`,
    `/novels/${novel}/memory`,
    `/novels/${novel}${version}`,
    ...["/my-novels", "/my-novels?choose=some", "/my-novels/bin", "/my-novels/move"],
  ]
}

/** What stays over the middle of a page as one reads on, if it takes more than a fifth of the screen. */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    scrollTo(0, (document.documentElement.scrollHeight - innerHeight) / 2)
    const shown = (element: HTMLElement) => {
      const { top, bottom } = element.getBoundingClientRect()
      return Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0))
    }
    const stays = [...document.querySelectorAll<HTMLElement>("body *")].filter((element) => {
      const { position } = getComputedStyle(element)
      const { top, bottom } = element.getBoundingClientRect()
      const atEdge = top <= 0 || bottom >= innerHeight - 1
      return /sticky|fixed/.test(position) && atEdge && element.checkVisibility({ visibilityProperty: true })
    })
    const sum = stays.reduce((all, element) => all + shown(element), 0)
    return sum > innerHeight / 5
      ? stays.map((element) => `${element.className} ${Math.round(shown(element))}`)
      : []
  })
}

async function unfoldAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("main details:not([name])"))
      details.toggleAttribute("open", true)
  })
}

/** What reaches beyond the screen, or is as wide as the screen lets nobody scroll. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate((width) => {
    if (document.documentElement.scrollWidth <= width) return []
    return [...document.querySelectorAll("main *")]
      .filter((element) => element.getBoundingClientRect().right > width)
      .map(({ tagName, className }) => `${tagName} ${className}`)
  }, WIDTH)
}

/** Words that stand one character below the other. */
function squeezed(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        "main :is(p, span, a, button, label, summary, h1, h2, h3, dd, dt)",
      ),
    ]
      .filter((element) => {
        if (!element.checkVisibility() || element.closest(".sr-only")) return false
        const text = element.childElementCount === 0 ? (element.textContent ?? "").trim() : ""
        const { width, height } = element.getBoundingClientRect()
        const size = Number.parseFloat(getComputedStyle(element).fontSize)
        return text.length > 4 && width > 2 && width < 2.5 * size && height > 3 * size
      })
      .map((element) => `${element.className}: ${element.textContent?.slice(0, 20)}`),
  )
}

/** Opens a menu, and expects its words between the edges of the screen and where one can scroll to. */
async function expectWithin(header: Locator, menu: Locator, words: Locator): Promise<void> {
  await menu.click()
  await words.first().scrollIntoViewIfNeeded()
  await expect(words.first()).toBeInViewport({ ratio: 0.98 })
  await menu.click()
  await expect(words.first()).toBeHidden()
  await header.evaluate(() => scrollTo(0, 0))
}
