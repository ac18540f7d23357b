/**
 * Measures the streams of the built app beside a raw relay, in one run. Each row has a target, which it prints.
 *
 *   npm run bench:streams -- [load | durable | starts] [--quick] [--runs 3]
 *
 * The argument limits the run to rows 1, 3-7, 20 and 21 (load) or to rows 2 and 13-19 (durable); `--quick` shortens the
 * former, for who changes the bench; `starts` takes row 1 apart instead, three times or as often as `--runs` says, and
 * tells the lowest, median and highest of each figure, in some three minutes a run. Takes some five minutes; plain Node,
 * loopback only. The last line is one JSON object. Exits with 1 when text or calls went wrong (`isBroken`), not when a
 * figure misses its target.
 *
 * Definitions
 * - upstream: an OpenAI-compatible endpoint in this repository with a fixed pace: each token is one frame and
 *   one write. Its text is numbered: each character tells its place, so that gaps and doubles show, and its
 *   time.
 * - relay: node:http on both sides, `pipe` and nothing else. It does not use undici, because the project does
 *   not depend on it.
 * - readers: the same code reads the app, the relay and the upstream itself. Upstream and readers each have a
 *   thread. All share the same cores, so ratios and medians are worth more than single figures, and what a busy
 *   machine adds shows in the relay's figure too.
 * - added time to the first token: from the request to the first text at the reader, on a new connection,
 *   without the upstream's own time, minus the same for the upstream read directly. The app makes two calls for
 *   it, plan and text.
 * - added, of `starts`: the same with nothing taken off for the upstream read directly, and then what adds to what: a
 *   start alone, other starts every 80 ms, streams, each as the difference between two rows of one run. A row has 100
 *   starts, so its p99 is the slowest one.
 * - processor time: `process.cpuUsage()` of the server alone, over the window, divided by all tokens that
 *   arrived.
 * - memory: resident, after a forced collection, as a slope over the numbers of streams in the run.
 * - live memory: objects and their buffers after a forced collection, above those before the streams, divided by
 *   the streams; their text, 2.5 KB at 25 seconds, is in it.
 * - silence: the longest time without new text after the process was ended.
 * - abandoned: the bench moves the process's clock on by the ten minutes and changes nothing else.
 */
import { availableParallelism, loadavg } from "node:os"
import { parseArgs } from "node:util"
import { buildWhenNeeded } from "../../scripts/build-when-needed.ts"
import { printFigures } from "../figures.ts"
import { printSpreads, timesIn } from "../spread.ts"
import { measureDurability } from "./durable.ts"
import { measureLoad } from "./load.ts"
import { endAll } from "./processes.ts"
import { printRows, type Row } from "./report.ts"
import { repeatStarts } from "./starts.ts"

const RUNS_MAX = 20

const began = performance.now()
const { values, positionals } = parseArgs({
  options: { quick: { type: "boolean", default: false }, runs: { type: "string", default: "3" } },
  allowPositionals: true,
})
const [only] = positionals
const runs = timesIn(values.runs, RUNS_MAX)

if (await buildWhenNeeded()) await (only === "starts" ? takeStartsApart() : run())
else process.exitCode = 1

async function takeStartsApart(): Promise<void> {
  try {
    printSpreads(await repeatStarts(runs))
  } finally {
    await endAll()
  }
}

async function run(): Promise<void> {
  const rows: Row[] = []
  const loadBefore = loadavg()
  try {
    if (only !== "durable") rows.push(...(await measureLoad({ isQuick: values.quick })))
    if (only !== "load") rows.push(...(await measureDurability()))
  } finally {
    await endAll()
  }
  rows.sort((a, b) => Number(a.row) - Number(b.row))
  const machine = {
    node: process.version,
    cores: availableParallelism(),
    load: [loadBefore[0], loadavg()[0]],
    seconds: Math.round((performance.now() - began) / 1_000),
  }
  const missed = rows.filter(({ reached }) => reached === false).map(({ row }) => row)
  const broken = rows.filter(({ isBroken }) => isBroken).map(({ row }) => row)
  printRows(rows)
  console.log(
    `${machine.seconds} s, ${machine.cores} cores shared by tools and server, load ${machine.load.map((load) => load?.toFixed(1)).join(" to ")}; ${missed.length} of ${rows.length} targets missed (${missed.join(" ")}), ${broken.length} broken`,
  )
  printFigures(
    rows.flatMap(({ numbers }) => numbers),
    { machine, missed, broken, rows },
  )
  if (broken.length > 0) console.error(`text or calls went wrong in rows ${broken.join(" ")}`)
  process.exitCode = broken.length > 0 ? 1 : 0
}
