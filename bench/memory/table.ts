/** One measured value. Shares are 0 to 1. */
export interface Row {
  name: string
  value: number
  unit: "share" | "number"
  /** The value is at least or at most this. */
  target: { atLeast: number } | { atMost: number }
}

export interface Judged extends Row {
  holds: boolean
}

const NAME_CELLS = 66
const VALUE_CELLS = 10

export function judged(row: Row): Judged {
  const { value, target } = row
  const holds = "atLeast" in target ? value >= target.atLeast : value <= target.atMost
  return { ...row, holds }
}

export function printRows(rows: readonly Judged[]): void {
  console.log(line("", "value", "target", ""))
  for (const { name, value, unit, target, holds } of rows) {
    const bound = "atLeast" in target ? `≥ ${shown(target.atLeast, unit)}` : `≤ ${shown(target.atMost, unit)}`
    console.log(line(name, shown(value, unit), bound, holds ? "" : "MISSED"))
  }
}

/** A table of figures under their own names, one line for each entry. */
export function printFigures(
  byName: Readonly<Record<string, Readonly<Record<string, string | number>>>>,
): void {
  const [first] = Object.values(byName)
  if (!first) return
  const cells = (values: readonly (string | number)[]) =>
    values.map((value) => String(value).padStart(VALUE_CELLS)).join("")
  console.log("".padEnd(NAME_CELLS - VALUE_CELLS) + cells(Object.keys(first)))
  for (const [name, figures] of Object.entries(byName)) {
    console.log(name.padEnd(NAME_CELLS - VALUE_CELLS) + cells(Object.values(figures)))
  }
}

function line(name: string, value: string, target: string, verdict: string): string {
  return `${name.padEnd(NAME_CELLS)}${value.padStart(VALUE_CELLS)}  ${target.padEnd(VALUE_CELLS)}${verdict}`.trimEnd()
}

function shown(value: number, unit: Row["unit"]): string {
  if (unit === "share") return `${(Math.floor(value * 1_000) / 10).toLocaleString("en")} %`
  return (Math.ceil(value * 100) / 100).toLocaleString("en")
}
