import { expect, test } from "vitest"
import { EMPTY_MEMORY, type StoryMemory } from "#app/domain/memory/story-memory.ts"
import { quotesOf } from "#app/server/writing/memory/quotes.server.ts"

const TEXT = "他把灯点上，等河开。\n".repeat(2_000)
const SECTION = { from: 0, to: TEXT.length, hash: "", line: "" }
const READ: StoryMemory = { ...EMPTY_MEMORY, readTo: TEXT.length, sections: [SECTION] }
const ENTRY = { id: "1", name: "灯", fixed: "", now: "", by: "model", open: true } as const

function quotes(memory: StoryMemory): string[] {
  return quotesOf(memory, { text: TEXT, upTo: TEXT.length, characters: 3_000 })
}

test("a passage of which nothing is noted is quoted", () => {
  expect(quotes(READ).length).toBeGreaterThan(0)
})

test("a passage in which an entry stands is not quoted, though it has no summary", () => {
  expect(quotes({ ...READ, entries: [{ ...ENTRY, kind: "object", aliases: [], at: 12 }] })).toEqual([])
})

test("an entry elsewhere does not stand in for a passage", () => {
  const memory = { ...READ, entries: [{ ...ENTRY, kind: "object" as const, aliases: [], at: TEXT.length }] }
  expect(quotes(memory).length).toBeGreaterThan(0)
})

test.each([
  ["without line ends", (at: number) => `${at}年的灯还亮着，他等河开。`],
  ["without an end of a sentence", (at: number) => `第${at}盏灯亮着`],
])("a text %s is quoted from places all along it, and no quote is long", (_how, lineOf) => {
  const text = Array.from({ length: 8_000 }, (_, at) => lineOf(at)).join("")
  const lines = quotesOf(EMPTY_MEMORY, { text, upTo: text.length, characters: 3_000 })
  const places = lines.map((line) => text.indexOf(line.split("｜")[1] ?? ""))
  expect(new Set(places).size).toBeGreaterThan(4)
  expect(Math.max(...places)).toBeGreaterThan(text.length / 2)
  expect(lines.slice(1).every((line) => line.length <= 110)).toBe(true)
})

test.each(["𠮷", "雨𠮷", "𠮷 ", "雨 𠮷"])(
  "no quote holds half a character, of a text that is all %j",
  (unit) => {
    for (const begin of ["", "雨", "雨夜"]) {
      const text = begin + unit.repeat(100_000)
      const lines = quotesOf(EMPTY_MEMORY, { text, upTo: text.length, characters: 3_000 })
      expect(lines.length).toBeGreaterThan(1)
      expect(lines.every((line) => line.isWellFormed())).toBe(true)
    }
  },
)
