import { describe, expect, test } from "vitest"
import { isCopyOf, sketchText } from "#app/server/scan/text-sketch.server.ts"
import { processorMsOf } from "../support/processor-time.ts"
import { newTameText } from "../support/tame-text.ts"

const TEXT = newTameText(200)
const LINES = TEXT.split("\n")
const ENGLISH = Array.from({ length: 40 }, () => crypto.randomUUID().replaceAll("-", " ")).join(", ")

describe.each([6, 200, 2_000])("recognises a text of %i lines", (count) => {
  const text = newTameText(count)
  const lines = text.split("\n")
  test.each<[string, string]>([
    ["as it was", text],
    ["with other line ends and white space", `  ${lines.join("\r\n\r\n\u3000\u3000")} \t\n`],
    ["without white space", lines.join("")],
    ["with other punctuation", text.replaceAll("。", "！……")],
    ["with a mark after every letter", [...text].join("\u200b·")],
    ["with a sentence changed", [newTameText(1), ...lines.slice(1)].join("\n")],
    ["with a sentence changed in its middle", lines.with(lines.length >> 1, "完全不同的一句话").join("\n")],
    ["without its last sentence", lines.slice(0, -1).join("\n")],
    ["with its sentences in another order", lines.toReversed().join("\n")],
    ["with a letter changed in every fourth line", changeEvery(lines, 4)],
    ["with as much again around it", `${newTameText(count / 2)}\n${text}\n${newTameText(count / 2)}`],
    ["by its greater half", lines.slice(0, Math.ceil(count * 0.7)).join("\n")],
  ])("%s", (_, copy) => expect(isCopyOf(copy, [sketchText(text)])).toBe(true))
})

test.each<[string, string]>([
  ["nothing", ""],
  ["another text", newTameText(200)],
  ["another long text", newTameText(1_000)],
  ["a text that quotes one sentence", `${LINES[7]}\n${newTameText(20)}`],
  ["a text that quotes a quarter of it", `${LINES.slice(0, 50).join("\n")}\n${newTameText(200)}`],
  ["punctuation", "。！？……"],
])("%s is not a copy", (_, other) => expect(isCopyOf(other, [sketchText(TEXT)])).toBe(false))

test("recognises a single sentence only as the whole text, so it may be quoted", () => {
  const sentence = newTameText(1)
  const known = [sketchText(sentence)]
  expect(isCopyOf(` ${sentence.slice(0, -1)}！`, known)).toBe(true)
  expect(isCopyOf(`${sentence}\n${newTameText(30)}`, known)).toBe(false)
})

test("compares texts in Latin letters by their words", () => {
  const known = [sketchText(ENGLISH)]
  expect(isCopyOf(ENGLISH.toUpperCase().replaceAll(",", " —\n"), known)).toBe(true)
  expect(isCopyOf(ENGLISH.split(" ").sort().join(" "), known)).toBe(false)
})

test("has a bounded sketch, and reads the longest text in a moment", () => {
  const spent = processorMsOf(() => {
    for (const letter of ["\ufdfa", "\u3316", "a"]) {
      expect(sketchText(letter.repeat(1_020_000)).sketch.length).toBeLessThanOrEqual(256)
    }
    expect(sketchText(newTameText(60_000)).sketch).toHaveLength(256)
  })
  expect(spent).toBeLessThan(5_000)
})

function changeEvery(lines: string[], nth: number): string {
  return lines.map((line, at) => (at % nth === 0 ? `${line.slice(0, 5)}换${line.slice(6)}` : line)).join("\n")
}
