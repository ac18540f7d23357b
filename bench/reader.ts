/**
 * `npm run bench:reader -- --tree ../another-checkout`: how long the page of a public novel and its author's own page
 * of it take, for texts of 10,000 and of 1,000,000 characters, from a checkout with a build. Takes about two minutes.
 * The last line is one JSON object.
 *
 * `npm run bench:reader -- bytes` takes the bytes of the author's page apart instead, in some seconds: it takes out each
 * of its pieces and compresses what is left. It fails where the page has no such piece any more.
 *
 * Definitions, each time a median
 * - growth: what a million characters take by what ten thousand take; flat is at most twice.
 * - first byte: from the request to the answer's headers, on a connection that is open already. Every request asks for
 *   another address, so that no kept page answers it, and of a long public novel for another part.
 * - html, gzip: bytes of the first response, as written and compressed.
 * - without a piece: the same response without the elements of the piece, read and written by the browser, which writes
 *   some bytes in another way. What several pieces have in common is compressed once, so they don't add up.
 * - first paint: the browser's first contentful paint, from the start of the navigation, without a cache.
 * - layout: what the browser spends on styles and layout until the page has loaded.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { gzipSync } from "node:zlib"
import { type APIRequestContext, type Browser, type Cookie, chromium, request } from "playwright"
import { CHROMIUM_ARGS, findChromium } from "../scripts/chromium.ts"
import { START_PORT } from "../tests/support/ports.ts"
import { alignedTable, atMost, type Figure, FLAT_MAX, printFigures } from "./figures.ts"
import { bytesWithout, SENT } from "./page-bytes.ts"
import { round } from "./streams/report.ts"
import { median } from "./streams/text.ts"

const LENGTHS = [10_000, 1_000_000]
const LINE = "雪夜里，站台上只有一盏灯，车来了一趟，停一分钟，又开走了。"
const PARAGRAPH_LINES = 3
const BETWEEN = "\n\n"
const CHAPTER_PARAGRAPHS = 60
const PHONE = { width: 390, height: 844 }
const READY = /http:\/\/localhost:\d+/

const GROWING = ["first byte ms", "gzip bytes", "first paint ms", "layout ms"] as const

interface Row extends Record<(typeof GROWING)[number], number> {
  page: string
  characters: number
  "html bytes": number
}

const { values, positionals } = parseArgs({
  options: {
    tree: { type: "string", default: "." },
    port: { type: "string", default: String(START_PORT) },
    requests: { type: "string", default: "15" },
    pages: { type: "string", default: "5" },
  },
  allowPositionals: true,
})
const isForBytes = positionals.join(" ") === "bytes"
if (positionals.length > 0 && !isForBytes)
  throw new Error(`no such part of the bench: ${positionals.join(" ")}; there is bytes`)
const origin = `http://localhost:${values.port}`

const folder = mkdtempSync(join(tmpdir(), "bench-reader-"))
const app = spawn(process.execPath, ["scripts/start.ts"], {
  cwd: resolve(values.tree),
  env: { ...process.env, PORT: values.port, DATA_DIR: folder },
  stdio: ["ignore", "pipe", "inherit"],
})
try {
  await untilReady()
  const author = await request.newContext({ baseURL: origin })
  await signUp(author)
  const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_ARGS })
  const { cookies } = await author.storageState()
  if (isForBytes) await takeBytesApart(browser, author, cookies)
  else await measurePages(browser, author, cookies)
  await browser.close()
} finally {
  app.kill("SIGTERM")
  await once(app, "exit")
  rmSync(folder, { recursive: true, force: true })
}

async function measurePages(browser: Browser, author: APIRequestContext, cookies: Cookie[]): Promise<void> {
  const rows: Row[] = []
  for (const length of LENGTHS) {
    const id = await publish(author, length)
    rows.push(await measure(browser, length, `/shared/${id}`))
    rows.push(await measure(browser, length, `/novels/${id}`, cookies))
  }
  console.table(rows)
  printFigures(growthOf(rows), { rows })
}

async function takeBytesApart(browser: Browser, author: APIRequestContext, cookies: Cookie[]): Promise<void> {
  const page = await browser.newPage()
  const lengths: Record<string, number>[] = []
  for (const length of LENGTHS) {
    const answer = await fetch(`${origin}/novels/${await publish(author, length)}`, {
      headers: withCookies(cookies),
    })
    if (!answer.ok) throw new Error(`no page: ${answer.status}`)
    lengths.push(await bytesWithout(page, await answer.text()))
  }
  const [short = {}, long = {}] = lengths
  const rows = Object.entries(long).map(([name, most]) => ({ name, least: short[name] ?? Number.NaN, most }))
  const [few = 0, many = 0] = LENGTHS
  console.log(
    alignedTable(
      ["gzip bytes of /novels/", `${few} characters`, `${many} characters`, "More"],
      rows.map(({ name, least, most }) => [name, ...[least, most, most - least].map(String)]),
    ),
  )
  printFigures(
    rows.map(({ name, least, most }) =>
      atMost(
        `/novels/: gzip bytes ${name}, ${many} characters by ${few}`,
        most / least,
        name === SENT ? FLAT_MAX : null,
      ),
    ),
    { rows },
  )
}

async function untilReady(): Promise<void> {
  let output = ""
  for await (const piece of app.stdout) {
    output += String(piece)
    const answer = READY.test(output) ? await fetch(`${origin}/healthz`).catch(() => null) : null
    if (answer?.ok) break
  }
  app.stdout.resume()
}

async function signUp(author: APIRequestContext): Promise<void> {
  const form = {
    intent: "register",
    email: `${crypto.randomUUID()}@example.com`,
    password: "a long password",
  }
  const answer = await author.post("/login", { form })
  if (!answer.ok()) throw new Error(`no account: ${answer.status()}`)
}

/** Saves a novel of this length, with a section every sixty paragraphs, and returns its id. */
async function publish(author: APIRequestContext, length: number): Promise<string> {
  const paragraph = LINE.repeat(PARAGRAPH_LINES)
  const unit = paragraph.length + BETWEEN.length
  const count = Math.ceil(length / unit)
  const content = Array.from({ length: count }, () => paragraph).join(BETWEEN)
  const step = CHAPTER_PARAGRAPHS * unit
  const sections = Array.from({ length: Math.floor(content.length / step) }, (_, nth) => ({
    title: `第 ${nth + 1} 章`,
    at: nth * step,
  }))
  const title = `一盏灯 ${length}`
  const form = {
    key: crypto.randomUUID(),
    title,
    content,
    sections: JSON.stringify(sections),
    is_public: "on",
  }
  const saved = await author.post("/save", { form, timeout: 120_000 })
  const shelf = await (await author.get(`/my-novels?${new URLSearchParams({ query: title })}`)).text()
  const id = /\/novels\/([0-9a-f-]{36})/.exec(shelf)?.[1]
  if (!id) throw new Error(`the novel was not saved: ${saved.status()}`)
  return id
}

