import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

process.env.E2E_LOG_FOLDER ??= mkdtempSync(join(tmpdir(), "luobi-e2e-logs-"))

/** What every server of a browser run prints, and what its tests typed: Playwright hands the folder on to all its processes. */
export const LOG_FOLDER = process.env.E2E_LOG_FOLDER

const TYPED_FILE = "typed.jsonl"
/** Shorter ones are words that a log may have for reasons of its own. */
const TYPED_MIN_CHARS = 8

/** Where a server's output goes; the demo app's has the mails that its backend prints. */
export function logFile(server: string): string {
  return join(LOG_FOLDER, `${server}.log`)
}

/** The data folder of a server that the run starts. */
export function dataFolder(server: string): string {
  return join(LOG_FOLDER, `${server}-data`)
}

/** Remembers what a test typed or sent: none of it may be in a log when the run is over. */
export function noteTyped(values: Iterable<string>): void {
  const lines = [...values]
    .filter((value) => value.trim().length >= TYPED_MIN_CHARS)
    .map((value) => `${JSON.stringify(value)}\n`)
  if (lines.length > 0) appendFileSync(join(LOG_FOLDER, TYPED_FILE), lines.join(""))
}

export function readTyped(): string[] {
  const lines = readFileSync(join(LOG_FOLDER, TYPED_FILE), "utf8").split("\n")
  return [...new Set(lines.filter(Boolean).map((line) => String(JSON.parse(line))))]
}

/** All that was printed, by server. */
export function readLogs(): Map<string, string[]> {
  const names = readdirSync(LOG_FOLDER).filter((name) => name.endsWith(".log"))
  return new Map(
    names.map((name) => [
      name.slice(0, -4),
      readFileSync(join(LOG_FOLDER, name), "utf8").split("\n").filter(Boolean),
    ]),
  )
}

/** The data folders stay: their servers end after this, and take them along. */
export function forgetLogs(): void {
  for (const name of readdirSync(LOG_FOLDER)) {
    if (/\.(log|jsonl)$/.test(name)) rmSync(join(LOG_FOLDER, name))
  }
}
