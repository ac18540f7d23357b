import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { AppVisitor, formOf, routePaths } from "../support/app-visitor.ts"
import { newEmail, PASSWORD } from "../support/session-visitor.ts"
import { FIELD_NAMES } from "./fuzz/bad-values.ts"

/** Leaves room for a busy machine. */
const TIMEOUT_MS = 120_000

let asked = 0
const trap = createServer((_request, response) => {
  asked += 1
  response.end("x")
})
let address = ""

beforeAll(async () => {
  await new Promise<void>((resolve) => trap.listen(0, resolve))
  address = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/`
})

afterAll(() => trap.close())

test("the trap notices every visit", async () => {
  await fetch(address)
  expect(asked).toBe(1)
  asked = 0
})

test("the app never fetches an address in any field, query, header or JSON of any route", {
  timeout: TIMEOUT_MS,
}, async () => {
  const visitor = new AppVisitor()
  await visitor.post("/login", formOf({ intent: "register", email: newEmail(), password: PASSWORD }))
  expect(FIELD_NAMES.length).toBeGreaterThan(15)
  const fields = Object.fromEntries(FIELD_NAMES.map((name) => [name, address]))
  const headers = { Referer: address, "X-Forwarded-Host": new URL(address).host, Link: `<${address}>` }
  for (const route of routePaths()) {
    const path = `/${route.replace(/^\//, "").replace(/[:*]\w*/g, encodeURIComponent(address))}`
    await visitor.fetch(`${path}?${new URLSearchParams(fields)}`, { headers })
    await visitor.post(path, formOf(fields), headers)
    await visitor.post(path, formOf({ ...fields, intent: "save", erotic_level: "1", length: "1" }), headers)
    await visitor.postJson(path, { ...fields, erotic_level: 1, length: 1 }, headers)
  }
  // Whatever the app kept of it is shown here, and could be fetched then.
  for (const path of ["/", "/profile", "/my-novels"]) await (await visitor.fetch(path)).text()
  expect(asked).toBe(0)
})
