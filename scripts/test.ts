// `npm test`: builds once, then every test, the browser ones too. Stops at the first part that fails.
import { spawnSync } from "node:child_process"
import { findChromium } from "./chromium.ts"

const steps = [
  ["build", "react-router", ["build"]],
  ["unit and route tests", "vitest", ["run"]],
  ["writing bench, a sample with a seed of its own", "node", ["bench/writing/main.ts", "--sample", "200"]],
  ["browser tests, with and without script", "playwright", ["test"]],
] as const

// Now, rather than after minutes of other tests, and once rather than in every worker.
console.log(`browser: ${await findChromium()}`)

for (const [name, command, args] of steps) {
  console.log(`\n── ${name}`)
  const { status } = spawnSync(command, [...args, ...process.argv.slice(2)], { stdio: "inherit" })
  if (status !== 0) process.exit(status ?? 1)
}
