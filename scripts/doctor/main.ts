/** `npm run doctor`: tests the backend and the model that the app would run with, and says what to set. */
import { parseArgs } from "node:util"
import { checkBackend } from "./backend.ts"
import { type CheckedBackend, dataFolder, readEnvironment } from "./environment.ts"
import { doctorLines, environmentMessages } from "./environment-messages.ts"
import { type Finding, printed } from "./finding.ts"
import { checkModel } from "./model.ts"
import { NOVEL_TOKENS } from "./window.ts"

const PARTS = ["backend", "model"]
const ASK_MS = 2_000
const STOPPED = 130

const stopping = new AbortController()
let wrongs = 0
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stopping.abort())

try {
  const options = readOptions()
  if (options) await examine(options)
  else fail(doctorLines.usage)
} catch (error) {
  // The message alone: a stack helps nobody here, and what a database adds may quote somebody's text.
  if (stopping.signal.aborted) fail(doctorLines.stopped, STOPPED)
  else fail(doctorLines.failed((error as Error).message))
}

interface Options {
  only: string | undefined
  windowTokens: number
}

function readOptions(): Options | null {
  try {
    const { values } = parseArgs({ options: { only: { type: "string" }, window: { type: "string" } } })
    const windowTokens = Number(values.window ?? NOVEL_TOKENS)
    const isKnown = values.only === undefined || PARTS.includes(values.only)
    return isKnown && Number.isInteger(windowTokens) && windowTokens > 0
      ? { only: values.only, windowTokens }
      : null
  } catch {
    return null
  }
}

async function examine({ only, windowTokens }: Options): Promise<void> {
  const { findings, backend, model, contextTokens } = await readEnvironment(process.env)
  for (const finding of findings) print(finding)
  if (only !== "model") await examineBackend(backend)
  if (only !== "backend") {
    console.log(doctorLines.model)
    if (model) await printAll(checkModel({ endpoint: model, contextTokens, windowTokens }, stopping.signal))
    else print(environmentMessages.noModel())
  }
  console.log(wrongs === 0 ? doctorLines.allRight : doctorLines.wrong(wrongs))
  process.exitCode = wrongs === 0 ? 0 : 1
}

async function examineBackend(backend: CheckedBackend | null): Promise<void> {
  console.log(doctorLines.backend)
  const isEmbedded = !process.env.SUPABASE_URL
  if (isEmbedded && !(backend && (await isRunning(backend)))) {
    print(environmentMessages.notRunning(dataFolder(process.env)))
    return
  }
  if (isEmbedded) print(environmentMessages.embedded(dataFolder(process.env)))
  if (backend) await printAll(checkBackend(backend, stopping.signal))
  else print(environmentMessages.backendSkipped())
}

async function isRunning({ url }: CheckedBackend): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(ASK_MS) }).then(
    () => true,
    () => false,
  )
}

async function printAll(findings: AsyncIterable<Finding>): Promise<void> {
  for await (const finding of findings) {
    print(finding)
    stopping.signal.throwIfAborted()
  }
}

function print(finding: Finding): void {
  if (finding.verdict === "wrong") wrongs += 1
  console.log(printed(finding))
}

function fail(message: string, code = 1): void {
  console.error(message)
  process.exitCode = code
}
