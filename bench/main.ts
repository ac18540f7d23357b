/**
 * Runs the benches of speed and size one after another: one table, and one JSON object as the last line.
 *
 *   npm run bench -- [pages store ...] [--quick]
 *
 * Takes some twenty minutes; names limit it to these benches, each of which is also a command of its own
 * (`npm run bench:pages`). Writes the tables into docs/performance.md between markers that name the bench; what
 * stands outside of them is written by hand and stays. `--quick` takes some five minutes and tells who changes a
 * bench whether it still runs: its figures mean nothing, so they are not written. Exits with 1 when a bench failed,
 * not when a figure misses its target.
 *
 * Definitions
 * - figure: a number beside its target. Most are a ratio between two things that the same run measured by turns, so
 *   that they can be compared between machines; the head of each bench defines its own.
 * - growth: the same thing with more of what may grow, by the same with less of it: characters (reader), novels
 *   (library), generations (store), readers (streams), processes on one database (containers).
 * - missed: beyond the target, or not measured here though it has one.
 * - failed: the bench ended with another code than 0, in ten minutes not at all, or without figures.
 *
 * Not among them: bench:writing, bench:memory and bench:quality, which measure what is written, and bench:mutations.
 */
import { parseArgs } from "node:util"
import { buildWhenNeeded } from "../scripts/build-when-needed.ts"
import { PERFORMANCE } from "./document.ts"
import { runBenches } from "./run-benches.ts"

interface Length {
  full: readonly string[]
  quick: readonly string[]
}

const BENCHES: Record<string, Length> = {
  pages: { full: ["bench/pages/main.ts"], quick: ["bench/pages/main.ts", "--turns", "1", "--ms", "200"] },
  streams: { full: ["bench/streams/main.ts"], quick: ["bench/streams/main.ts", "load", "--quick"] },
  store: {
    full: ["bench/store.ts"],
    quick: ["bench/store.ts", "--generations", "60", "--readers", "20", "--seconds", "5"],
  },
  containers: {
    full: ["bench/containers/main.ts"],
    quick: ["bench/containers/main.ts", "--generations", "4", "--seconds", "4"],
  },
  library: { full: ["bench/library.ts", "--write"], quick: ["bench/library.ts", "--most", "1000"] },
  reader: { full: ["bench/reader.ts"], quick: ["bench/reader.ts", "--requests", "3", "--pages", "1"] },
  scan: {
    full: ["bench/scan.ts", "--only", "prose"],
    quick: ["bench/scan.ts", "--only", "varied prose: save", "--runs", "1"],
  },
  lighthouse: {
    full: ["bench/lighthouse.ts", "--runs", "3"],
    quick: ["bench/lighthouse.ts", "--runs", "1"],
  },
}

const { values, positionals } = parseArgs({
  options: { quick: { type: "boolean", default: false } },
  allowPositionals: true,
})
const unknown = positionals.filter((name) => !Object.hasOwn(BENCHES, name))
if (unknown.length > 0) {
  console.error(`no bench: ${unknown.join(", ")}; there are ${Object.keys(BENCHES).join(", ")}`)
  process.exitCode = 1
} else if (await buildWhenNeeded()) {
  const benches = Object.entries(BENCHES)
    .filter(([name]) => positionals.length === 0 || positionals.includes(name))
    .map(([name, { full, quick }]) => ({ name, command: values.quick ? quick : full }))
  if (values.quick) console.log("a quick run: its figures mean nothing, and nothing is written")
  process.exitCode = (await runBenches(benches, values.quick ? null : PERFORMANCE)) ? 0 : 1
} else {
  process.exitCode = 1
}
