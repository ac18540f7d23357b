import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import sparticuz, { inflate, setupLambdaEnvironment } from "@sparticuz/chromium"
import { chromium } from "playwright"

const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
]

/** Without these, a headless Chromium contacts its maker's hosts and may refuse to start as root. */
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
 * Finds a Chromium to test with: CHROMIUM_PATH, the headless one in the npm package, which is unpacked into the
 * temporary folder and takes half the processor time of a whole browser, an installed one, or Playwright's own.
 */
export async function findChromium(): Promise<string> {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const shipped = process.platform === "linux" ? await sparticuz.executablePath() : null
  if (shipped && starts(shipped)) return shipped
  const installed = [...INSTALLED, chromium.executablePath()].find((path) => existsSync(path))
  if (installed) return installed

  if (shipped) {
    await lendLibraries()
    if (starts(shipped)) return shipped
  }
  throw new Error("No Chromium runs here. Install one, or set CHROMIUM_PATH to one.")
}

function starts(path: string): boolean {
  return spawnSync(path, ["--version", "--no-sandbox"]).status === 0
}

/** A bare machine lacks the system libraries that Chromium links to; the package ships them as well. */
async function lendLibraries(): Promise<void> {
  const packed = fileURLToPath(import.meta.resolve("@sparticuz/chromium"))
  const folder = await inflate(join(dirname(packed), "..", "bin", "al2023.tar.br"))
  setupLambdaEnvironment(join(folder, "lib"))
}
