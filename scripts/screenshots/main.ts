// `npm run screenshots`: photographs every state of the design into docs/screenshots, each in light and dark, with
// script and without, at four widths side by side. It starts all that it needs, and ends it.
//
// `npm run screenshots -- writing memory` takes only those states; `--into FOLDER` puts them elsewhere, `--full`
// keeps every pixel.
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { parseArgs } from "node:util"
import { type Browser, chromium } from "playwright"
import { buildWhenNeeded } from "../build-when-needed.ts"
import { CHROMIUM_ARGS, findChromium } from "../chromium.ts"
import type { Author } from "./author.ts"
import { indexOf } from "./index-page.ts"
import { fileOf, LOOKS, type Look, takePicture } from "./picture.ts"
import { type Scene, scenes } from "./scenes.ts"
import { openStage, type Stage } from "./stage.ts"
import { makeTexts } from "./texts.ts"

const { values, positionals: wanted } = parseArgs({
  options: {
    into: { type: "string", default: "docs/screenshots" },
    full: { type: "boolean", default: false },
  },
  allowPositionals: true,
})

if (!(await buildWhenNeeded())) process.exit(1)
const stage = await openStage()
for (const signal of ["SIGTERM", "SIGINT"] as const)
  process.once(signal, () => void stage.close().finally(() => process.exit(1)))
try {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [...CHROMIUM_ARGS, "--lang=zh-CN"],
  })
  await photograph(stage, browser).finally(() => browser.close())
} finally {
  await stage.close()
}

async function photograph(stage: Stage, browser: Browser): Promise<void> {
  const made = await makeTexts(stage)
  const all = scenes(made)
  const chosen = all.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  for (const scene of [...chosen.filter(({ grows }) => grows), ...chosen.filter(({ grows }) => !grows)]) {
    const storageState = await deviceOf(browser, stage.origin, made.people[scene.by])
    for (const look of LOOKS.filter(({ script }) => script || !scene.needsScript))
      await take({ browser, origin: stage.origin, storageState }, scene, look)
  }
  writeFileSync(join(values.into, "README.md"), indexOf(all))
}

/** What a browser holds that has been at the desk before: cookies and its own copies of the texts. */
async function deviceOf(browser: Browser, baseURL: string, { browser: cookies }: Author) {
  const context = await browser.newContext({ baseURL, storageState: await cookies.storageState() })
  const page = await context.newPage()
  await page.goto("/", { waitUntil: "networkidle" })
  const state = await context.storageState()
  await context.close()
  return state
}

/** One state that fails leaves the others their pictures. */
async function take(place: Parameters<typeof takePicture>[0], scene: Scene, look: Look): Promise<void> {
  const file = join(values.into, fileOf(scene, look))
  try {
    const picture = await takePicture(place, scene, look, values.full)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, picture)
    console.log(`${file} ${Math.round(picture.byteLength / 1_024)} KB`)
  } catch (error) {
    console.error(`${file} could not be made:`, error)
    process.exitCode = 1
  }
}
