import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { scanTexts } from "#app/domain/ban/scan.ts"
import { countCharacters } from "#app/domain/count-characters.ts"
import { EXISTING_TEXT_MAX_CHARS, FORM_TEXT_MAX_BYTES, JSON_MAX_BYTES } from "#app/domain/limits.ts"
import { changedMemory, EMPTY_MEMORY } from "#app/domain/memory/story-memory.ts"
import { NOVEL_MAX_CHARS } from "#app/domain/novel.ts"
import { suggestTitle } from "#app/domain/novel-title.ts"
import { headedText, movedSections, SECTIONS_MAX } from "#app/domain/sections.ts"
import { sketchText } from "#app/server/scan/text-sketch.server.ts"
import { processorMsOf } from "../../support/processor-time.ts"

/** What takes a square of a text's length takes minutes; a busy machine stays far below this. */
const LINEAR_MAX_MS = 2_000
/** Of a text whose words are looked for, which takes seconds for a million characters. */
const SCANNED_UNITS = 250_000

/** Texts of the greatest length of which each costs some scan the most. */
const HOSTILE: [string, string][] = [
  ["one line", "几".repeat(EXISTING_TEXT_MAX_CHARS)],
  ["blanks", " ".repeat(EXISTING_TEXT_MAX_CHARS)],
  ["wide blanks", "\u3000".repeat(EXISTING_TEXT_MAX_CHARS)],
  ["line ends", "\n".repeat(EXISTING_TEXT_MAX_CHARS)],
  ["one word a line", "雨\n".repeat(EXISTING_TEXT_MAX_CHARS / 2)],
  ["pairs", "😀".repeat(EXISTING_TEXT_MAX_CHARS)],
  ["marks", "a\u0301".repeat(EXISTING_TEXT_MAX_CHARS / 2)],
  ["words that a rule repeats", "都".repeat(EXISTING_TEXT_MAX_CHARS)],
  // Normalisation sorts them.
  ["marks on one letter", `a${"\u0301\u0323".repeat(EXISTING_TEXT_MAX_CHARS / 2)}`],
  ["half-width marks on one letter", `a${"\uff9e\u0334".repeat(EXISTING_TEXT_MAX_CHARS / 2)}`],
]

describe.each(HOSTILE)("a million characters: %s", (_, text) => {
  const beginning = text.slice(0, SCANNED_UNITS)
  const sections = Array.from({ length: SECTIONS_MAX }, (_, at) => ({ title: `第${at}节`, at: 2 * at }))

  test.each<[string, () => unknown]>([
    ["keeps its sections when its end changes", () => movedSections(text, `${text}\n雨`, sections)],
    ["keeps its sections when its beginning changes", () => movedSections(text, `雨\n${text}`, sections)],
    ["gets its headings", () => headedText(text, sections)],
    ["is counted", () => countCharacters(text)],
    ["gives a title", () => suggestTitle(null, text)],
    ["is checked against the ban", () => scanTexts({ texts: [beginning], level: 1, rated: null })],
    ["is rated", () => scanTexts({ texts: [], level: 1, rated: beginning })],
    ["is sketched", () => sketchText(beginning)],
  ])("%s", (_, scan) => {
    expect(processorMsOf(scan)).toBeLessThan(LINEAR_MAX_MS)
  })
})

test("a long name in a memory is read once, however many aliases stand beside it", () => {
  const aliases = Array.from({ length: 20_000 }, (_, at) => `老${at}`)
  const name = `雨${" ".repeat(EXISTING_TEXT_MAX_CHARS)}雨`
  const fields = { name, aliases, fixed: "", now: "", by: "author", open: true } as const
  const change = { type: "add", id: "a", kind: "person", fields } as const
  expect(processorMsOf(() => changedMemory(EMPTY_MEMORY, change, "雨停了。"))).toBeLessThan(LINEAR_MAX_MS)
})

test("all characters but blanks count, halves of pairs too", () => {
  const text = fc.string({
    unit: fc.constantFrom("雨", "a", " ", "\u3000", "\ufeff", "\n", "😀", "\ud83d", "\ude00"),
  })
  fc.assert(
    fc.property(text, (text) => {
      expect(countCharacters(text)).toBe([...text].filter((character) => !/\s/u.test(character)).length)
    }),
  )
})

test("a form holds the longest text, and JSON also where each character is escaped", () => {
  const rare = "\u{20000}".repeat(NOVEL_MAX_CHARS)
  expect(new TextEncoder().encode(rare).length).toBeLessThan(FORM_TEXT_MAX_BYTES)
  expect("\\u4e00".length * EXISTING_TEXT_MAX_CHARS).toBeLessThan(JSON_MAX_BYTES)
})
