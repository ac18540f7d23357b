import { readFileSync } from "node:fs"
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
