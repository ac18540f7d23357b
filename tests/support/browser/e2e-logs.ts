import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

process.env.E2E_LOG_FOLDER ??= mkdtempSync(join(tmpdir(), "luobi-e2e-logs-"))

/**
 * Holds what every server of a browser run prints and what its tests type. Playwright passes the folder to all
 * its processes.
 */
export const LOG_FOLDER = process.env.E2E_LOG_FOLDER

const TYPED_FILE = "typed.jsonl"
/** Shorter ones are words that a log may hold for other reasons. */
const TYPED_MIN_CHARS = 8

/** Where a server's output goes. The demo app's file has the mails that its backend prints. */
export function logFile(server: string): string {
  return join(LOG_FOLDER, `${server}.log`)
}

/** The data folder of a server that the run starts. */
export function dataFolder(server: string): string {
  return join(LOG_FOLDER, `${server}-data`)
}

/** Names the data folder with the database that backends of single tests begin with a copy of. */
export const PREPARED = "prepared"

/** Records what a test typed or sent, so that the end of the run can search the logs for it. */
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

export function readLogs(): Map<string, string[]> {
  const names = readdirSync(LOG_FOLDER).filter((name) => name.endsWith(".log"))
  return new Map(
    names.map((name) => [
      name.slice(0, -4),
      readFileSync(join(LOG_FOLDER, name), "utf8").split("\n").filter(Boolean),
    ]),
  )
}

/** Leaves the data folders to their servers, which end later and delete them. */
export function forgetLogs(): void {
  for (const name of readdirSync(LOG_FOLDER)) {
    if (/\.(log|jsonl)$/.test(name)) rmSync(join(LOG_FOLDER, name))
  }
}
