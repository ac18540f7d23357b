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
 * Finds a Chromium to test with: CHROMIUM_PATH, an installed one, Playwright's own, or the one in the npm
 * package, which is unpacked into the temporary folder.
 */
export async function findChromium(): Promise<string> {
  const candidates = [process.env.CHROMIUM_PATH, ...INSTALLED, chromium.executablePath()]
  const found = candidates.find((path) => path && existsSync(path))
  if (found) return found

  const shipped = await sparticuz.executablePath()
  if (!starts(shipped)) await lendLibraries()
  if (!starts(shipped)) throw new Error("No Chromium runs here. Install one, or set CHROMIUM_PATH to one.")
  return shipped
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
