/**
 * Runs the writing engine against every scenario of the scripted upstream, over real HTTP and with the
 * real `openai` SDK: scenarios x lengths x new and continued. The seed varies the prose and the points
 * at which the upstream misbehaves.
 *
 *   npm run bench:writing -- [--seed N] [--scenario name] [--lengths 1,5] [--sample N]
 *
 * Without --seed it picks one and prints it. --sample runs this many cases, drawn by the seed. The last
 * line is one JSON object. The exit code is 1 when a target is missed.
 *
 * Definitions
 * - in band: 0.92-1.08 of the requested length, in characters as `countCharacters` counts them.
 * - score: LongWriter's length score, by our count; "LW" is the same score by LongWriter's own count
 *   (Han characters and Latin words). They are never mixed.
 * - "enough": scenarios in which the upstream yields enough text, which are those without an `end` in
 *   tests/support/upstream/scenarios.ts. In the others, the last and repeated reply is an
 *   error, a refusal, silence or an empty answer.
 * - lost, cut, thrown away, ended early, noise: see account.ts; joins, repetitions and copies: see measures.ts.
 * - closed: the text ends with the sentence with which the model closed its story. Wherever the model's last
 *   answer fits 1.08 of the target together with the text before it, that is a target; see ending.ts.
 * - sent: the rules, the visitor's wish, the plan, the end of the text so far, the notes on the reference and
 *   a token limit stand in every call that needs them; see sent.ts.
 * - calls and prompt tokens: all that the upstream received, tokens estimated (one per Chinese
 *   character, one per four Latin letters). Tokens out are what the upstream reports, thoughts included.
 * - new: prompt tokens beyond the longest beginning that an earlier prompt shares, which no cache can know.
 * - baseline: the same scenario and seed, one call with `max_tokens`, without the engine.
 * - time: that of the engine per character, divided by that of the baseline, of runs without silence or errors; the median.
 * - processor time: see cost.ts; the same novels whatever the options are.
 *
 * `npm run bench:mutations` shows that the bench notices a broken engine; run it after a change of the bench.
 */
import { parseArgs } from "node:util"
import { NOVEL_LENGTHS, type NovelLength } from "#app/domain/novel-length.ts"
import { seededRandom } from "../../tests/support/upstream/prose.ts"
import { SCENARIOS, scenarioNamed } from "../../tests/support/upstream/scenarios.ts"
import { processorMicrosPerCharacter } from "./cost.ts"
import { contextGrowth, type Figures, figuresOf, missesOf, type Row, rowsOf, timeRatio } from "./report.ts"
import { type Case, MODES, type Run, runCase, yieldsEnough } from "./run.ts"

const RUNS_AT_ONCE = 6
const SEED_MAX = 1_000_000
const CELL_MIN = 5

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    scenario: { type: "string" },
    lengths: { type: "string" },
    sample: { type: "string" },
  },
})
const seed = values.seed === undefined ? Math.floor(Math.random() * SEED_MAX) : Number(values.seed)
const scenarios = values.scenario === undefined ? SCENARIOS : values.scenario.split(",").map(scenarioNamed)
const lengths = lengthsOf(values.lengths)
console.log(`seed ${seed}`)

const microsPerCharacter = await processorMicrosPerCharacter()
const began = performance.now()
const runs = await runAll(sampled(casesOf(), values.sample))
report(runs)

/** A case has the same seed whatever else runs, so that a case that missed a target can run alone. */
function casesOf(): Case[] {
  return scenarios.flatMap((scenario) =>
    lengths.flatMap((length) =>
      MODES.map((mode, which) => {
        const at = SCENARIOS.indexOf(scenario) * 10 + length * 2 + which
        return { scenario, length, mode, seed: seed * 10_007 + at * 31 }
      }),
    ),
  )
}

