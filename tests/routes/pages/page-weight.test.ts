import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { AppVisitor, formOf } from "../../support/app-visitor.ts"
import { newEmail, PASSWORD } from "../../support/session-visitor.ts"

const BUILT = join(import.meta.dirname, "../../../build/client")
const KIBIBYTE = 1_024
const WEIGHT_MAX_BYTES = 20 * KIBIBYTE
const REQUESTS_MAX = 3
const TEXT = "雨停了。"
const FORM_MAX_BYTES = 6 * KIBIBYTE
const HOME_MAX_BYTES = 8 * KIBIBYTE
const HOME_SCRIPT_MAX_BYTES = 200 * KIBIBYTE
/** With what it loads for everybody: the list of routes and the framework's loader. */
const HOME_SCRIPTS_MAX = 7

test("everything but the text of a share page is light and comes in few requests", async () => {
  const author = new AppVisitor()
  await author.post("/login", formOf({ intent: "register", email: newEmail(), password: PASSWORD }))
  const form = { title: "怀表", content: TEXT, is_public: "on", content_level: "1", key: "weight" }
  const saved = await (await author.post("/save", formOf(form))).text()
  const [address = ""] = /\/shared\/[0-9a-f-]{36}/.exec(saved) ?? []
  const page = await (await new AppVisitor().fetch(address)).text()
  expect(page).toContain(TEXT)

  // A browser asks for one icon beside them, whichever page it shows.
  const files = [
    ...page.matchAll(
      /<(?:link rel="(?:stylesheet|preload|modulepreload)"[^>]* href|script[^>]* src)="([^"]+)"/g,
    ),
  ]
  const icon = /<link rel="icon" href="([^"]+)"/.exec(page)?.[1] ?? ""
  const names = files.map(([, name = ""]) => name)
  expect(names.filter((name) => name.endsWith(".css"))).toHaveLength(1)
  const weights = [...names, icon].map((name) => gzipSync(readFileSync(join(BUILT, name))).length)
  const weight = [gzipSync(page).length, ...weights].reduce((sum, bytes) => sum + bytes)
  expect(1 + names.length).toBeLessThanOrEqual(REQUESTS_MAX)
  expect(weight).toBeLessThan(WEIGHT_MAX_BYTES)
})

test("a first visitor's desk is a light answer, and its script waits until the page is touched", async () => {
  const page = await (await new AppVisitor().fetch("/")).text()
  const untilForm = page.slice(0, page.indexOf("</form>", page.indexOf('id="generator"')))
  expect(untilForm).toContain("生成小说")
  expect(gzipSync(untilForm).length).toBeLessThan(FORM_MAX_BYTES)
  expect(gzipSync(page).length).toBeLessThan(HOME_MAX_BYTES)
  expect(page).not.toMatch(/<script[^>]* (?:src|type="module")|rel="(?:module)?preload"/)
  const modules = /<script [^>]*data-modules="([^"]*)"/.exec(page)?.[1]?.split(" ") ?? []
  expect(modules.length).toBeGreaterThan(1)
  expect(modules.length).toBeLessThanOrEqual(HOME_SCRIPTS_MAX)
  const weights = modules.map((name) => gzipSync(readFileSync(join(BUILT, name))).length)
  expect(weights.reduce((sum, bytes) => sum + bytes)).toBeLessThan(HOME_SCRIPT_MAX_BYTES)
})

test("the script of a page that has something to do starts at once", async () => {
  const visitor = new AppVisitor()
  await visitor.post("/login", formOf({ intent: "register", email: newEmail(), password: PASSWORD }))
  expect(await (await visitor.fetch("/")).text()).toContain('type="module"')
  expect(await (await new AppVisitor().fetch("/?generation=unknown")).text()).toContain('type="module"')
  expect(await (await new AppVisitor().fetch("/my-novels/nothing")).text()).toContain('type="module"')
})

test("no page loads the library that checks forms on the server", () => {
  const loading = globSync(join(BUILT, "assets/*.js")).filter((file) =>
    readFileSync(file, "utf8").includes("ZodError"),
  )
  expect(loading).toEqual([])
})
