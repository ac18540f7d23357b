// `npm run screenshots`: photographs the home screen in its states, on phone and desktop, light and dark, from
// the app that runs at BASE_URL (default http://localhost:3000, where `npm start` serves).
import { mkdirSync } from "node:fs"
import { chromium, type Page } from "playwright"
import { CHROMIUM_ARGS, findChromium } from "./chromium.ts"

const BASE_URL = process.env.BASE_URL ?? "http://localhost:3000"
const FOLDER = "docs/screenshots"
const PROMPT = "江南小镇的老茶馆要拆了，四位常客决定在最后一夜讲完一个故事"
const SCREENS = [
  { name: "phone", viewport: { width: 390, height: 844 } },
  { name: "desktop", viewport: { width: 1_280, height: 900 } },
] as const

mkdirSync(FOLDER, { recursive: true })
const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_ARGS })
for (const { name, ...screen } of SCREENS) {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const script of colorScheme === "light" ? [true, false] : [true]) {
      const context = await browser.newContext({
        ...screen,
        colorScheme,
        locale: "zh-CN",
        javaScriptEnabled: script,
      })
      const prefix = `${FOLDER}/${name}-${colorScheme}${script ? "" : "-without-script"}`
      await takeHome(await context.newPage(), prefix)
      await context.close()
    }
  }
}
await browser.close()

async function takeHome(page: Page, prefix: string): Promise<void> {
  await page.goto(BASE_URL)
  await page.screenshot({ path: `${prefix}-empty.png`, fullPage: true })

  await page.getByRole("button", { name: "生成小说" }).click()
  await page.getByText("请输入小说主题…").waitFor()
  await page.screenshot({ path: `${prefix}-error.png` })

  await page.getByLabel("描述你想要的小说").fill(PROMPT)
  await page.getByRole("button", { name: "生成小说" }).click()
  await page.locator("article p").nth(3).waitFor()
  await page.screenshot({ path: `${prefix}-writing.png` })

  await page.getByText("写完了").waitFor({ timeout: 120_000 })
  await page.screenshot({ path: `${prefix}-finished.png` })
}