async function measure(browser: Browser, length: number, path: string, cookies: Cookie[] = []): Promise<Row> {
  const address = `${origin}${path}`
  const headers = withCookies(cookies)
  const firstBytes: number[] = []
  let html = ""
  for (let nth = 0; nth < Number(values.requests); nth += 1) {
    const start = performance.now()
    const answer = await fetch(`${address}?part=${nth + 1}&nth=${nth}`, { headers })
    firstBytes.push(performance.now() - start)
    const text = await answer.text()
    html ||= text
  }
  const paints: number[] = []
  const layouts: number[] = []
  for (let nth = 0; nth < Number(values.pages); nth += 1) {
    const { paint, layout } = await open(browser, address, cookies)
    paints.push(paint)
    layouts.push(layout)
  }
  return {
    page: path.replace(/[^/]+$/, ""),
    characters: length,
    "first byte ms": round(median(firstBytes)),
    "html bytes": Buffer.byteLength(html),
    "gzip bytes": gzipSync(html).length,
    "first paint ms": round(median(paints)),
    "layout ms": round(median(layouts)),
  }
}

function withCookies(cookies: readonly Cookie[]): Record<string, string> {
  return { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") }
}

async function open(browser: Browser, address: string, cookies: Cookie[]) {
  const context = await browser.newContext({ viewport: PHONE })
  await context.addCookies(cookies)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send("Performance.enable")
  await page.goto(address, { waitUntil: "load" })
  const paint = await page.evaluate(
    () =>
      new Promise<number>((painted) => {
        new PerformanceObserver((list) => {
          for (const { name, startTime } of list.getEntries()) {
            if (name === "first-contentful-paint") painted(startTime)
          }
        }).observe({ type: "paint", buffered: true })
      }),
  )
  const { metrics } = await devtools.send("Performance.getMetrics")
  const seconds = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? 0
  const layout = (seconds("LayoutDuration") + seconds("RecalcStyleDuration")) * 1_000
  await context.close()
  return { paint, layout }
}

function growthOf(rows: readonly Row[]): Figure[] {
  const [few = 0, many = 0] = LENGTHS
  return [...new Set(rows.map(({ page }) => page))].flatMap((page) => {
    const [short, long] = [few, many].map((length) =>
      rows.find((row) => row.page === page && row.characters === length),
    )
    return GROWING.map((what) => {
      const ratio = (long?.[what] ?? Number.NaN) / (short?.[what] ?? Number.NaN)
      return atMost(`${page}: ${what}, ${many} characters by ${few}`, ratio, FLAT_MAX)
    })
  })
}
