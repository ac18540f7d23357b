import { afterEach, expect, test, vi } from "vitest"
import { printSpreads, timesIn } from "./spread.ts"

afterEach(() => {
  vi.restoreAllMocks()
})

test("each figure comes with its lowest, median and highest value, and all values come last as JSON", () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {})
  const measured = [{ name: "list, page 1", unit: "ms", values: [10, 0.5, 2] }]
  printSpreads(measured)
  const lines = log.mock.calls.flatMap(([text]) => String(text).split("\n"))
  expect(lines).toContain("| list, page 1 | 0.5 ms |   2 ms |   10 ms |")
  expect(JSON.parse(lines.at(-1) ?? "")).toEqual({ measured })
})

test("a figure that one run could not measure is told as such", () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {})
  printSpreads([{ name: "a start", unit: "ms", values: [1, Number.NaN, 3] }])
  expect(log.mock.calls.join("\n")).toMatch(/\| a start \| +not measured \|/)
})

test.each(["1", "20"])("%s is a number of times", (text) => {
  expect(timesIn(text, 20)).toBe(Number(text))
})

test.each(["", "0", "-1", "1.5", "21", "many"])("%j is refused as a number of times up to 20", (text) => {
  expect(() => timesIn(text, 20)).toThrow("not a whole number from 1 to 20")
})
