import { type Dirent, existsSync, globSync, readdirSync, readFileSync } from "node:fs"
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
const MAY_FETCH = [
  "app/server/profile/avatar-file.server.ts",
  "app/server/supabase/backend-line.server.ts",
  "app/server/writing/endpoint/openai-writer.server.ts",
]

const FOLDER_MAX_FILES = 25

/** The picture in docs/architecture.md is the rule: each line names a floor and its folders. */
const FLOORS = new Map(
  (/```floors\n([\s\S]*?)```/.exec(readFileSync("docs/architecture.md", "utf8"))?.[1] ?? "")
    .split("\n")
    .filter(Boolean)
    .map((line) => line.split(/\s+/))
    .map(([floor, ...folders]) => [Number(floor), folders] as const),
)

const files = globSync(["app/**/*.{ts,tsx}", "server/*.ts"]).map((file) => {
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

test("app/ does not know the Express app around it", () => {
  const wrong = files
    .filter(({ file }) => file.startsWith("app/"))
    .flatMap(({ file, imports }) =>
      imports.flatMap((name) => resolve(file, name) ?? []).map((target) => ({ file, target })),
    )
    .filter(({ target }) => /^server[./]/.test(target))
  expect(wrong).toEqual([])
})

test("server.ts starts without sources, as in the image", () => {
  const imports = [...readFileSync("server.ts", "utf8").matchAll(/^import (?!type ).* from "(.+)"/gm)]
  expect(imports.map(([, name]) => name)).toEqual(["node:http", "node:module"])
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

test("texts are normalised in one place", () => {
  const wrong = files.filter(
    ({ file, source }) =>
      file !== "app/domain/text.ts" && /toWellFormed|\\r\\n\?|replaceAll\("\\0"/.test(source),
  )
  expect(wrong.map(({ file }) => file)).toEqual([])
})

test("whole texts are scanned and compared in the scanning thread alone", () => {
  const slow = /\b(scanTexts|findBannedContent|rateText|sketchText|isCopyOf|compareTexts)\b/
  const running = files.filter(
    ({ file, source }) => !file.startsWith("app/domain/") && slow.test(withoutComments(source)),
  )
  expect(running.map(({ file }) => file).sort()).toEqual([
    "app/server/scan/scan-work.server.ts",
    "app/server/scan/text-sketch.server.ts",
  ])
  const working = files.filter(({ source }) => /\bdoScanWork\b/.test(withoutComments(source)))
  expect(working.map(({ file }) => file).sort()).toEqual([
    "app/server/scan/scan-work.server.ts",
    "app/server/scan/scan-worker.server.ts",
    "app/server/scan/scan.server.ts",
  ])
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

test("server folders import only from lower floors", () => {
  const wrong = files.flatMap(({ file, imports }) => {
    const floor = floorOf(file)
    if (floor === null) return []
    return serverTargets(file, imports)
      .filter((target) => folderOf(target) !== folderOf(file) && (floorOf(target) ?? 0) >= floor)
      .map((target) => `${file} -> ${target}`)
  })
  expect(wrong).toEqual([])
})

test("every server folder has a floor, and every floor needs the one below", () => {
  const folders = readdirSync("app/server").sort()
  expect([...FLOORS.values()].flat().sort()).toEqual(folders)
  const steps = new Set(
    files.flatMap(({ file, imports }) =>
      serverTargets(file, imports).map((target) => `${floorOf(file)} on ${floorOf(target)}`),
    ),
  )
  // Without such an import, the two floors could be swapped in the picture.
  const needless = [...FLOORS.keys()].filter((floor) => floor > 1 && !steps.has(`${floor} on ${floor - 1}`))
  expect(needless).toEqual([])
})

test("no server folders form a cycle", () => {
  const edges = new Map<string, Set<string>>()
  for (const { file, imports } of files.filter(({ layer }) => layer === "server")) {
    const targets = serverTargets(file, imports).map((target) => dirname(target))
    const known = edges.get(dirname(file)) ?? new Set()
    edges.set(dirname(file), new Set([...known, ...targets.filter((folder) => folder !== dirname(file))]))
  }
  const circles = [...edges.keys()].filter((folder) => reachedFrom(folder, edges).has(folder))
  expect(circles).toEqual([])
})

test("tests import nothing from bench, and bench imports no type from tests", () => {
  const wrong = globSync("{bench,tests}/**/*.ts").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/import ([^"]*?)(?:from )?"(\.[^"]+)"/g)]
      .map(([, names = "", specifier = ""]) => ({ names, target: resolve(file, specifier) ?? "" }))
      .filter(({ names, target }) =>
        file.startsWith("bench/")
          ? target.startsWith("tests/") && /\btype\b/.test(names)
          : target.startsWith("bench/"),
      )
      .map(({ target }) => `${file} -> ${target}`),
  )
  expect(wrong).toEqual([])
})

test("no folder holds more than 25 files", () => {
  const counts = new Map<string, number>()
  const listed = globSync("{app,bench,docs,scripts,server,supabase,tests}/**", { withFileTypes: true })
  // A migration that was applied stays where it is, and the CLI reads one flat folder.
  const isBounded = (entry: Dirent) => entry.isFile() && entry.parentPath !== "supabase/migrations"
  for (const entry of listed.filter(isBounded)) {
    counts.set(entry.parentPath, (counts.get(entry.parentPath) ?? 0) + 1)
  }
  expect([...counts].filter(([, count]) => count > FOLDER_MAX_FILES)).toEqual([])
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

function serverTargets(file: string, imports: string[]): string[] {
  const targets = imports.flatMap((specifier) => resolve(file, specifier) ?? [])
  return layerOf(file) === "server" ? targets.filter((target) => layerOf(target) === "server") : []
}

function folderOf(file: string): string | undefined {
  return /^app\/server\/([^/]+)\//.exec(file)?.[1]
}

function floorOf(file: string): number | null {
  const folder = folderOf(file) ?? ""
  return [...FLOORS].find(([, folders]) => folders.includes(folder))?.[0] ?? null
}

function reachedFrom(folder: string, edges: Map<string, Set<string>>): Set<string> {
  const reached = new Set<string>()
  const open = [folder]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const next of edges.get(at) ?? []) {
      if (!reached.has(next)) open.push(next)
      reached.add(next)
    }
  }
  return reached
}

/** The folder of a route; null for a folder that routes share. */
function routeOf(file: string): string | null {
  const folder = /^app\/routes\/([^/]+)\//.exec(file)?.[1]
  const isRoute = ["route.ts", "route.tsx"].some((name) => existsSync(`app/routes/${folder}/${name}`))
  return folder && isRoute ? folder : null
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "")
}
