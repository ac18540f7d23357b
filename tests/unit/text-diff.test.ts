import fc from "fast-check"
import { expect, test } from "vitest"
import { compareTexts, type DiffPart } from "#app/domain/text-diff.ts"
import { processorMsOf } from "../support/processor-time.ts"

const EVENT_LOOP_MAX_MS = 3_000

test("says which words changed in a paragraph, and leaves out what is far from a change", () => {
  const before = ["一。", "二。", "三。", "老站长把信号灯擦到第三遍，才听见汽笛。", "五。", "六。", "七。"]
  const after = before.with(3, "老站长把信号灯擦到第四遍，才听见汽笛。").concat("八。")
  const { lines, added, removed, isCut } = compareTexts(before.join("\n\n"), after.join("\n"))
  expect(lines.map((line) => ("skipped" in line ? line.skipped : shown(line.parts)))).toEqual([
    2,
    "三。",
    expect.stringMatching(/^老站长把信号灯擦到\[-第?三遍?\]\{\+第?四遍?\}.*，才听见汽笛。$/),
    "五。",
    1,
    "七。",
    "{+八。}",
  ])
  expect([added, removed, isCut]).toEqual([expect.any(Number), expect.any(Number), false])
})

test("what it tells makes both texts again, however they were changed", () => {
  const paragraph = fc.array(fc.constantFrom("雨", "灯", "他说", "，", "😀", "once "), {
    minLength: 1,
    maxLength: 8,
  })
  const text = fc.array(
    paragraph.map((words) => words.join("").trim() || "雨"),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { lines } = compareTexts(before.join("\n"), after.join("\n"))
      const parts = lines.flatMap((line) => ("parts" in line ? line.parts : []))
      const letters = (list: DiffPart[], without: string) =>
        list.flatMap(({ kind, text }) => (kind === without ? [] : text)).join("")
      const isFolded = lines.some((line) => "skipped" in line)
      if (isFolded) return
      expect(letters(parts, "added")).toBe(before.join(""))
      expect(letters(parts, "removed")).toBe(after.join(""))
    }),
  )
})

test.each([
  ["paragraphs in another order", (lines: string[]) => lines.toReversed()],
  ["each paragraph changed", (lines: string[]) => lines.map((line) => `${line}又`)],
  ["every second one gone", (lines: string[]) => lines.filter((_, nth) => nth % 2 === 0)],
  ["the same paragraph over and over", (lines: string[]) => lines.map(() => "潮声。")],
  ["one paragraph of all", (lines: string[]) => [lines.join("")]],
])("a million characters with %s take a bounded time and answer", (_, change) => {
  const lines = Array.from({ length: 20_000 }, (_, nth) => `第${nth}段，${"潮声".repeat(22)}。`)
  const [one, other] = [lines.join("\n\n"), change(lines).join("\n\n")]
  expect(processorMsOf(() => compareTexts(one, other))).toBeLessThan(EVENT_LOOP_MAX_MS)
  expect(JSON.stringify(compareTexts(one, other)).length).toBeLessThan(1_000_000)
})

function shown(parts: DiffPart[]): string {
  const marks = { same: ["", ""], added: ["{+", "}"], removed: ["[-", "]"] }
  return parts.map(({ kind, text }) => marks[kind].join(text)).join("")
}
