/**
 * `npm run test:faults -- --seed N --runs M`: harms M generations while they are written and accounts for every
 * character. Exits with 1 when one is lost, doubled or stuck.
 */
import { randomInt } from "node:crypto"
import { parseArgs } from "node:util"
import { buildWhenNeeded } from "../../scripts/build-when-needed.ts"
import { FAULT_PORTS } from "../support/ports.ts"
import { Cluster } from "./cluster.ts"
import { Dice } from "./dice.ts"
import type { Fault } from "./faults.ts"
import { type Result, runGeneration } from "./generation-run.ts"
import { figuresOf, rowsOf, tableOf } from "./report.ts"
import { planRun } from "./run-plan.ts"

const SINGLES_AT_ONCE = 4
const CHARACTERS_PER_SECOND = 600
const SECOND_MS = 1_000

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    runs: { type: "string", default: "200" },
    /** A part of the name of the only fault to run. */
    only: { type: "string", default: "" },
    verbose: { type: "boolean" },
  },
})
const seed = Number(values.seed ?? randomInt(1_000_000))
const runs = Number(values.runs)
console.log(`fault run: --seed ${seed} --runs ${runs}`)
if (!(await buildWhenNeeded())) process.exit(1)

const startedAt = Date.now()
const cluster = await Cluster.start({ seed, ports: FAULT_PORTS, charactersPerSecond: CHARACTERS_PER_SECOND })
const { shared, single } = planRun(runs, new Dice(seed), values.only)
const results: Result[] = []
let stories = 0

await Promise.all([runShared(), ...Array.from({ length: SINGLES_AT_ONCE }, runSingles)])
const forgotten = await countForgotten()
report()
await cluster.stop()
process.exit()

/** The next shared fault begins when the last one has struck, while its generations still recover. */
async function runShared(): Promise<void> {
  const ends: Promise<void>[] = []
  for (let fault = shared.shift(); fault; fault = shared.shift()) {
    const { promise: struck, resolve } = Promise.withResolvers<void>()
    const end = run(fault, shared, resolve)
    ends.push(end)
    await Promise.race([struck, end])
  }
  await Promise.all(ends)
}

async function runSingles(): Promise<void> {
  for (let fault = single.shift(); fault; fault = single.shift()) await run(fault, single, () => {})
}

async function run(fault: Fault, faults: Fault[], struck: () => void): Promise<void> {
  stories += 1
  const result = await runGeneration(cluster, fault, { story: stories, seed }, (isMissed) => {
    // The generation ended before it could be harmed, so another one takes its place.
    if (isMissed) faults.unshift(fault)
    struck()
  })
  if (!result) return
  results.push(result)
  if (values.verbose || result.problem || result.end === "stuck") console.log(described(result))
}

/** Text that was whole when it ended has to be whole now, after all later faults. */
async function countForgotten(): Promise<number> {
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
  const { broken, fenced, takeovers } = cluster.ledger
  const rows = rowsOf(results)
  const all = figuresOf(results)
  const seconds = Math.round((Date.now() - startedAt) / SECOND_MS)
  const struck = (part: string) => results.filter(({ fault, isMissed }) => !isMissed && fault === part).length
  const kills = {
    writerKilled: struck("kill -9 of the writer"),
    backendKilled: struck("kill -9 of the backend"),
  }
  const others = { ...kills, forgotten, broken: broken.length, fenced, takeovers, seconds }

  for (const line of broken) console.log(line)
  if (values.verbose) for (const { output } of cluster.apps) console.log(output)
  console.log(tableOf([...rows, { fault: "all", figures: all }]))
  for (const [name, value] of Object.entries(others)) console.log(`${name}: ${value}`)
  const faults = Object.fromEntries(rows.map(({ fault, figures }) => [fault, figures]))
  console.log(JSON.stringify({ seed, ...all, ...others, faults }))
  const failed = all.lost + all.doubled + all.stuck + broken.length + forgotten
  process.exitCode = failed > 0 ? 1 : 0
}

function described({ fault, story, end, problem, withdrawn, silenceMs }: Result): string {
  const at = ((Date.now() - startedAt) / SECOND_MS).toFixed(0)
  return `${at} s: story ${story}, ${fault}: ${end}, reset ${withdrawn}, silent ${silenceMs} ms ${problem ?? ""}`
}
