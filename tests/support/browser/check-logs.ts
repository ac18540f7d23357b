import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { PASSWORD } from "../session-visitor.ts"
import { STORY } from "./account.ts"
import { PROMPT } from "./desk.ts"
import { dataFolder, forgetLogs, readLogs, readTyped } from "./e2e-logs.ts"
import { findLeaks, logLines } from "./log-leaks.ts"

const KEYS = ["secretKey", "publishableKey", "jwtSecret", "sessionSecret"]
const SERVERS = ["demo", "model"]

/** Runs after the last browser test: no typed text, cookie or key may stand in what the servers printed. */
export default function checkLogs(): void {
  const logs = readLogs()
  const canaries = [...readTyped(), PROMPT, STORY, PASSWORD, ...SERVERS.flatMap(keysOf)]
  for (const [server, lines] of logs) {
    assert.deepEqual(findLeaks(lines, canaries), [], `the log of ${server} contains what was typed`)
  }
  const printed = logs.get("demo") ?? []
  const requests = logLines(printed).filter(({ message }) => message === "request")
  // A run of few tests prints little, but no run prints nothing.
  assert(requests.length > 0, "the log has no requests")
  for (const { requestId, level, status, durationMs } of requests) {
    assert.match(String(requestId), /^[\w.-]{8,64}$/)
    assert.equal(level, Number(status) >= 500 ? "error" : Number(status) >= 400 ? "warn" : "info")
    assert(durationMs === undefined || Number.isInteger(durationMs))
  }
  // Proves that the search finds what it looks for.
  for (const canary of canaries) {
    const line = JSON.stringify({ ...requests[0], error: { message: `it said: ${canary}` } })
    assert.deepEqual(findLeaks([line], [canary]), [line], "the search missed a line with a canary")
    assert.deepEqual(findLeaks([`printed ${canary}`], [canary]).length, 1)
  }
  console.log(
    `logs of ${logs.size} servers: ${[...logs.values()].flat().length} lines contain none of ${canaries.length} typed or secret values`,
  )
  forgetLogs()
}

function keysOf(server: string): string[] {
  const keys = JSON.parse(readFileSync(join(dataFolder(server), "keys.json"), "utf8"))
  return KEYS.map((name) => keys[name])
}
