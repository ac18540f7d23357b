/**
 * Compares two writers side by side, by a judge's verdicts and by code. For whoever has a key: it calls the
 * endpoints that it is given, so it prints an estimate of the cost first and asks. Here it has only ever run
 * against scripted endpoints; no figure of a real model comes from this repository.
 *
 *   npm run bench:quality -- --a a.json --b b.json --judge judge.json [--requests 20] [--lengths 2,5]
 *     [--continuations 5] [--long-text one.txt,two.txt] [--long-characters 60000]
 *     [--concurrency 4] [--results quality-results] [--yes]
 *
 * --a, --b and --judge take JSON or a file with it:
 *   {"mode": "engine", "url": "https://api.example.com/v1", "model": "writer-1", "keyVariable": "EXAMPLE_KEY",
 *    "body": {"temperature": 1}, "price": {"in": 1, "out": 4, "currency": "CNY"}}
 * - mode (writers only): `engine` is this checkout's engine, `engine@REV` that of another git revision (its `app`
 *   with this checkout's packages), `plain` one plain call a text.
 * - keyVariable: the environment variable that holds the key; never the key. Without it no key is sent.
 * - body: parameters for every call, for example to switch thinking off or to set `max_tokens`, which a plain call
 *   and the judge do not send by themselves; null takes a parameter away.
 * - price: money for a million tokens. patienceSeconds: for one text or answer (1800). sample: another number asks
 *   for other answers than the stored ones, and lets a writer be compared with itself. name: for the tables.
 * - existingMaxCharacters (plain): how much of the end of a long text the call shows (100000).
 *
 * Requests: the first of requests.prose.ts at every length (1-5, each 2,000 characters), then continuations of a
 * long text. --long-text gives the texts to continue (UTF-8; the file's name is no part of the prompt); without it
 * **the first writer, A, writes one** by continuing itself until --long-characters are reached, and both writers
 * continue that one. With A's own text B has the harder task, so give files when it matters.
 *
 * Every answer is stored in the results folder under what was asked; a second start asks only for what is missing.
 * Exit code: 0 complete, 1 incomplete (start again), 2 not started. The last line is one JSON object.
 *
 * Definitions
 * - pair: both writers' texts for one request. The judge compares it twice, with the texts in either order; only
 *   equal verdicts count. `split`: they differ. `unparsed`: one of them can't be read. Texts are cut to the shorter
 *   one's length at sentence ends (aligned.ts); a text under a fifth of what was asked is broken, not judged.
 * - win rate: A's wins among A's and B's, with Wilson's 95 % interval; ties stand beside it.
 * - contradictions: pairs of quotes that the judge lists, kept where code finds both quotes in the text, at places
 *   that do not overlap; blanks and punctuation don't count. Per 10,000 characters of new text.
 * - quiz: 20 questions from the old text, each with a quote that stands there. For a continuation the judge says of
 *   each: respected, broken or untouched, with a quote that code looks for in the continuation.
 * - length score, band, endings: as in bench/writing. Tics per 1,000 characters: tics.lexicon.ts, and occurrences
 *   of runs of 4 to 6 characters that stand three times or more, without those that hold a name.
 * - tokens: the endpoint's count where it gives one. The estimate takes one per Chinese character and knows nothing
 *   of thinking.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline/promises"
import { parseArgs } from "node:util"
import { NOVEL_LENGTHS, type NovelLength } from "#app/domain/novel-length.ts"
import { normaliseText } from "#app/domain/text.ts"
import { Answers } from "./answers.ts"
import { compare, type Plan, type Side } from "./compare.ts"
import { ConfigError, type EndpointConfig, readJudge, readWriter, type WriterConfig } from "./config.ts"
import { Endpoint } from "./endpoint.ts"
import { type Engine, loadEngine } from "./engine.ts"
import { figuresOf } from "./figures.ts"
import { costLines, figureLines, moneyByCurrency, type Payer } from "./report.ts"
import { DIRECTIONS, GIVEN_STORY, REQUESTS } from "./requests.prose.ts"
import { createEngineWriter, createPlainWriter, type Writer } from "./writers.ts"

const NOT_STARTED = 2
const RESULTS = join(import.meta.dirname, "../../quality-results")

const engines: Engine[] = []
try {
  process.exitCode = await main()
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = NOT_STARTED
} finally {
  for (const engine of engines) engine.remove()
}

async function main(): Promise<number> {
  const values = options()
  const configs = { a: readWriter(values.a, "a"), b: readWriter(values.b, "b") }
  const judgeConfig = readJudge(values.judge, "judge")
  const plan = planOf(values)
  const answers = new Answers(values.results)
  const makers = { a: await makerOf(configs.a), b: await makerOf(configs.b) }
  // They would share every stored text.
  if (makers.a.identity === makers.b.identity)
    throw new ConfigError('--a and --b are the same writer: give one of them another "sample"')

  const estimate = await run(true)
  const calls = estimate.payers.reduce((sum, { spending }) => sum + spending.calls, 0)
  console.log("still to ask for, estimated on the safe side, without what a model thinks:")
  for (const line of costLines(estimate.payers)) console.log(line)
  for (const name of ["a", "b"] as const)
    if (configs[name].model === judgeConfig.model)
      console.log(`The judge is the model of ${name.toUpperCase()}: one of another family is fairer.`)
  if (calls > 0 && !values.yes && !(await isConfirmed())) return NOT_STARTED

  const { comparison, payers, failures } = await run(false)
  const figures = figuresOf(comparison)
  console.log("")
  for (const line of figureLines(figures, { a: payers[0].name, b: payers[1].name })) console.log(line)
  console.log("\nspent in this start:")
  for (const line of costLines(payers)) console.log(line)
  for (const failure of failures) console.log(`FAILED ${failure}`)
  const isComplete = payers.every(({ spending }) => spending.failed + spending.skipped === 0)
  if (!isComplete) console.log("Incomplete: the same command goes on from here.")
  const spending = Object.fromEntries(payers.map((payer, at) => [["a", "b", "judge"][at], payer.spending]))
  const money = Object.fromEntries(moneyByCurrency(payers))
  const longText = values["long-text"] === undefined ? "by A" : "files"
  console.log(
    JSON.stringify({
      isComplete,
      names: payers.map(({ name }) => name),
      longText,
      ...figures,
      spending,
      money,
    }),
  )
  return isComplete ? 0 : 1

  /** Both the estimate and the run: the same steps, with endpoints that send nothing or with real ones. */
  async function run(isDry: boolean) {
    const writers = { a: makers.a.make(answers, isDry), b: makers.b.make(answers, isDry) }
    const judge = new Endpoint(judgeConfig, answers, isDry)
    const comparison = await compare(plan, writers, judge)
    const payers: [Payer, Payer, Payer] = [
      payer("a", configs.a, writers.a.endpoint),
      payer("b", configs.b, writers.b.endpoint),
      payer("judge", judgeConfig, judge),
    ]
    const failures = [writers.a.endpoint, writers.b.endpoint, judge].flatMap((endpoint, at) =>
      [...Map.groupBy(endpoint.failures, (failure) => failure)].map(
        ([failure, times]) => `${payers[at]?.name}: ${failure} (${times.length} times)`,
      ),
    )
    return { comparison, payers, failures }
  }
}

