import {
  LONG_PHRASES,
  measureShelves,
  type RequestName,
  type Shelf,
  shelfOf,
  stopShelves,
  type Times,
} from "./shelves.ts"
import type { Repeated } from "./spread.ts"

const NOVELS = 10
/** What has the same work to do however many novels there are. A search for what is rare reads the whole shelf. */
const ROWS: readonly RequestName[] = [
  "list, page 1",
  "list, page 50",
  "search: a common word",
  "search: a common character",
]

/** The ratios between two shelves of as many long novels, which would all be 1 on a machine without noise. */
export async function measureEqualShelves(times: number): Promise<Repeated[]> {
  try {
    const shelves: Shelf[] = []
    for (const name of ["first", "second"]) shelves.push(await shelfOf(name, NOVELS, LONG_PHRASES))
    const ratios = new Map(ROWS.map((row): [RequestName, number[]] => [row, []]))
    for (let nth = 1; nth <= times; nth += 1) {
      const [first, second] = await measureShelves(shelves, ROWS)
      for (const [row, values] of ratios) values.push(timeOf(row, second) / timeOf(row, first))
      console.error(`# comparison ${nth} of ${times}`)
    }
    return [...ratios].map(([row, values]) => ({
      name: `${row}, ${NOVELS} long novels by ${NOVELS}`,
      unit: "",
      values,
    }))
  } finally {
    await stopShelves()
  }
}

function timeOf(row: RequestName, measured: [string, Times] | undefined): number {
  return measured?.[1][row] ?? Number.NaN
}
