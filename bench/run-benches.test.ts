import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { atLeast, atMost, type Figure } from "./figures.ts"
import { type Bench, runBenches } from "./run-benches.ts"

let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "luobi-bench-"))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

const REACHED = atMost("a page by bare", 0.4, 0.5)
const MISSED = atLeast("answers by bare", 0.2, 0.5)

test("figures of all benches come as one table and, last, as one JSON object with the misses", async () => {
  const { isFine, lines, report } = await run([printing("pages", [REACHED]), printing("store", [MISSED])])
  expect(isFine).toBe(true)
  expect(report).toMatchObject({
    figures: [
      { bench: "pages", ...REACHED },
      { bench: "store", ...MISSED },
    ],
    misses: ["store: answers by bare"],
    failed: [],
    machine: expect.stringMatching(/\d+ cores/),
    commit: expect.stringMatching(/^[0-9a-f]{7}/),
    date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  })
  expect(lines).toContain("| pages: a page by bare  |   0.4 | at most 0.5  | reached |")
  expect(lines).toContain("| store: answers by bare |   0.2 | at least 0.5 | missed  |")
})

test("a figure that has a target and was not measured is missed, and one without a target never is", async () => {
  const figures = [atMost("unknown", Number.NaN, 1), atMost("free", 9, null)]
  const { report } = await run([printing("pages", figures)])
  expect(report.misses).toEqual(["pages: unknown"])
})

test("a bench that fails is reported with its reason, and the others go on", async () => {
  const document = documentWith(
    "<!-- npm run bench -- pages -->\nformer\n<!-- end of npm run bench -- pages -->\n",
  )
  const { isFine, lines, report } = await run(
    [program("pages", 'throw new Error("the backend is away")'), printing("store", [REACHED])],
    document,
  )
  expect(isFine).toBe(false)
  expect(report.failed).toEqual([{ bench: "pages", failure: "exit code 1: Error: the backend is away" }])
  expect(report.figures).toEqual([{ bench: "store", ...REACHED }])
  expect(lines).toContain("pages failed: exit code 1: Error: the backend is away")
  expect(readFileSync(document, "utf8")).toContain("former")
})

test("figures of a bench that failed all the same are told, but not written", async () => {
  const document = documentWith("")
  const { report } = await run(
    [program("pages", `${printed([REACHED])}; console.error("2 answers were wrong"); process.exitCode = 1`)],
    document,
  )
  expect(report.figures).toEqual([{ bench: "pages", ...REACHED }])
  expect(report.failed).toEqual([{ bench: "pages", failure: "exit code 1: 2 answers were wrong" }])
  expect(readFileSync(document, "utf8")).toBe("")
})

test.each([
  ["nothing", ""],
  ["a sentence", 'console.log("all well")'],
  ["JSON without figures", "console.log(JSON.stringify({ rows: [] }))"],
  ["a figure without a value", 'console.log(JSON.stringify({ figures: [{ name: "a" }] }))'],
])("a bench that prints %s has failed", async (_, source) => {
  const { isFine, report } = await run([program("pages", source)])
  expect(isFine).toBe(false)
  expect(report.failed).toEqual([{ bench: "pages", failure: "its last line is no JSON object with figures" }])
})

test("tables are written between the bench's markers, and what people wrote stays", async () => {
  const begin = "<!-- npm run bench -- pages -->"
  const end = "<!-- end of npm run bench -- pages -->"
  const document = documentWith(
    `# Performance\n\nBefore.\n\n${begin}\n\nformer\n\n${end}\n\nWhy it is missed.\n`,
  )
  await run([printing("pages", [MISSED]), printing("store", [REACHED])], document)
  await run([printing("pages", [REACHED]), printing("store", [MISSED])], document)
  const written = readFileSync(document, "utf8")
  const [before = "", measured = "", after = ""] = written.split(new RegExp(`${begin}|${end}`))
  expect(before).toBe("# Performance\n\nBefore.\n\n")
  expect(measured).toContain("| a page by bare |   0.4 | at most 0.5 | reached |")
  expect(measured).not.toMatch(/former|answers by bare/)
  // No marker was there for the other one.
  expect(after).toMatch(
    /^\n\nWhy it is missed\.\n\n## `npm run bench -- store`\n\n<!-- npm run bench -- store -->\n/,
  )
  expect(after).toContain("| answers by bare |   0.2 | at least 0.5 | missed |")
  expect(after).not.toContain("a page by bare")
})

async function run(benches: Bench[], document: string | null = null) {
  const log = vi.spyOn(console, "log").mockImplementation(() => {})
  vi.spyOn(console, "error").mockImplementation(() => {})
  const isFine = await runBenches(benches, document)
  const lines = log.mock.calls.flatMap(([text]) => String(text).split("\n"))
  log.mockRestore()
  return { isFine, lines, report: JSON.parse(lines.at(-1) ?? "") }
}

function printing(name: string, figures: Figure[]): Bench {
  return program(name, printed(figures))
}

function printed(figures: Figure[]): string {
  return `console.log("measuring"); console.log(${JSON.stringify(JSON.stringify({ figures }))})`
}

function program(name: string, source: string): Bench {
  const file = join(folder, `${name}.mjs`)
  writeFileSync(file, source)
  return { name, command: [file] }
}

function documentWith(text: string): string {
  const file = join(folder, "performance.md")
  writeFileSync(file, text)
  return file
}
