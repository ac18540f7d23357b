/**
 * `npm run bench:library -- --write`: what a page of one's own novels, a search, a shared novel and an author's page cost
 * as novels become more, on a plain Postgres. `--write` puts the times and the plans into docs/performance.md, and
 * `--most 1000` fills no shelf with more. Takes a minute or two. The last line is one JSON object.
 *
 * `npm run bench:library -- equal --times 20` compares two shelves of ten long novels each instead, in some three
 * minutes: the list, and the searches that find at once. It tells how far a ratio is from 1 by noise alone.
 *
 * Definitions
 * - long novels: of 10,000 characters; the others have some hundred.
 * - Each shelf has a Postgres of its own, and those of a table take turns: one request each, as the API sends it, with
 *   its transaction. A time is the median of at least 15 turns, or of as many as fit into two seconds, in five rounds
 *   through all requests.
 * - equal: as many novels, as long; lowest, median and highest ratio of the second shelf's time to the first one's, each
 *   from a whole measurement as a table's column takes it.
 * - flat: with the most novels at most twice the time with the fewest. A shelf holds 2,000 (see supabase/migrations);
 *   100,000 in one show that nothing grows with it.
 */
import { parseArgs } from "node:util"
import { PERFORMANCE, writeMeasured } from "./document.ts"
import { measureEqualShelves } from "./equal-shelves.ts"
import { alignedTable, atMost, type Figure, FLAT_MAX, printFigures } from "./figures.ts"
import { thisOccasion, told } from "./machine.ts"
import {
  LONG_PHRASES,
  measureShelves,
  publicNovels,
  REQUESTS,
  type RequestName,
  SHORT_PHRASES,
  type Shelf,
  shared,
  shelfOf,
  shelfOfMany,
  stopShelves,
  type Times,
  type Who,
} from "./shelves.ts"
import { printSpreads, timesIn } from "./spread.ts"

/** A search that finds all ends with the 61st novel, which 10 don't have. */
const LONG_COUNTS = [10, 100, 1_000]
const EQUAL_TIMES_MAX = 100
const ALL_ROWS = Object.keys(REQUESTS) as RequestName[]

const { values, positionals } = parseArgs({
  options: {
    write: { type: "boolean", default: false },
    most: { type: "string", default: "100000" },
    times: { type: "string", default: "20" },
  },
  allowPositionals: true,
})
const [mode = "growth", ...more] = positionals
if (mode === "equal" && more.length === 0) {
  printSpreads(await measureEqualShelves(timesIn(values.times, EQUAL_TIMES_MAX)))
} else if (mode === "growth" && more.length === 0) {
  await measureGrowth()
} else {
  console.error(`no such part of the bench: ${positionals.join(" ")}; there is equal`)
  process.exitCode = 1
}

async function measureGrowth(): Promise<void> {
  const counts = [10, 1_000, 100_000].filter((count) => count <= Number(values.most))
  const most = Math.max(...counts)
  try {
    const short: Shelf[] = []
    for (const count of counts) short.push(await shelfOf(`${count} of one author`, count, SHORT_PHRASES))
    const deepest = short.at(-1)
    const plans = deepest ? await explain(deepest) : []
    short.push(await shelfOfMany(`${most} of many`, most))
    const shortTimes = await measureShelves(short, ALL_ROWS)
    await stopShelves()
    const long: Shelf[] = []
    for (const count of LONG_COUNTS)
      long.push(await shelfOf(`${count} of 10,000 characters`, count, LONG_PHRASES))
    const longTimes = await measureShelves(long, ALL_ROWS)
    const [server] = await Promise.all(long.map(({ database }) => database.admin`show server_version`))

    const report = [
      `${told(thisOccasion())} Postgres ${server?.[0]?.server_version}, milliseconds.`,
      table(shortTimes),
      table(longTimes),
      `Plans with ${most} novels in one shelf:`,
      ...plans.map(([name, plan]) => `${name}:\n\n\`\`\`\n${plan}\n\`\`\``),
    ].join("\n\n")
    console.log(report)
    if (values.write) writeMeasured(PERFORMANCE, "npm run bench:library -- --write", report)
    const ofOneAuthor = shortTimes.slice(0, counts.length)
    printFigures(
      [...growthOf(ofOneAuthor, counts, "novels"), ...growthOf(longTimes, LONG_COUNTS, "long novels")],
      { short: shortTimes, long: longTimes },
    )
  } finally {
    await stopShelves()
  }
}

/** The statements that list_own_novels is made of, and the two that the API sends by itself. */
async function explain({ database, author, novel }: Shelf): Promise<[string, string][]> {
  const own = `own.user_id = '${author}' and own.binned_at is null`
  const page = `select own.id, own.chars from public.novels own where ${own} order by own.created_at desc, own.id`
  const statements: [string, Who, string][] = [
    ["List, page 50", "admin", `${page} offset 588 limit 12`],
    [
      "What the list counts",
      "admin",
      `select count(*) from (select from public.novels own where ${own} limit 2001) as own`,
    ],
    ["A shared novel", null, shared(novel)],
    ["An author's page", null, publicNovels(author)],
  ]
  const plans: [string, string][] = []
  for (const [name, who, statement] of statements) {
    const explained = `explain (analyze, costs off, timing off, summary off) ${statement}`
    const rows =
      who === "admin"
        ? await database.admin.unsafe(explained)
        : await database.as(who, (sql) => sql.unsafe(explained))
    plans.push([name, rows.map((row) => row["QUERY PLAN"]).join("\n")])
  }
  return plans
}

/** The time with the most novels by that with the fewest. */
function growthOf(columns: readonly [string, Times][], ofEach: readonly number[], what: string): Figure[] {
  const [few, many] = [columns[0], columns.at(-1)]
  return Object.keys(few?.[1] ?? {}).map((row) => {
    const ratio = (many?.[1][row] ?? Number.NaN) / (few?.[1][row] ?? Number.NaN)
    return atMost(`${row}, ${ofEach.at(-1)} ${what} by ${ofEach[0]}`, ratio, FLAT_MAX)
  })
}

function table(columns: readonly [string, Times][]): string {
  const rows = Object.keys(columns[0]?.[1] ?? {}).map((row) => [
    row,
    ...columns.map(([, times]) => (times[row] ?? Number.NaN).toFixed(1)),
  ])
  return alignedTable(["", ...columns.map(([name]) => name)], rows)
}
