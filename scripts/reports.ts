/** `npm run reports -- …`: shows what readers reported and carries out what the operator decides. */
import { parseArgs } from "node:util"
import { isLongerThan, toSingleLine } from "#app/domain/text.ts"
import { type OperatorClient, operatorBackend } from "./operator-backend.ts"
import { Refusal } from "./refusal.ts"
import { dismissReport, listReports, restoreNovel, showReport, takeDown } from "./review-reports.ts"

const USAGE = `npm run reports -- list
npm run reports -- show <report>
npm run reports -- dismiss <report>
npm run reports -- take-down <novel> [--reason "one sentence to its author"]
npm run reports -- restore <novel>`
const NO_BACKEND = `No backend: set SUPABASE_URL and SUPABASE_SECRET_KEY, or keep \`npm start\` running
on the same DATA_DIR.`
const NO_ANSWER = `The backend does not answer. The embedded one answers while \`npm start\` runs on the same DATA_DIR.`
const NOVEL_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const REASON_MAX_CHARS = 200

try {
  console.log(await run(process.argv.slice(2)))
} catch (error) {
  // Prints the message alone, because the database's details may quote somebody's text.
  const { message } = error as Error
  const silent = /fetch failed/.test(message)
  console.error(error instanceof Refusal ? message : silent ? NO_ANSWER : `The command failed: ${message}`)
  process.exitCode = 1
}

async function run(parameters: string[]): Promise<string> {
  const { values, positionals } = parseArguments(parameters)
  const [command = "", subject = ""] = positionals
  const asked = commandOf(command, subject, values.reason)
  const client = operatorBackend(process.env)
  if (!client) throw new Refusal(NO_BACKEND)
  return asked(client)
}

function parseArguments(parameters: string[]) {
  try {
    return parseArgs({ args: parameters, options: { reason: { type: "string" } }, allowPositionals: true })
  } catch {
    throw new Refusal(USAGE)
  }
}

function commandOf(command: string, subject: string, reason: string | undefined) {
  if (command === "list") return listReports
  const report = /^\d{1,15}$/.test(subject) ? Number(subject) : null
  if (command === "show" && report) return (client: OperatorClient) => showReport(client, report)
  if (command === "dismiss" && report) return (client: OperatorClient) => dismissReport(client, report)
  if (!NOVEL_ID.test(subject)) throw new Refusal(USAGE)
  if (command === "restore") return (client: OperatorClient) => restoreNovel(client, subject)
  if (command !== "take-down") throw new Refusal(USAGE)
  const sentence = toSingleLine(reason ?? "")
  if (isLongerThan(sentence, REASON_MAX_CHARS))
    throw new Refusal(`The reason is longer than ${REASON_MAX_CHARS} characters.`)
  return (client: OperatorClient) => takeDown(client, subject, sentence || null)
}
