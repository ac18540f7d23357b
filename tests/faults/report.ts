import type { Result } from "./generation-run.ts"

/** Figures of a set of generations; lost, doubled and stuck have to be 0. */
export interface Figures {
  runs: number
  done: number
  stopped: number
  failed: number
  /** Characters that were shown to a reader and withdrawn. */
  reset: number
  /** The longest time that any reader waited for text. */
  silentSeconds: number
  lost: number
  doubled: number
  stuck: number
}

export interface Row {
  fault: string
  figures: Figures
}

export function rowsOf(results: readonly Result[]): Row[] {
  const names = [...new Set(results.map(({ fault }) => fault))].sort()
  return names.map((fault) => ({
    fault,
    figures: figuresOf(results.filter((result) => result.fault === fault)),
  }))
}

export function figuresOf(results: readonly Result[]): Figures {
  const count = (holds: (end: string) => boolean) => results.filter(({ end }) => holds(end)).length
  const total = (of: (result: Result) => number) => results.reduce((sum, result) => sum + of(result), 0)
  return {
    runs: results.length,
    done: count((end) => end === "done"),
    stopped: count((end) => end === "stopped"),
    failed: count((end) => end.startsWith("failed")),
    reset: total(({ withdrawn }) => withdrawn),
    silentSeconds: Math.round(Math.max(0, ...results.map(({ silenceMs }) => silenceMs)) / 100) / 10,
    lost: total(({ lost }) => lost),
    doubled: total(({ duplicated }) => duplicated),
    stuck: count((end) => end === "stuck" || end === "gone"),
  }
}

export function tableOf(rows: readonly Row[]): string {
  const [first] = rows
  if (!first) return "no generation ran"
  const head = ["fault", ...Object.keys(first.figures).map((name) => name.replace("Seconds", " s"))]
  const lines = rows.map(({ fault, figures }) => [fault, ...Object.values(figures).map(String)])
  return [head, ...lines].map((cells) => cells.map(padded).join(" ")).join("\n")
}

const NAME_WIDTH = 26
const WIDTH = 8

function padded(cell: string, column: number): string {
  return column === 0 ? cell.padEnd(NAME_WIDTH) : cell.padStart(WIDTH)
}
