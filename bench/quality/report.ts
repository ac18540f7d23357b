import type { Price } from "./config.ts"
import type { Figures, SideFigures, Tally } from "./figures.ts"
import { moneyFor, type Spending } from "./spending.ts"

const NAME_WIDTH = 34
const CELL_WIDTH = 10

/** A line of the table of costs. */
export interface Payer {
  name: string
  spending: Spending
  price: Price | undefined
}

/** Calls, tokens and money of each endpoint, and the money in all per currency. */
export function costLines(payers: readonly Payer[]): string[] {
  const lines = payers.map(({ name, spending, price }) => {
    const money = moneyFor(spending, price)
    const cells = [spending.calls, spending.tokensIn, spending.tokensOut].map((count) =>
      Math.ceil(count).toLocaleString("en-US").padStart(13),
    )
    return `${named(name)}${cells.join("")}  ${money === null ? "no price given" : `${money.toFixed(2)} ${price?.currency}`}`
  })
  const head = `${"".padEnd(NAME_WIDTH)}${["calls", "tokens in", "tokens out"].map((title) => title.padStart(13)).join("")}  money`
  const totals = [...moneyByCurrency(payers)].map(([currency, money]) => `${money.toFixed(2)} ${currency}`)
  return [head, ...lines, ...(totals.length > 0 ? [`in all: ${totals.join(" + ")}`] : [])]
}

/** The money of all endpoints that have a price, per currency. */
export function moneyByCurrency(payers: readonly Payer[]): Map<string, number> {
  const money = new Map<string, number>()
  for (const { spending, price } of payers) {
    if (price) money.set(price.currency, (money.get(price.currency) ?? 0) + (moneyFor(spending, price) ?? 0))
  }
  return money
}

/** The figures for people: the duel, then what each side's texts are like. */
export function figureLines(figures: Figures, names: { a: string; b: string }): string[] {
  const tallies = [
    ["overall", figures.overall],
    ...Object.entries(figures.byGroup).map(([group, tally]) => [`overall, ${group}`, tally]),
    ...Object.entries(figures.byDimension),
  ] as [string, Tally][]
  return [
    `${names.a}; ${names.b}; ${figures.pairs} pairs, ${figures.notJudged} of them not judged`,
    "",
    row("", ["A wins", "B wins", "ties", "split", "unparsed", "  A's win rate, 95 %"]),
    ...tallies.map(([name, tally]) => tallyLine(name, tally)),
    "",
    row("", ["A", "B"]),
    ...sideLines(figures.a, figures.b),
    `most repeated in A: ${figures.a.tics.mostRepeated.join(" ")}`,
    `most repeated in B: ${figures.b.tics.mostRepeated.join(" ")}`,
    "",
    ...(figures.continuationsLeftOut > 0
      ? [`${figures.continuationsLeftOut} continuations left out: A did not finish the long text.`]
      : []),
    "split: the two orders disagree. A win rate counts agreeing verdicts that are no tie.",
  ]
}

function tallyLine(name: string, { winsA, winsB, ties, split, unparsed, winRateA, interval }: Tally): string {
  const rate = winRateA === null ? "-" : percent(winRateA)
  const range = interval === null ? "" : ` (${percent(interval[0])}-${percent(interval[1])})`
  return row(name, [...[winsA, winsB, ties, split, unparsed].map(String), `  ${rate}${range}`])
}

function sideLines(a: SideFigures, b: SideFigures): string[] {
  const line = (name: string, cell: (side: SideFigures) => string) => row(name, [cell(a), cell(b)])
  return [
    line("texts written", (side) => String(side.written)),
    line("texts missing / broken", (side) => `${side.missing} / ${side.broken}`),
    line("characters", (side) => String(side.characters)),
    line("length score", (side) => side.lengthScore.toFixed(1)),
    line("in 0.92-1.08 of the length", (side) => percent(side.inBand)),
    line("finished endings", (side) => percent(side.endsFinished)),
    line("contradictions per 10,000", ({ contradictions }) => figure(contradictions.per10000)),
    line("  true quotes / dropped pairs", ({ contradictions: { kept, dropped } }) => `${kept} / ${dropped}`),
    line(
      "  unparsed / missing answers",
      ({ contradictions: { unparsed, missing } }) => `${unparsed} / ${missing}`,
    ),
    line("quiz: respected", ({ quiz }) => (quiz?.share == null ? "-" : percent(quiz.share))),
    line("  respected / broken", ({ quiz }) => (quiz ? `${quiz.respected} / ${quiz.broken}` : "-")),
    line("  untouched / untrue quote", ({ quiz }) => (quiz ? `${quiz.untouched} / ${quiz.unverified}` : "-")),
    line("  unparsed / missing answers", ({ quiz }) => (quiz ? `${quiz.unparsed} / ${quiz.missing}` : "-")),
    ...Object.keys({ ...a.tics.byKind, ...b.tics.byKind }).map((kind) =>
      line(`tics per 1,000: ${kind}`, ({ tics }) => figure(tics.byKind[kind] ?? 0)),
    ),
    line("repeated runs per 1,000", ({ tics }) => figure(tics.repeats)),
  ]
}

function row(name: string, cells: string[]): string {
  return named(name) + cells.map((cell) => cell.padStart(CELL_WIDTH)).join("")
}

/** A terminal gives a Chinese character two columns. */
function named(name: string): string {
  const wide = name.match(/\p{Script=Han}/gu)?.length ?? 0
  return name.padEnd(NAME_WIDTH - wide)
}

function figure(value: number | null): string {
  return value === null ? "-" : value.toFixed(2)
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`
}
