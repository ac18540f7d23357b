import { alignedTable, atMost, valueCell } from "./figures.ts"
import { median } from "./streams/text.ts"

/** The same figure, measured several times. */
export interface Repeated {
  name: string
  /** Empty for a ratio. */
  unit: string
  values: readonly number[]
}

/** How often something is measured, as a command is told it. */
export function timesIn(text: string, most: number): number {
  const times = Number(text)
  if (!Number.isInteger(times) || times < 1 || times > most)
    throw new RangeError(`not a whole number from 1 to ${most}: ${text}`)
  return times
}

/** Prints how far each figure spreads and, as the last line, one JSON object with all that was measured. */
export function printSpreads(measured: readonly Repeated[]): void {
  const rows = measured.map(({ name, unit, values }) => {
    const isWhole = values.every(Number.isFinite)
    const spread = [Math.min(...values), median(values), Math.max(...values)]
    return [name, ...spread.map((value) => valueCell(atMost(name, isWhole ? value : Number.NaN, null, unit)))]
  })
  console.log(alignedTable(["Figure", "Lowest", "Median", "Highest"], rows))
  console.log(JSON.stringify({ measured }))
}
