/**
 * What the model is shown of a story, and what that costs: the real engine and the real `openai` SDK, over
 * HTTP, against a scripted endpoint that plants facts in what it writes and keeps every request. No model, no
 * key.
 *
 *   npm run bench:memory -- [--seed N] [--sample]
 *
 * Without --seed it picks one and prints it. --sample leaves out half of the novels. The last line is one JSON
 * object. The exit code is 1 when a target is missed.
 *
 * Definitions
 * - fact: a name, an object or a promise with a key, by which plans and directions call it, and a detail, which
 *   only its sentence tells. Both are tokens that the seed makes and that stand nowhere else. There is one in
 *   every 250 characters of what the model writes, one in every 3,000 of a serial. Of five facts one is a
 *   promise that stays open.
 * - shown: the detail stands in the messages of a request, within 120 characters of its key.
 * - the model: names in its plan only what its prompt names, writes notes only on what its prompt tells, and
 *   writes 0.96-1.04 of the characters that it is asked for ("约 N 字"), in whole sentences.
 * - serial: a text to continue by 10,000 characters, with the memory that the engine keeps of it: the same model has
 *   read it in passages before, in requests that are not counted. When the product refuses one of 300,000, the longest that
 *   it takes stands in its place.
 * - tokens: estimated, 0.75 per Chinese character or mark and 0.3 per other character, over all messages with
 *   their roles. Where a window is played, the seed draws the endpoint's own number, 0.65 to 1.
 * - cached: the tokens of the longest beginning that a request shares with an earlier one and the answer to it,
 *   as the endpoint sent it. The shares are those of all requests of a novel, its plan included; what is called new
 *   is four novels.
 * - hostile filters: every answer holds remarks, indents, blank lines and bold type, so that none stands in the
 *   text as it was sent.
 * - kill: the engine is stopped five times, within and between parts, and begins anew with the stored plan,
 *   notes and text. Kept is the share of the last request for prose about that text with which the first one
 *   after the kill begins.
 * - above the window: prompt and `max_tokens` together exceed it; where the endpoint cuts silently, the prompt
 *   alone. Requests without which the engine cannot know the window are allowed: none where the list of models
 *   names it, one where the error does, three where only the usage shows it (the plan, the part that begins beside
 *   it, and one that exceeds it by a hair), and three where an error only says that there is one.
 * - running ahead: the last message of a request for prose holds what a later card comes to.
 */
import { parseArgs } from "node:util"
import { EXISTING_TEXT_MAX_CHARS } from "#app/domain/limits.ts"
import { seededRandom } from "../../tests/support/upstream/prose.ts"
import { costOf, leaks, namedFactsShown, ownFactsShown, promisesShown, serialFactsShown } from "./measures.ts"
import { type Kill, type Novel, writeWithFacts } from "./novel.ts"
import { judged, printFigures, printRows, type Row } from "./table.ts"
import type { Window } from "./upstream.ts"

const SEED_MAX = 1_000_000
const SERIAL_CHARACTERS = { shorter: 100_000, longer: 300_000 }
const KILLS: readonly Kill[] = [
  { at: 0.001, moment: "inside a part" },
  { at: 0.2, moment: "between parts" },
  { at: 0.45, moment: "inside a part" },
  { at: 0.7, moment: "between parts" },
  { at: 0.93, moment: "inside a part" },
]
/** What one novel costs depends on its seed by two in a hundred, so several are counted together. */
const NEW_NOVELS = 4
const BAND = { from: 0.92, to: 1.08 }
/** Requests that may exceed a window because nothing has shown it yet. */
const UNKNOWING_REQUESTS: Record<Window["overflow"], number> = {
  told: 0,
  number: 1,
  "no-number": 3,
  silent: 3,
}

const OWN_TOKENS_PER_HAN = { from: 0.65, to: 1 }
const FOUND_WINDOW = { from: 4_096, to: 6_000 }
const WINDOWS: readonly {
  name: string
  overflow: Window["overflow"]
  tokens?: number
  isSampled: boolean
}[] = [
  { name: "a window of 4,096", overflow: "told", tokens: 4_096, isSampled: true },
  { name: "a window of 8,192", overflow: "told", tokens: 8_192, isSampled: false },
  { name: "an error that names the window", overflow: "number", isSampled: false },
  { name: "an error that does not", overflow: "no-number", isSampled: false },
  { name: "a silent cut", overflow: "silent", isSampled: true },
]

const { values } = parseArgs({ options: { seed: { type: "string" }, sample: { type: "boolean" } } })
const seed = values.seed === undefined ? Math.floor(Math.random() * SEED_MAX) : Number(values.seed)
const isSample = values.sample === true
const random = seededRandom(seed)
console.log(`seed ${seed}`)

const began = performance.now()
const novels: Record<string, Novel> = {}
const rows = (
  isSample
    ? [await ofNewNovel(), await ofSerial(SERIAL_CHARACTERS.shorter), await ofKills()]
    : [
        await ofNewNovel(),
        await ofSerial(SERIAL_CHARACTERS.shorter),
        await ofSerial(SERIAL_CHARACTERS.longer),
        await ofHostileFilters(),
        await ofKills(),
      ]
)
  .flat()
  .concat(await ofWindows())
report()

async function write(name: string, one: Omit<Parameters<typeof writeWithFacts>[0], "seed">): Promise<Novel> {
  const novel = await writeWithFacts({ ...one, seed: seed * 101 + Object.keys(novels).length })
  novels[name] = novel
  return novel
}

