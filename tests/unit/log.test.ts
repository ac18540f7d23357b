import { PassThrough } from "node:stream"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { refuseConnection } from "#app/server/http/refuse-connection.server.ts"
import { captureConsole, describeError, log } from "#app/server/log/log.server.ts"
import {
  nameRoute,
  openRecord,
  openRoutes,
  requestId,
  withRecord,
} from "#app/server/log/request-record.server.ts"

const SECRET = "雨夜的灯塔 a private line of mine visitor@example.com sk-1234567890abcdefghijklmnop"

const printed: string[] = []
const { debug, error, info, log: print, warn } = console

beforeEach(() => {
  printed.length = 0
  vi.spyOn(process.stdout, "write").mockImplementation((line) => printed.push(String(line)) > 0)
})

afterEach(() => {
  vi.restoreAllMocks()
  Object.assign(console, { debug, error, info, log: print, warn })
})

test("writes one JSON object a line, with the id of the request it belongs to", async () => {
  log("warn", "outside", { status: 1 })
  const later: (() => void)[] = []
  const record = openRecord(undefined)
  withRecord(record, () => {
    log("info", "inside")
    nameRoute("/x/:id")
    expect(record.route).toBe("/x/:id")
    later.push(() => log("info", "after"))
    record.isOpen = false
    log("info", "over")
  })
  const lines = (await printedLines()).map((line) => JSON.parse(line))
  expect(lines.map(({ level, message }) => [level, message])).toEqual([
    ["warn", "outside"],
    ["info", "inside"],
    ["info", "over"],
  ])
  expect(lines.map(({ requestId: id }) => typeof id)).toEqual(["undefined", "string", "undefined"])
  for (const line of await printedLines()) expect(line).toMatch(/^\{.*\}$/)
})

test("prints the lines of one turn of the event loop before the next one, in one write", async () => {
  log("info", "first")
  log("error", "second")
  await printedLines()
  log("info", "third")
  await printedLines()
  expect(printed.map((write) => write.split("\n").length - 1)).toEqual([2, 1])
  expect((await printedLines()).map((line) => JSON.parse(line).message)).toEqual(["first", "second", "third"])
})

test("prints what is left when the process exits", () => {
  captureConsole()
  log("error", "the process ends")
  process.listeners("exit").at(-1)?.(1)
  expect(printed.join("")).toContain("the process ends")
})

test.each([
  ["01JABCDEFGH.proxy-1_x", true],
  ["short", false],
  ["x".repeat(65), false],
  ["<script>alert(1)</script>", false],
  ["two words", false],
  ["雨夜的灯塔雨夜的灯塔", false],
  [undefined, false],
])("a proxy's request id %s is kept: %s", (given, isKept) => {
  const record = openRecord(given)
  expect(record.id === given).toBe(isKept)
  expect(record.id).toMatch(/^[\w.-]{8,64}$/)
  withRecord(record, () => expect(requestId()).toBe(record.id))
})

test("a refused connection is logged with an id, and no longer open afterwards", async () => {
  const open = openRoutes().length
  refuseConnection(Object.assign(new Error(), { code: "HPE_INVALID_METHOD" }), new PassThrough(), false)
  const [line] = (await printedLines()).map((printedLine) => JSON.parse(printedLine))
  expect(line).toMatchObject({ status: 400, requestId: expect.any(String) })
  expect(openRoutes()).toHaveLength(open)
})

const badAnswer = Object.assign(new TypeError(SECRET), {
  status: 400,
  code: "invalid_prompt",
  error: { message: SECRET },
})

test.each([
  ["an error", new Error(SECRET)],
  ["an error of more than one line", new Error(`first\n    at ${SECRET}\nlast`)],
  ["an error with a cause", new Error("x", { cause: new Error(SECRET) })],
  ["a service's answer", badAnswer],
  ["a refused row", { message: SECRET, details: SECRET, hint: SECRET, code: "22P02" }],
  ["an invented error name", Object.assign(new Error("x"), { name: SECRET, code: SECRET })],
  ["invalid JSON", caught(() => JSON.parse(`{"prompt": ${SECRET}`))],
  ["an invalid address", caught(() => new Request(SECRET))],
  ["a thrown string", SECRET],
])("describes %s without its words", (_, thrown) => {
  const described = JSON.stringify(describeError(thrown))
  for (const word of SECRET.split(" ")) if (word.length > 4) expect(described).not.toContain(word)
})

test("tells where an error was thrown, and its codes", () => {
  const described = describeError(Object.assign(new Error("x"), { code: "ECONNREFUSED", syscall: "connect" }))
  expect(described).toMatchObject({ name: "Error", code: "ECONNREFUSED", syscall: "connect" })
  expect((described.stack as string[])[0]).toMatch(/^at .*log\.test\.ts:\d+/)
  expect(describeError(caught(() => (undefined as never as { x: 1 }).x))).toMatchObject({
    name: "TypeError",
    message: "Cannot read properties of undefined (reading '…')",
  })
})

test("turns what libraries print into log lines without quotations, addresses or keys", async () => {
  captureConsole()
  console.error(`it said "${SECRET}" to visitor@example.com`, new Error(SECRET), SECRET)
  console.warn({ prompt: SECRET })
  console.log("雨夜的灯塔")
  const lines = await printedLines()
  expect(lines.map((line) => JSON.parse(line).level)).toEqual(["error", "warn", "info"])
  for (const word of ["雨夜", "visitor@", "sk-123"]) expect(lines.join()).not.toContain(word)
})

/** What was printed by the end of this turn of the event loop. */
async function printedLines(): Promise<string[]> {
  await new Promise((resolve) => setImmediate(resolve))
  return printed.join("").split("\n").slice(0, -1)
}

function caught(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    return error
  }
  throw new Error("the callback threw nothing")
}