function options() {
  try {
    return parseArgs({
      options: {
        a: { type: "string" },
        b: { type: "string" },
        judge: { type: "string" },
        requests: { type: "string", default: String(REQUESTS.length) },
        lengths: { type: "string", default: "2,5" },
        continuations: { type: "string", default: String(DIRECTIONS.length) },
        "long-text": { type: "string" },
        "long-characters": { type: "string", default: "60000" },
        concurrency: { type: "string", default: "4" },
        results: { type: "string", default: RESULTS },
        yes: { type: "boolean", default: false },
      },
    }).values
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error))
  }
}

function planOf(values: ReturnType<typeof options>): Plan {
  const files = values["long-text"]?.split(",") ?? []
  return {
    requests: wholeNumber(values.requests, "requests", 0, REQUESTS.length),
    lengths: values.lengths.split(",").map(lengthOf),
    continuations: wholeNumber(values.continuations, "continuations", 0, DIRECTIONS.length),
    longTexts: files.map((file) => ({ prompt: GIVEN_STORY, text: textOf(file) })),
    longCharacters: wholeNumber(values["long-characters"], "long-characters", 1, 1_000_000),
    atOnce: wholeNumber(values.concurrency, "concurrency", 1, 64),
  }
}

function wholeNumber(value: string, option: string, min: number, max: number): number {
  const number = Number(value)
  if (value !== "" && Number.isInteger(number) && number >= min && number <= max) return number
  throw new ConfigError(`--${option} must be a whole number from ${min} to ${max}`)
}

function lengthOf(value: string): NovelLength {
  const length = NOVEL_LENGTHS.find((length) => String(length) === value.trim())
  if (length === undefined) throw new ConfigError(`--lengths takes ${NOVEL_LENGTHS.join(",")}`)
  return length
}

function textOf(file: string): string {
  try {
    const text = normaliseText(new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file))).trim()
    if (text !== "") return text
  } catch (error) {
    throw new ConfigError(`--long-text ${file}: ${error instanceof Error ? error.message : error}`)
  }
  throw new ConfigError(`--long-text ${file}: empty`)
}

interface Maker {
  /** What makes this writer's texts its own. */
  identity: string
  make(answers: Answers, isDry: boolean): Writer
}

/** Loads what a writer needs once; the writer itself is made dry or real. */
async function makerOf(config: WriterConfig): Promise<Maker> {
  const { mode, url, model, body, sample, existingMaxCharacters } = config
  if (mode === "plain") {
    return {
      identity: JSON.stringify({ mode, url, model, body, sample, existingMaxCharacters }),
      make: (answers, isDry) => createPlainWriter(config, answers, isDry),
    }
  }
  const engine = await loadEngine(mode)
  engines.push(engine)
  return {
    identity: JSON.stringify({ engine: engine.fingerprint, url, model, body, sample }),
    make: (answers, isDry) => createEngineWriter(config, engine, answers, isDry),
  }
}

function payer(role: Side | "judge", config: EndpointConfig & { mode?: string }, endpoint: Endpoint): Payer {
  const name = config.name ?? [config.mode, config.model].filter(Boolean).join(" ")
  return {
    name: `${role === "judge" ? role : role.toUpperCase()}: ${name}`,
    spending: endpoint.spending,
    price: config.price,
  }
}

async function isConfirmed(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    console.error("Not started: there is nobody to ask. --yes starts without asking.")
    return false
  }
  const line = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^y(es)?$/i.test((await line.question("Start? (y/N) ")).trim())
  } finally {
    line.close()
  }
}
