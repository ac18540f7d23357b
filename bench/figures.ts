import { z } from "zod"

/** Of something that should not grow: at most this many times as much at the far end. */
export const FLAT_MAX = 2

const figureSchema = z.object({
  name: z.string(),
  /** Null where this machine could not measure it. */
  value: z.number().nullable(),
  /** Empty for a ratio. */
  unit: z.string(),
  /** Null for a figure that has none. */
  target: z.number().nullable(),
  limit: z.enum(["at most", "at least"]),
})
export const reportSchema = z.object({ figures: z.array(figureSchema).min(1) })

/** One measured number beside its target, as every bench prints it and `npm run bench` gathers it. */
export type Figure = z.output<typeof figureSchema>

/** A figure that should be small. */
export function atMost(name: string, value: number, target: number | null, unit = ""): Figure {
  return { name, value: rounded(value), unit, target, limit: "at most" }
}

/** A figure that should be great. */
export function atLeast(name: string, value: number, target: number | null, unit = ""): Figure {
  return { name, value: rounded(value), unit, target, limit: "at least" }
}

/** Whether the figure is beyond its target, or could not be held against it. */
export function isMissed({ value, target, limit }: Figure): boolean {
  if (target === null) return false
  if (value === null) return true
  return limit === "at most" ? value > target : value < target
}

/** A Markdown table of the figures, each beside its target. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.name,
    valueCell(figure),
    figure.target === null ? "" : `${figure.limit} ${withUnit(figure.target, figure.unit)}`,
    figure.target === null ? "" : isMissed(figure) ? "missed" : "reached",
  ])
  return alignedTable(["Figure", "Value", "Target", ""], rows, [1])
}

/** A figure's value with its unit, as a table has it. */
export function valueCell({ value, unit }: Pick<Figure, "value" | "unit">): string {
  return value === null ? "not measured" : withUnit(value, unit)
}

/** A Markdown table as the formatter aligns it, with numbers in these columns. */
export function alignedTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  numeric = head.map((_, at) => at).slice(1),
): string {
  const widths = head.map((_, at) => Math.max(3, ...[head, ...rows].map((cells) => cells[at]?.length ?? 0)))
  const line = (cells: readonly string[]) => {
    const padded = cells.map((cell, at) => {
      const width = widths[at] ?? 0
      return numeric.includes(at) ? cell.padStart(width) : cell.padEnd(width)
    })
    return `| ${padded.join(" | ")} |`
  }
  const rule = widths.map((width, at) =>
    numeric.includes(at) ? `${"-".repeat(width - 1)}:` : "-".repeat(width),
  )
  return [line(head), line(rule), ...rows.map(line)].join("\n")
}

/** Prints the table and, as the last line, one JSON object, which `npm run bench` reads. */
export function printFigures(figures: readonly Figure[], rest: object = {}): void {
  console.log(tableOf(figures))
  console.log(JSON.stringify({ ...rest, figures }))
}

function withUnit(value: number, unit: string): string {
  return unit === "" ? String(value) : `${value} ${unit}`
}

/** Three digits that count: 0.0123, 1.23, 123, 12345. JSON writes a number that is none as null. */
function rounded(value: number): number | null {
  if (!Number.isFinite(value)) return null
  const digits = value === 0 ? 0 : 2 - Math.floor(Math.log10(Math.abs(value)))
  return Number(value.toFixed(Math.min(6, Math.max(0, digits))))
}
