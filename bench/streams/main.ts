/**
 * The streams of the built app beside a raw relay, in one run: rows 1-7 and 13-19 of our target table.
 *
 *   npm run bench:streams -- [load | durable]
 *
 * One side only with an argument. Less than four minutes; plain Node, loopback alone. The last line is one
 * JSON object. Ends with 1 when text or calls went wrong (`isBroken`), not when a figure misses its target.
 *
 * Definitions
 * - upstream: an OpenAI-compatible endpoint of our own at a set pace, one token a frame and a write. Its text
 *   is numbered: a character says its place, so that a hole or a double is seen, and so is when it was sent.
 * - relay: node:http on both sides, `pipe` and nothing else; without undici, which is no dependency of ours.
 * - one reader's code reads the app, the relay and the upstream itself; upstream and readers have a thread
 *   each. They use the same cores: ratios and medians are worth more than single figures, and what a busy
 *   machine adds shows in the relay's figure beside ours.
 * - added time to the first token: from the request to the first text at the reader, on a new connection,
 *   without what the upstream took itself, less the same of the upstream read directly. The app makes two
 *   calls for it, plan and text.
 * - processor time: `process.cpuUsage()` of the server alone, over the window, by all tokens that arrived.
 * - memory: resident, after a forced collection, as a slope over the numbers of streams of the run.
 * - silence: the longest time without new text after the process was ended.
 * - abandoned: the process's clock is moved on by the ten minutes; nothing else of it is altered.
 */
import { availableParallelism, loadavg } from "node:os"
import { buildWhenNeeded } from "../../scripts/build-when-needed.ts"
import { measureDurability } from "./durable.ts"
import { measureLoad } from "./load.ts"
import { endAll } from "./processes.ts"
import { printRows, type Row } from "./report.ts"

const began = performance.now()
const only = process.argv[2]

if (await buildWhenNeeded()) await run()
else process.exitCode = 1

async function run(): Promise<void> {
  const rows: Row[] = []
  const loadBefore = loadavg()
  try {
    if (only !== "durable") rows.push(...(await measureLoad()))
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
    `${machine.seconds} s, ${machine.cores} cores that tools and server share, load ${machine.load.map((load) => load?.toFixed(1)).join(" to ")}; ${missed.length} of ${rows.length} targets missed (${missed.join(" ")}), ${broken.length} broken`,
  )
  console.log(JSON.stringify({ machine, missed, broken, rows }))
  process.exitCode = broken.length > 0 ? 1 : 0
}
