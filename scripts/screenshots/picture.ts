import type { Browser, BrowserContextOptions, Page } from "playwright"
import sharp from "sharp"
import type { Scene } from "./scenes.ts"

const VIEWPORTS = [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 768, height: 1_024 },
  { width: 1_280, height: 900 },
]
const GAP = 24
const BACKGROUND = { light: "#cfc6b6", dark: "#000000" }
/** Of a picture against the screen: small enough for the repository, and still legible. */
const SCALE = 0.7
const TIMEOUT_MS = 30_000

export interface Look {
  colorScheme: "light" | "dark"
  script: boolean
}

export const LOOKS: readonly Look[] = [
  { colorScheme: "light", script: true },
  { colorScheme: "dark", script: true },
  { colorScheme: "light", script: false },
  { colorScheme: "dark", script: false },
]

/** The path of a picture: one folder for each state. */
export function fileOf({ name }: Scene, { colorScheme, script }: Look): string {
  return `${name}/${colorScheme}${script ? "" : "-no-script"}.webp`
}

interface Place {
  browser: Browser
  origin: string
  /** What the visitor's browser holds at first. */
  storageState: BrowserContextOptions["storageState"]
}

/** One picture of a scene, with all widths side by side, each pixel of the screens in it if it is full. */
export async function takePicture(place: Place, scene: Scene, look: Look, isFull: boolean): Promise<Buffer> {
  const shots = await takeShots(place, scene, look)
  let left = GAP
  const placed = VIEWPORTS.map(({ width }, index) => {
    const shot = { input: shots[index], left, top: GAP }
    left += width + GAP
    return shot
  })
  const height = Math.max(...VIEWPORTS.map(({ height }) => height)) + 2 * GAP
  const background = BACKGROUND[look.colorScheme]
  const whole = await sharp({ create: { width: left, height, channels: 3, background } })
    .composite(placed)
    .png()
    .toBuffer()
  if (isFull) return sharp(whole).webp({ quality: 90 }).toBuffer()
  return sharp(whole)
    .resize(Math.round(left * SCALE))
    .webp({ quality: 42, effort: 6 })
    .toBuffer()
}

/** Loads the page anew for each width, because some of it is measured once. */
async function takeShots(
  { browser, origin, storageState }: Place,
  { path, pathWithoutScript = path, act, grows }: Scene,
  { colorScheme, script }: Look,
): Promise<Buffer[]> {
  const context = await browser.newContext({
    baseURL: origin,
    storageState,
    colorScheme,
    javaScriptEnabled: script,
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
    reducedMotion: "reduce",
  })
  context.setDefaultTimeout(TIMEOUT_MS)
  try {
    const shots: Buffer[] = []
    for (const viewport of VIEWPORTS) {
      const page = await context.newPage()
      await page.setViewportSize(viewport)
      // Without script, the page of a text that grows goes on loading.
      await page.goto(script ? path : pathWithoutScript, { waitUntil: grows ? "commit" : "load" })
      // A page whose script rests begins at this.
      await page.mouse.move(1, 1)
      if (script && (await hydrates(page)))
        await page.locator("html[data-hydrated]").waitFor({ state: "attached" })
      await act?.(page, script)
      shots.push(await page.screenshot({ animations: "disabled" }))
      await page.close()
    }
    return shots
  } finally {
    await context.close()
  }
}

/** A share page has none of the framework's script. */
async function hydrates(page: Page): Promise<boolean> {
  return (await page.locator("script[type=module], script[data-program]").count()) > 0
}
