import { globSync, readFileSync } from "node:fs"
import { dirname, normalize } from "node:path"
import { expect, test } from "vitest"

const MAY_IMPORT: Record<string, readonly string[]> = {
  domain: [],
  copy: ["domain"],
  ui: ["domain", "copy"],
  browser: ["domain"],
  server: ["domain"],
  routes: ["domain", "copy", "ui", "browser", "server"],
}
const PACKAGES_OF_DOMAIN = ["zod"]
/** Word lists, prompts and the demo writer's sentences are not interface copy. */
const MAY_HOLD_CHINESE = /\.lexicon(\.server)?\.ts$|prompts\.server\.ts$|prose\.server\.ts$/

/**
 * These modules fetch from Supabase, from an avatar path of a fixed shape and from the model's endpoint, never
 * from an address that a visitor gives.
 */
const MAY_FETCH = ["app/server/profile/avatar-file.server.ts", "app/server/supabase/backend-line.server.ts"]

const files = globSync("app/**/*.{ts,tsx}").map((file) => {
  const source = readFileSync(file, "utf8")
  const imports = [...source.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1] ?? "")
  return { file, layer: layerOf(file), source, imports }
})

test("the test finds the application's files", () => {
  expect(files.length).toBeGreaterThan(30)
})

test("imports only point down", () => {
  const wrong = files.flatMap(({ file, layer, imports }) =>
    imports
      .flatMap((specifier) => resolve(file, specifier) ?? [])
      .filter((target) => layer !== null && layerOf(target) !== layer)
      .filter((target) => !MAY_IMPORT[layer ?? ""]?.includes(layerOf(target) ?? "root"))
      .map((target) => `${file} -> ${target}`),
  )
  expect(wrong).toEqual([])
})

test("a route imports no other route", () => {
  const wrong = files.flatMap(({ file, imports }) =>
    imports
      .flatMap((specifier) => resolve(file, specifier) ?? [])
      .filter(
        (target) => routeOf(target) !== null && routeOf(file) !== null && routeOf(target) !== routeOf(file),
      )
      .map((target) => `${file} -> ${target}`),
  )
  expect(wrong).toEqual([])
})

test("the domain is pure: it imports zod and nothing else", () => {
  const wrong = files
    .filter(({ layer }) => layer === "domain")
    .flatMap(({ file, imports, source }) => [
      ...imports
        .filter((name) => !/^(\.|#app\/)/.test(name) && !PACKAGES_OF_DOMAIN.includes(name))
        .map((name) => `${file} -> ${name}`),
      ...(/\b(process|window|document)\./.test(source) ? [`${file} reads its environment`] : []),
    ])
  expect(wrong).toEqual([])
})

test("no imports form a cycle", () => {
  const edges = new Map(
    files.map(({ file, imports }) => [file, imports.flatMap((specifier) => resolve(file, specifier) ?? [])]),
  )
  const circles: string[] = []
  const done = new Set<string>()
  const visit = (file: string, path: string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(" -> "))
    if (path.includes(file) || done.has(file)) return
    for (const target of edges.get(file) ?? []) visit(target, [...path, file])
    done.add(file)
  }
  for (const { file } of files) visit(file, [])
  expect(circles).toEqual([])
})

test("Chinese sentences live in app/copy, the prompts and the word lists", () => {
  const wrong = files.filter(
    ({ file, layer, source }) =>
      layer !== "copy" && !MAY_HOLD_CHINESE.test(file) && /\p{Script=Han}/u.test(withoutComments(source)),
  )
  expect(wrong.map(({ file }) => file)).toEqual([])
})

test("the app fetches from configured addresses only", () => {
  const fetching = files.filter(
    ({ layer, source }) => layer !== "browser" && /(?<![.\w])fetch\(/.test(source),
  )
  expect(fetching.map(({ file }) => file).sort()).toEqual(MAY_FETCH)
  const connecting = files.flatMap(({ file, source }) =>
    [...source.matchAll(/import (?!type )(.*) from "(?:node:(?:https?|http2|net|tls|dgram)|undici)"/g)]
      .filter(([, names = ""]) => !/^\{ (?:isIP|isIPv6|STATUS_CODES|, )+ \}$/.test(names))
      .map(([line]) => `${file}: ${line}`),
  )
  expect(connecting).toEqual([])
})

test("no file is a drawer such as utils, helpers or types", () => {
  const drawers = files.filter(({ file }) =>
    /(^|\/)(utils?|helpers?|misc|types|constants|index)\.tsx?$/.test(file),
  )
  expect(drawers.map(({ file }) => file)).toEqual([])
})

function resolve(file: string, specifier: string): string | null {
  if (specifier.startsWith("#app/")) return specifier.replace("#app/", "app/")
  if (!specifier.startsWith(".") || specifier.includes("+types")) return null
  return normalize(`${dirname(file)}/${specifier.replace(/\?url$/, "")}`)
}

function layerOf(file: string): string | null {
  const folder = /^app\/([^/]+)\//.exec(file)?.[1]
  return folder && folder in MAY_IMPORT ? folder : null
}

function routeOf(file: string): string | null {
  return /^app\/routes\/([^/]+)\//.exec(file)?.[1] ?? null
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "")
}
