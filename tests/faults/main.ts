/** `npm run test:faults -- --seed N --runs M`: see docs/decisions.md, "What is accepted is never lost". */
import { randomInt } from "node:crypto"
import { parseArgs } from "node:util"
import { FAULT_PORTS } from "../support/ports.ts"
import { Cluster } from "./cluster.ts"
import { Dice } from "./dice.ts"
import type { Fault } from "./faults.ts"
import { type Result, runGeneration } from "./generation-run.ts"
import { figuresOf, tableOf } from "./report.ts"
import { planRun } from "./run-plan.ts"

const SINGLES_AT_ONCE = 5
const CHARACTERS_PER_SECOND = 600

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    runs: { type: "string" },
    only: { type: "string" },
    verbose: { type: "boolean" },
  },
})
const seed = Number(values.seed ?? randomInt(1_000_000))
const runs = Number(values.runs ?? 200)
console.log(`fault run: seed ${seed}, ${runs} generations`)

const startedAt = Date.now()
const cluster = await Cluster.start({ seed, ports: FAULT_PORTS, charactersPerSecond: CHARACTERS_PER_SECOND })
const dice = new Dice(seed)
const results: Result[] = []
let story = 0

const { shared, single } = planRun(runs, dice, values.only)
const lanes = [runAll(shared), ...Array.from({ length: SINGLES_AT_ONCE }, () => runAll(single))]
await Promise.all(lanes)
const forgotten = await findForgotten()
report()
if (values.verbose) for (const { output } of cluster.apps) console.error(output.join("\n"))
await cluster.stop()
process.exit(process.exitCode)

async function runAll(faults: Fault[]): Promise<void> {
  for (let fault = faults.shift(); fault; fault = faults.shift()) {
    story += 1
    const result = await runGeneration(cluster, fault, story, seed)
    if (!result || result.isMissed) faults.push(fault)
    if (!result) continue
    results.push(result)
    if (values.verbose || result.problem || result.end === "stuck") console.log(described(result))
  }
}

/** What was whole when it ended has to be whole now, after all that came later. */
async function findForgotten(): Promise<number> {
  let count = 0
  for (const { visitor, id, text } of results) {
    const [app] = cluster.apps
    const now = app ? await visitor.download(app, id) : null
    if (now === text && cluster.ledger.holds(id, text)) continue
    console.log(`${id}: ${text.length} characters were read, ${now?.length ?? "none"} are there now`)
    count += 1
  }
  return count
}

function report(): void {
  const { ledger } = cluster
  const figures = {
    seed,
    ...figuresOf(results),
    forgotten,
    broken: ledger.broken.length,
    fenced: ledger.fenced,
    takeovers: ledger.takeovers,
    seconds: Math.round((Date.now() - startedAt) / 1_000),
  }
  for (const line of ledger.broken) console.log(line)
  console.log(tableOf(results))
  console.log(JSON.stringify(figures))
  const { lost, duplicated, stuck, broken } = figures
  process.exitCode = lost + duplicated + stuck + broken + forgotten > 0 ? 1 : 0
}

function described({ fault, story, end, problem, withdrawn, silenceMs }: Result): string {
  return `${((Date.now() - startedAt) / 1_000).toFixed(0)} s: story ${story}, ${fault}: ${end}, reset ${withdrawn}, silent ${silenceMs} ms${problem ? `, ${problem}` : ""}`
}
