import type { Result } from "./generation-run.ts"

/** The figures of a run; everything but the first five rows has to be 0. */
export interface Figures {
  generations: number
  done: number
  stopped: number
  failed: number
  withdrawn: number
  lost: number
  duplicated: number
  stuck: number
}

export function figuresOf(results: readonly Result[]): Figures {
  const count = (holds: (end: string) => boolean) => results.filter(({ end }) => holds(end)).length
  const total = (of: (result: Result) => number) => results.reduce((sum, result) => sum + of(result), 0)
  return {
    generations: results.length,
    done: count((end) => end === "done"),
    stopped: count((end) => end === "stopped"),
    failed: count((end) => end.startsWith("failed")),
    withdrawn: total(({ withdrawn }) => withdrawn),
    lost: total(({ lost }) => lost),
    duplicated: total(({ duplicated }) => duplicated),
    stuck: count((end) => end === "stuck"),
  }
}

/** One line for each fault and one for all. Silence: the longest time that any reader waited for text. */
export function tableOf(results: readonly Result[]): string {
  const names = [...new Set(results.map(({ fault }) => fault))].sort()
  const rows = [...names, "all"].map((name) => {
    const of = results.filter(({ fault }) => name === "all" || fault === name)
    const { generations, done, stopped, failed, withdrawn, lost, duplicated, stuck } = figuresOf(of)
    const silence = (Math.max(...of.map(({ silenceMs }) => silenceMs)) / 1_000).toFixed(1)
    return [name, generations, done, stopped, failed, withdrawn, silence, lost, duplicated, stuck].map(String)
  })
  return [HEAD, ...rows].map((row) => row.map(padded).join(" ")).join("\n")
}

const HEAD = ["fault", "runs", "done", "stop", "fail", "reset", "silent s", "lost", "doubled", "stuck"]
const NAME_WIDTH = 26
const WIDTH = 8

function padded(cell: string, column: number): string {
  return column === 0 ? cell.padEnd(NAME_WIDTH) : cell.padStart(WIDTH)
}
