import { endAll } from "./streams-processes.ts"
import { measureLoad } from "./streams-load.ts"
import { printRows } from "./streams-report.ts"

console.error("# start")
const rows = await measureLoad()
printRows(rows)
await endAll()
console.log(JSON.stringify({ rows }))
