import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { ROOT } from "../scripts/children.ts"
import { writeMeasured } from "./document.ts"
import { type Figure, isMissed, reportSchema, tableOf } from "./figures.ts"
import { type Occasion, thisOccasion, told } from "./machine.ts"

/** Of one bench. What takes longer hangs. */
const TIME_LIMIT_MS = 10 * 60_000
const SECOND_MS = 1_000

export interface Bench {
  name: string
  /** The program and what it is given, from the project's root. */
  command: readonly string[]
}

interface Outcome {
  bench: string
  seconds: number
  figures: Figure[]
  /** Why the bench failed, with the figures that it printed all the same; null if it did not. */
  failure: string | null
}

/**
 * Runs the benches one after another, prints all their figures in one table and as one JSON object, and writes each
 * one's table into this document, if there is one. Returns whether none failed.
 */
export async function runBenches(benches: readonly Bench[], document: string | null): Promise<boolean> {
  const occasion = thisOccasion()
  const outcomes: Outcome[] = []
  for (const bench of benches) {
    console.log(`\n## ${bench.name}\n`)
    const outcome = await run(bench)
    outcomes.push(outcome)
    if (document && outcome.failure === null) write(document, outcome, occasion)
  }
  print(outcomes, occasion, document)
  return outcomes.every(({ failure }) => failure === null)
}

async function run({ name, command }: Bench): Promise<Outcome> {
  const from = performance.now()
  const child = spawn(process.execPath, command, {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: TIME_LIMIT_MS,
  })
  const complaints: string[] = []
  createInterface(child.stderr).on("line", (line) => {
    console.error(line)
    complaints.push(line)
  })
  // The last line is for us, so each waits for the next one.
  let last: string | null = null
  createInterface(child.stdout).on("line", (line) => {
    if (last !== null) console.log(last)
    last = line
  })
  const [code, signal] = await once(child, "close")
  const seconds = Math.round((performance.now() - from) / SECOND_MS)
  const figures = figuresIn(last ?? "")
  if (!figures && last !== null) console.log(last)
  const failure =
    code !== 0
      ? endOf(code, signal, complaints)
      : figures
        ? null
        : "its last line is no JSON object with figures"
  return { bench: name, seconds, figures: figures ?? [], failure }
}

function figuresIn(line: string): Figure[] | null {
  try {
    return reportSchema.parse(JSON.parse(line)).figures
  } catch {
    return null
  }
}

function endOf(code: number | null, signal: string | null, complaints: readonly string[]): string {
  const reason = complaints.find((line) => /^(?:\w*Error\b|.*: \w*Error:)/.test(line)) ?? complaints.at(-1)
  const end = signal ? `ended by ${signal} after ${TIME_LIMIT_MS / SECOND_MS} s at most` : `exit code ${code}`
  return reason ? `${end}: ${reason.trim()}` : end
}

function write(document: string, { bench, seconds, figures }: Outcome, occasion: Occasion): void {
  writeMeasured(
    document,
    `npm run bench -- ${bench}`,
    `${told(occasion)} ${seconds} s.\n\n${tableOf(figures)}`,
  )
}

function print(outcomes: readonly Outcome[], occasion: Occasion, document: string | null): void {
  const figures = outcomes.flatMap(({ bench, figures }) => figures.map((figure) => ({ bench, ...figure })))
  const misses = figures.filter(isMissed)
  const failed = outcomes.flatMap(({ bench, failure }) => (failure === null ? [] : { bench, failure }))
  const seconds = outcomes.reduce((sum, outcome) => sum + outcome.seconds, 0)
  console.log(`\n${told(occasion)} ${seconds} s.\n`)
  console.log(
    tableOf(figures.map(({ bench, ...figure }) => ({ ...figure, name: `${bench}: ${figure.name}` }))),
  )
  console.log(`\n${figures.length} figures, ${misses.length} targets missed, ${failed.length} benches failed`)
  for (const { bench, failure } of failed) console.log(`${bench} failed: ${failure}`)
  console.log(
    JSON.stringify({
      ...occasion,
      seconds,
      isWritten: document !== null,
      figures,
      misses: misses.map(({ bench, name }) => `${bench}: ${name}`),
      failed,
    }),
  )
}
