/**
 * `npm run test:attack -- --seed N --requests M`: every attack in this folder, then M bad requests over all
 * routes and methods of the built app. Exits with 1 when one of them was not held.
 */
import { spawnSync } from "node:child_process"
import { randomInt } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { buildWhenNeeded } from "../../scripts/build-when-needed.ts"
import { startEmbeddedBackend } from "../support/backend/embedded-backend.ts"
import { isHeld, MEMORY_MAX_GROWTH_MB, runFuzz } from "./fuzz/fuzz.ts"
import { startFuzzedApp } from "./fuzz/fuzzed-app.ts"

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    requests: { type: "string", default: "10000" },
    fuzz: { type: "boolean" },
  },
})
const seed = Number(values.seed ?? randomInt(1_000_000))
const requests = Number(values.requests)
console.log(`attacks: --seed ${seed} --requests ${requests}`)
if (!(await buildWhenNeeded())) process.exit(1)

const tests = values.fuzz ? { tried: 0, held: 0 } : runTests()
const backend = await startEmbeddedBackend({ isBusy: true })
const variables = {
  NODE_ENV: "production",
  SUPABASE_URL: backend.url,
  SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
  SUPABASE_SECRET_KEY: backend.secretKey,
  SESSION_SECRET: backend.sessionSecret,
}
Object.assign(process.env, variables)
// The build holds the routes, and it reads its environment while it is loaded.
const { routePaths } = await import("../support/app-visitor.ts")
const { app, around } = await startFuzzedApp(variables, routePaths())
const fuzz = await runFuzz(app, around, { seed, requests })
const stayed = await isHeld(app, fuzz)
await app.stop()
await backend.stop()

for (const { kind, reason, request } of fuzz.failures.slice(0, 20))
  console.log(`\n${kind}: ${reason}\n${request}`)
const rows = Object.entries(fuzz.kinds).sort(([one], [other]) => (one < other ? -1 : 1))
console.log(`\n${"attack".padEnd(44)}${"tried".padStart(8)}${"held".padStart(8)}`)
for (const [kind, { tried, held }] of [["the tests of this folder", tests] as const, ...rows]) {
  console.log(kind.padEnd(44) + String(tried).padStart(8) + String(held).padStart(8))
}
console.log(`\nroutes and methods: ${fuzz.routes}; answers by status: ${JSON.stringify(fuzz.statuses)}`)
console.log(
  `memory after a forced collection, at a tenth, half and the end: ${fuzz.memory.map(({ rssMb, heapMb }) => `${rssMb} MB (heap ${heapMb})`).join(", ")}; may grow from half to end by ${MEMORY_MAX_GROWTH_MB.rss} MB (heap ${MEMORY_MAX_GROWTH_MB.heap})`,
)
const { tried, held, statuses, routes, memory, failures } = fuzz
const isWhole = stayed && tests.held === tests.tried && (values.fuzz || tests.tried > 0)
console.log(
  JSON.stringify({
    seed,
    tried: tried + tests.tried,
    held: held + tests.held,
    requests: tried,
    tests: tests.tried,
    failures: failures.length,
    routes,
    statuses,
    memory,
    ok: isWhole,
  }),
)
process.exit(isWhole ? 0 : 1)

function runTests(): { tried: number; held: number } {
  const folder = mkdtempSync(join(tmpdir(), "luobi-attack-"))
  const report = join(folder, "report.json")
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`]
  const options = ["run", "--project", "routes", "tests/attack", "--exclude", "**/fuzz.test.ts", ...reporters]
  spawnSync("vitest", options, { stdio: "inherit" })
  const { numTotalTests, numPassedTests, numPendingTests } = JSON.parse(readFileSync(report, "utf8"))
  rmSync(folder, { recursive: true })
  return { tried: numTotalTests - numPendingTests, held: numPassedTests }
}
