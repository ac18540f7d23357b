// `npm test`: builds once, then runs every test, browser tests included. Stops at the first step that fails.
import { spawnSync } from "node:child_process"
import { findChromium } from "./chromium.ts"

const steps = [
  ["build", "react-router", ["build"]],
  ["unit and route tests", "vitest", ["run"]],
  ["writing bench, a sample with a random seed", "node", ["bench/writing/main.ts", "--sample", "200"]],
  ["memory bench, a sample with a random seed", "node", ["bench/memory/main.ts", "--sample"]],
  ["browser tests, with and without script", "playwright", ["test"]],
] as const

// Looked for now, because minutes of other tests come first, and once instead of in every worker.
console.log(`browser: ${await findChromium()}`)

for (const [name, command, args] of steps) {
  console.log(`\n── ${name}`)
  const { status } = spawnSync(command, [...args, ...process.argv.slice(2)], { stdio: "inherit" })
  if (status !== 0) process.exit(status ?? 1)
}
