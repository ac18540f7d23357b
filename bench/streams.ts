/** draft */
import { measureDurability } from "./streams-durable.ts"
import { measureLoad } from "./streams-load.ts"
import { endAll } from "./streams-processes.ts"
import { printRows } from "./streams-report.ts"

const which = process.argv[2]
const rows = [
  ...(which === "durable" ? [] : await measureLoad()),
  ...(which === "load" ? [] : await measureDurability()),
]
await endAll()
printRows(rows)
console.log(JSON.stringify({ rows }))
process.exitCode = rows.some(({ isCorrectness, reached }) => isCorrectness && reached === false) ? 1 : 0
