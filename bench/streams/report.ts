import type { Figure } from "../figures.ts"

/** One measured row with its target. Ratios compare our figure with the relay's from the same run. */
export interface Row {
  row: string
  what: string
  n: string
  ours: string
  relay: string
  ratio: string
  target: string
  /** Null where it could not be measured here. */
  reached: boolean | null
  /** Text or calls went wrong; the run then exits with 1. */
  isBroken: boolean
  figures: Record<string, unknown>
  /** Its numbers, each beside its target. */
  numbers: Figure[]
}

export function printRows(rows: readonly Row[]): void {
  for (const { row, what, n, ours, relay, ratio, target, reached } of rows) {
    const verdict = reached === null ? "not measured" : reached ? "reached" : "MISSED"
    console.log(`${row.padStart(3)}  ${what}  [N ${n}]`)
    console.log(
      `     ours ${ours}  |  raw relay ${relay}  |  ratio ${ratio}  |  target ${target}  |  ${verdict}`,
    )
  }
}

export function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits))
}
