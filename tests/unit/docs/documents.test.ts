import { existsSync, globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { anchorsOf, type Document, englishOf, pairsOfVersions, readDocuments, shapeOf } from "./documents.ts"

/** Pages that only developers of this app read, and the pages of pictures. */
const ENGLISH_ONLY = [
  "docs/decisions.md",
  "docs/upstream-leak.md",
  "docs/screenshots/README.md",
  "app/server/writing/demo/stories/README.md",
]
/** Its figures stand in English alone; the Chinese version says how to read them. */
const FIGURES = "docs/performance.md"
const FOLDERS = ["app", "bench", "docs", "public", "scripts", "server", "supabase", "tests"]

const documents = readDocuments()
const pairs = pairsOfVersions()

test("every page has a version in both languages", () => {
  const translated = pairs.flatMap(([english, chinese]) => [english.path, chinese.path])
  const missing = documents.filter(({ path }) => ![...translated, ...ENGLISH_ONLY].includes(path))
  expect(missing.map(({ path }) => path)).toEqual([])
})

test("below its title, each version links to the other", () => {
  const wrong = pairs.flatMap(([english, chinese]) => [
    ...(linkBelowTitle(english) === chinese.path ? [] : [`${english.path}, English`]),
    ...(linkBelowTitle(chinese) === english.path ? [] : [`${chinese.path}, Chinese`]),
  ])
  expect(wrong).toEqual([])
})

for (const [english, chinese] of pairs.filter(([{ path }]) => path !== FIGURES)) {
  test(`${english.path}: both versions have the same parts, commands, variables, paths and links`, () => {
    const versionless = (path: string) => (path.startsWith("docs/zh/") ? englishOf(path) : path)
    const targets = ({ links }: typeof english) => new Set(links.map(({ path }) => versionless(path)).sort())

    expect(shapeOf(chinese.text)).toEqual(shapeOf(english.text))
    expect(chinese.code.toSorted()).toEqual(english.code.toSorted())
    expect(targets(chinese)).toEqual(targets(english))
  })
}

test("the figures are explained section by section", () => {
  const [english, chinese] = pairs.find(([{ path }]) => path === FIGURES) ?? []

  expect(levelsOf(chinese?.text)).toEqual(levelsOf(english?.text))
  expect(levelsOf(english?.text)).toContain("##")
})

test("every link leads to a file and a heading that exist", () => {
  const dead = documents.flatMap(({ path: from, links }) =>
    links
      .filter(({ path, anchor }) => !(existsSync(path) && (!anchor || hasAnchor(path, anchor))))
      .map(({ path, anchor }) => `${from} -> ${path}#${anchor}`),
  )
  expect(dead).toEqual([])
})

test("every npm script that is named exists", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"))
  const missing = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/npm run (?:-\S+ )*([a-z][\w:-]*)/g)]
      .map(([, name = ""]) => name)
      .filter((name) => !(name in scripts))
      .map((name) => `${path}: ${name}`),
  )
  expect(missing).toEqual([])
})

test("every path that is named in code exists", () => {
  const missing = documents.flatMap(({ path, code }) =>
    code
      .flatMap((line) => line.split(/\s+/))
      .filter((word) => FOLDERS.includes(word.split("/")[0] ?? "") && word.includes("/"))
      .filter((word) => globSync(word.replace(/[:,].*$/, "")).length === 0)
      .map((word) => `${path}: ${word}`),
  )
  expect(missing).toEqual([])
})

test("the README names every variable that the app reads", () => {
  const schema = readFileSync("app/server/config/env.server.ts", "utf8")
  const variables = [...schema.matchAll(/^ {4}([A-Z][A-Z_]+):/gm)].map(([, name = ""]) => name)
  const [readme] = pairs[0] ?? []
  const missing = variables.filter((name) => !readme?.code.includes(name))

  expect(variables).toContain("OPENAI_MODEL")
  expect(missing).toEqual([])
})

test("the license is the one that the pages name", () => {
  expect(readFileSync("LICENSE", "utf8")).toMatch(/^MIT License/)
})

function hasAnchor(path: string, anchor: string): boolean {
  return !path.endsWith(".md") || anchorsOf(readFileSync(path, "utf8")).has(anchor)
}

function levelsOf(text = ""): string[] {
  return shapeOf(text).map(({ level }) => level)
}

function linkBelowTitle({ text, links }: Document): string | undefined {
  return /^\s*# .+\n\n\[(中文|English)\]\(/.test(text) ? links[0]?.path : undefined
}
