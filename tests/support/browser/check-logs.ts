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

/** After the last browser test: nothing that any of them typed, no cookie and no key is in what the servers printed. */
export default function checkLogs(): void {
  const logs = readLogs()
  const canaries = [...readTyped(), PROMPT, STORY, PASSWORD, ...SERVERS.flatMap(keysOf)]
  for (const [server, lines] of logs) {
    assert.deepEqual(findLeaks(lines, canaries), [], `what was typed stands in the log of ${server}`)
  }
  const printed = logs.get("demo") ?? []
  const requests = logLines(printed).filter(({ message }) => message === "request")
  // A run of few tests prints little; none prints nothing.
  assert(requests.length > 0, "there are no requests in the log")
  for (const { requestId, level, status, durationMs } of requests) {
    assert.match(String(requestId), /^[\w.-]{8,64}$/)
    assert.equal(level, Number(status) >= 500 ? "error" : Number(status) >= 400 ? "warn" : "info")
    assert(durationMs === undefined || Number.isInteger(durationMs))
  }
  // Or nothing would be found because nothing is looked for.
  for (const canary of canaries) {
    const line = JSON.stringify({ ...requests[0], error: { message: `it said: ${canary}` } })
    assert.deepEqual(findLeaks([line], [canary]), [line], "a line with a canary in it was not found")
    assert.deepEqual(findLeaks([`printed ${canary}`], [canary]).length, 1)
  }
  console.log(
    `logs of ${logs.size} servers: ${[...logs.values()].flat().length} lines hold none of ${canaries.length} things that were typed or are secret`,
  )
  forgetLogs()
}

function keysOf(server: string): string[] {
  const keys = JSON.parse(readFileSync(join(dataFolder(server), "keys.json"), "utf8"))
  return KEYS.map((name) => keys[name])
}