function sampled(cases: Case[], size: string | undefined): Case[] {
  if (size === undefined) return cases
  const random = seededRandom(seed)
  return cases
    .map((one) => ({ one, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, Number(size))
    .map(({ one }) => one)
}

async function runAll(cases: Case[]): Promise<Run[]> {
  const done: Run[] = []
  const waiting = cases.entries()
  const worker = async () => {
    for (const [at, one] of waiting) done[at] = await runCase(one)
  }
  await Promise.all(Array.from({ length: RUNS_AT_ONCE }, worker))
  return done
}

function report(runs: Run[]): void {
  const enough = runs.filter(({ scenario }) => yieldsEnough(scenario))
  const others = runs.filter(({ scenario }) => !yieldsEnough(scenario))
  const rows = rowsOf(runs)
  const ofEnough = { name: "ALL THAT YIELD ENOUGH", ...figuresOf(enough) }
  const ofOthers = { name: "ALL OTHERS", ...figuresOf(others) }
  const misses = missesOf(runs)
  const growth = contextGrowth(enough)
  const time = timeRatio(enough)

  printTable([...rows, ofEnough, ofOthers].filter((row) => row.runs > 0))
  if (growth)
    console.log(
      `uncached prompt tokens per 1,000 characters: ${round(growth.short)} at the shortest length, ${round(growth.long)} at the longest, ${growth.ratio.toFixed(2)} times`,
    )
  if (time !== null) console.log(`time per character: ${time.toFixed(2)} times that of one plain call`)
  console.log(`processor time per character: ${microsPerCharacter.toFixed(1)} µs`)
  for (const { row, target, at } of misses) {
    console.log(`MISSED ${row}: ${target} (${at.length})`)
    for (const where of at.slice(0, 4)) console.log(`    ${where}`)
  }
  const seconds = Math.round((performance.now() - began) / 1_000)
  console.log(`${runs.length} runs in ${seconds} s, ${misses.length} targets missed, seed ${seed}`)
  console.log(
    JSON.stringify({
      seed,
      lengths,
      seconds,
      microsPerCharacter,
      enough: ofEnough,
      others: ofOthers,
      contextGrowth: growth,
      timeRatio: time,
      misses,
      rows,
    }),
  )
  process.exitCode = misses.length > 0 ? 1 : 0
}

function printTable(rows: Row[]): void {
  const columns: [string, (row: Figures) => string][] = [
    ["runs", ({ runs }) => String(runs)],
    ["band", ({ inBand }) => percent(inBand)],
    ["score", ({ score }) => score.toFixed(1)],
    ["worst", ({ worst }) => worst.toFixed(1)],
    ["LW", ({ longWriterScore }) => longWriterScore.toFixed(1)],
    ["ends", ({ finished }) => percent(finished)],
    ["as named", ({ expectedEnd }) => percent(expectedEnd)],
    ["joins", ({ duplicatedAtJoins }) => String(duplicatedAtJoins)],
    ["again", ({ duplicatedAnywhere }) => String(duplicatedAnywhere)],
    ["paras", ({ repeatedParagraphs }) => String(repeatedParagraphs)],
    ["copied", ({ verbatim }) => String(verbatim)],
    ["noise", ({ noise }) => String(noise)],
    ["lost", ({ lost }) => String(lost)],
    ["cut", ({ cutOff }) => String(cutOff)],
    ["thrown", ({ thrownAway }) => String(thrownAway)],
    ["early", ({ endedEarly }) => String(endedEarly)],
    ["closed", ({ closed }) => percent(closed)],
    ["calls", ({ callsPerRun }) => callsPerRun.toFixed(1)],
    ["calls/k", ({ callsPer1000 }) => callsPer1000.toFixed(2)],
    ["tokens/k", ({ promptTokensPer1000 }) => String(round(promptTokensPer1000))],
    ["out/k", ({ outputTokensPer1000 }) => String(round(outputTokensPer1000))],
    ["new/k", ({ uncachedTokensPer1000 }) => String(round(uncachedTokensPer1000))],
    ["| alone: band", ({ baselineInBand }) => percent(baselineInBand)],
    ["score", ({ baselineScore }) => baselineScore.toFixed(1)],
    ["worst", ({ baselineWorst }) => baselineWorst.toFixed(1)],
    ["ends", ({ baselineFinished }) => percent(baselineFinished)],
  ]
  const widest = Math.max(...rows.map(({ name }) => name.length))
  const line = (name: string, cells: string[]) =>
    name.padEnd(widest) +
    cells.map((cell, at) => cell.padStart(Math.max(CELL_MIN, columns[at]?.[0].length ?? 0) + 2)).join("")
  console.log(
    line(
      "",
      columns.map(([title]) => title),
    ),
  )
  for (const row of rows)
    console.log(
      line(
        row.name,
        columns.map(([, cell]) => cell(row)),
      ),
    )
}

function lengthsOf(list: string | undefined): NovelLength[] {
  if (list === undefined) return [...NOVEL_LENGTHS]
  const asked = list.split(",").map(Number)
  return NOVEL_LENGTHS.filter((length) => asked.includes(length))
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share === 1 || share === 0 ? 0 : 1)}%`
}

function round(value: number): number {
  return Math.round(value)
}
