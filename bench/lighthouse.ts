/**
 * Lets Lighthouse judge `/` and a share page as a phone on a slow line gets them, against the target of each category.
 *
 *   npm run bench:lighthouse
 *
 * Takes some five minutes on a machine that does nothing else: another program's work counts as the page's. The last
 * line is one JSON object. Exits with 1 when a run broke, not when a figure misses its target.
 *
 * Lighthouse comes by `npx` at a fixed version, the only bench that needs the npm registry: as a dependency it would
 * bring each checkout 185 MB for what is run now and then.
 *
 * Definitions
 * - `/`: the page of a visitor who comes for the first time; without cookies, storage or a cache.
 * - share page: a public novel of 10,000 characters.
 * - score: Lighthouse's, of 100, with its own mobile settings: a screen of 412 x 823, a line of 1.6 Mbit/s and 150 ms,
 *   and a processor that is four times slower, the last two simulated. The median of the runs, one after another.
 * - script, all: what went over the line, as it is packed there, and in how many requests; the median run's.
 * - FCP, LCP, TBT: Lighthouse's first and largest contentful paint, and for how long the main thread was blocked.
 */
import { execFile } from "node:child_process"
import { parseArgs, promisify } from "node:util"
import { buildWhenNeeded } from "../scripts/build-when-needed.ts"
import { CHROMIUM_ARGS, findChromium } from "../scripts/chromium.ts"
import { startEmbeddedBackend } from "../tests/support/backend/embedded-backend.ts"
import { atLeast, atMost, type Figure, printFigures } from "./figures.ts"
import { publishNovel } from "./pages/published-novel.ts"
import { endAll, startApp } from "./streams/processes.ts"
import { round } from "./streams/report.ts"
import { median } from "./streams/text.ts"

const LIGHTHOUSE = "lighthouse@12.8.2"
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const
const TARGETS: Record<Category, number> = {
  performance: 98,
  accessibility: 98,
  "best-practices": 98,
  seo: 100,
}
const SCRIPT_MAX = { kilobytes: 60, requests: 6 }
const REPORT_MAX_BYTES = 64 * 1_024 * 1_024

const { values } = parseArgs({ options: { runs: { type: "string", default: "5" } } })
const runs = Number(values.runs)

type Category = (typeof CATEGORIES)[number]

interface Sent {
  kilobytes: number
  requests: number
}

interface Run {
  scores: Record<Category, number>
  script: Sent
  all: Sent
  fcpMs: number
  lcpMs: number
  tbtMs: number
  /** The audits that cost the categories points, without those of performance, which always do. */
  faults: string[]
}

/** The parts of Lighthouse's report that are read here. */
interface Report {
  runtimeError?: { message: string }
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; numericValue?: number; details?: { items: Transfer[] } }>
}

interface Transfer {
  url: string
  resourceType: string
  transferSize: number
}

if (await buildWhenNeeded()) await run()
else process.exitCode = 1

async function run(): Promise<void> {
  const backend = await startEmbeddedBackend()
  try {
    const id = await publishNovel(backend)
    const { port } = await startApp(0, backend)
    const chromium = await findChromium()
    const rows = []
    for (const path of ["/", `/shared/${id}`]) {
      const what = path === "/" ? path : "share page"
      rows.push({ what, ...(await measure(`http://127.0.0.1:${port}${path}`, chromium)) })
    }
    rows.forEach(print)
    printFigures(rows.flatMap(figuresOf), { runs, rows })
  } finally {
    await endAll()
    await backend.stop()
  }
}

async function measure(address: string, chromium: string): Promise<Run> {
  const all: Run[] = []
  for (let turn = 0; turn < runs; turn += 1) all.push(await judge(address, chromium))
  const scores = CATEGORIES.map((name) => [name, median(all.map(({ scores }) => scores[name]))])
  const middle = (read: (run: Run) => number) => median(all.map(read))
  return {
    scores: Object.fromEntries(scores),
    script: {
      kilobytes: middle(({ script }) => script.kilobytes),
      requests: middle(({ script }) => script.requests),
    },
    all: { kilobytes: middle(({ all }) => all.kilobytes), requests: middle(({ all }) => all.requests) },
    fcpMs: middle(({ fcpMs }) => fcpMs),
    lcpMs: middle(({ lcpMs }) => lcpMs),
    tbtMs: middle(({ tbtMs }) => tbtMs),
    faults: [...new Set(all.flatMap(({ faults }) => faults))],
  }
}

/** One run of Lighthouse. A page that it could not load, or a category without a score, breaks the bench. */
async function judge(address: string, chromium: string): Promise<Run> {
  const { stdout } = await promisify(execFile)(
    "npx",
    [
      "--yes",
      LIGHTHOUSE,
      address,
      "--quiet",
      "--output=json",
      `--only-categories=${CATEGORIES.join(",")}`,
      `--chrome-flags=--headless ${CHROMIUM_ARGS.join(" ")}`,
    ],
    { env: { ...process.env, CHROME_PATH: chromium }, maxBuffer: REPORT_MAX_BYTES },
  )
  const report: Report = JSON.parse(stdout)
  if (report.runtimeError) throw new Error(report.runtimeError.message)
  const scores = CATEGORIES.map((name) => {
    const { score } = report.categories[name]
    if (score === null) throw new Error(`no score for ${name} of ${address}`)
    return [name, round(score * 100, 0)]
  })
  const transfers = report.audits["network-requests"]?.details?.items ?? []
  const value = (audit: string) => round(report.audits[audit]?.numericValue ?? Number.NaN, 0)
  return {
    scores: Object.fromEntries(scores),
    script: sizeOf(transfers.filter(({ resourceType }) => resourceType === "Script")),
    all: sizeOf(transfers),
    fcpMs: value("first-contentful-paint"),
    lcpMs: value("largest-contentful-paint"),
    tbtMs: value("total-blocking-time"),
    faults: CATEGORIES.filter((name) => name !== "performance").flatMap((name) =>
      report.categories[name].auditRefs
        .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 1)
        .map(({ id }) => id),
    ),
  }
}

function sizeOf(transfers: readonly Transfer[]): Sent {
  const bytes = transfers.reduce((sum, { transferSize }) => sum + transferSize, 0)
  return { kilobytes: round(bytes / 1_000), requests: transfers.length }
}

function figuresOf({ what, scores, script, all }: Run & { what: string }): Figure[] {
  return [
    ...CATEGORIES.map((name) => atLeast(`${what}: ${name}, of 100`, scores[name], TARGETS[name])),
    atMost(`${what}: script before a touch`, script.kilobytes, SCRIPT_MAX.kilobytes, "KB"),
    atMost(`${what}: scripts before a touch`, script.requests, SCRIPT_MAX.requests),
    atMost(`${what}: all that is transferred`, all.kilobytes, null, "KB"),
  ]
}

function print({ what, script, all, fcpMs, lcpMs, tbtMs, faults }: Run & { what: string }): void {
  console.log(
    `${what}: script ${script.kilobytes} KB in ${script.requests} requests, all ${all.kilobytes} KB in ${all.requests} | FCP ${fcpMs} ms, LCP ${lcpMs} ms, TBT ${tbtMs} ms`,
  )
  if (faults.length > 0) console.log(`${what}: loses points by ${faults.join(", ")}`)
}