async function ofNewNovel(): Promise<Row[]> {
  const written: Novel[] = []
  for (let nth = 1; nth <= NEW_NOVELS; nth += 1) written.push(await write(`new novel ${nth}`, {}))
  const cost = costOf(...written)
  return [
    share("own facts in the last part's prompt", Math.min(...written.map(ownFactsShown)), 1),
    share("prompt tokens cached, new", cost.cached / cost.prompt, 0.9),
    number("uncached tokens per 1,000 characters, new", perThousand(cost.prompt - cost.cached, cost), 350),
    number("calls per 1,000 characters, new", perThousand(cost.calls, cost), 1),
    { ...number("requests that run ahead of their card", Math.max(...written.map(leaks)), 0), unit: "share" },
    inBand("new", written),
  ]
}

async function ofSerial(wanted: number): Promise<Row[]> {
  const existing = Math.min(wanted, EXISTING_TEXT_MAX_CHARS)
  const serial = `a serial of ${wanted.toLocaleString("en")}`
  const name = existing < wanted ? `${serial} (at ${existing.toLocaleString("en")})` : serial
  const novel = await write(name, { existing })
  const cost = costOf(novel)
  return [
    number(`characters refused, ${serial}`, wanted - existing, 0),
    share(`facts that card or direction name, ${name}`, namedFactsShown(novel), 0.95),
    share(`open promises (${openPromises(novel)}), ${name}`, promisesShown(novel), 1),
    share(`all its facts (${novel.existingFacts.length}), ${name}`, serialFactsShown(novel), 0.6),
    number(`longest prompt in tokens, ${name}`, cost.longestPrompt, 16_000),
    share(`prompt tokens cached, ${name}`, cost.cached / cost.prompt, 0.88),
    inBand(name, [novel]),
  ]
}

async function ofHostileFilters(): Promise<Row[]> {
  const fresh = await write("hostile filters, new", { isHostile: true })
  const continued = await write("hostile filters, continued", {
    isHostile: true,
    existing: SERIAL_CHARACTERS.shorter,
  })
  const [one, other] = [costOf(fresh), costOf(continued)]
  return [
    share("prompt tokens cached, hostile filters, new", one.cached / one.prompt, 0.8),
    share("prompt tokens cached, hostile filters, continued", other.cached / other.prompt, 0.8),
    number(
      "uncached tokens per 1,000 characters, hostile filters, new",
      perThousand(one.prompt - one.cached, one),
      1_000,
    ),
    inBand("hostile filters", [fresh, continued]),
  ]
}

async function ofKills(): Promise<Row[]> {
  const fresh = await write("killed five times, new", { kills: KILLS })
  const continued = await write("killed five times, continued", {
    kills: KILLS,
    existing: SERIAL_CHARACTERS.shorter,
  })
  const kept = [...fresh.resumed, ...continued.resumed].map((resumed) => resumed.kept)
  return [
    share("prefix kept over a kill, at the least", Math.min(...kept), 1),
    inBand("killed five times", [fresh, continued]),
  ]
}

async function ofWindows(): Promise<Row[]> {
  const found: Row[] = []
  for (const { name, overflow, tokens = Math.round(between(FOUND_WINDOW)), isSampled } of WINDOWS) {
    const window = { tokens, overflow, tokensPerHan: between(OWN_TOKENS_PER_HAN) }
    if (isSample && !isSampled) continue
    const written = [
      await write(`${name}, new`, { window }),
      await write(`${name}, continued`, { window, existing: SERIAL_CHARACTERS.shorter }),
    ]
    const above = written.map(({ exchanges }) => exchanges.filter(({ isOverWindow }) => isOverWindow).length)
    const excess = above.map((requests) => Math.max(0, requests - UNKNOWING_REQUESTS[overflow]))
    found.push(number(`requests above the window, ${name}`, Math.max(...excess), 0), inBand(name, written))
  }
  return found
}

function report(): void {
  const all = rows.map(judged)
  printRows(all)
  const costs = Object.fromEntries(Object.entries(novels).map(([name, novel]) => [name, figuresOf(novel)]))
  printFigures(costs)
  const missed = all.filter(({ holds }) => !holds)
  const seconds = Math.round((performance.now() - began) / 1_000)
  console.log(`${all.length} measures in ${seconds} s, ${missed.length} targets missed, seed ${seed}`)
  console.log(JSON.stringify({ seed, isSample, seconds, missed: missed.length, rows: all, novels: costs }))
  process.exitCode = missed.length > 0 ? 1 : 0
}

function figuresOf(novel: Novel) {
  const { calls, prompt, cached, output, characters } = costOf(novel)
  return { end: novel.end, characters, calls, prompt, cached, output }
}

function share(name: string, value: number, atLeast: number): Row {
  return { name, value, unit: "share", target: { atLeast } }
}

function number(name: string, value: number, atMost: number): Row {
  return { name, value, unit: "number", target: { atMost } }
}

function inBand(name: string, written: readonly Novel[]): Row {
  const isInBand = ({ end, share }: Novel) => end === "done" && share >= BAND.from && share <= BAND.to
  return share(`in the band, ${name}`, written.filter(isInBand).length / written.length, 1)
}

function openPromises({ existingFacts }: Novel): number {
  return existingFacts.filter(({ kind }) => kind === "promise").length
}

function perThousand(value: number, { characters }: { characters: number }): number {
  return (value / Math.max(1, characters)) * 1_000
}

function between({ from, to }: { from: number; to: number }): number {
  return from + random() * (to - from)
}
