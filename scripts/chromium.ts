import { existsSync } from "node:fs"
import sparticuz from "@sparticuz/chromium"
import { chromium } from "playwright"

const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
]

/** Without these a headless Chromium looks up its maker's hosts and may not start as root. */
export const CHROMIUM_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
]

/**
 * A Chromium to test with: CHROMIUM_PATH, an installed one, Playwright's own, or the one that the
 * npm package ships (unpacked into the temporary folder).
 */
export async function findChromium(): Promise<string> {
  const candidates = [process.env.CHROMIUM_PATH, ...INSTALLED, chromium.executablePath()]
  const found = candidates.find((path) => path && existsSync(path))
  return found ?? (await sparticuz.executablePath())
}
