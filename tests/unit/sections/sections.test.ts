import { describe, expect, test } from "vitest"
import {
  headedText,
  movedSections,
  partNumber,
  readSections,
  SECTIONS_MAX,
  type Section,
  standingSections,
  storySections,
} from "#app/domain/sections.ts"

const FIRST = "雨停了。\n他把灯点上。"
const SECOND = "天亮以后，船还没有来。\n他又等了一天。"
const TEXT = `${FIRST}\n\n${SECOND}`
const AT = FIRST.length + 2
const WAIT: Section = { title: "等船", at: AT }

describe("sections from outside", () => {
  test.each<[string, unknown]>([
    ["nothing", undefined],
    ["an empty field", ""],
    ["no JSON", "[{"],
    ["no list", '{"title":"等船","at":3}'],
    ["a list of lists", [[WAIT]]],
    ["null", [null]],
    ["a negative offset", [{ title: "等船", at: -1 }]],
    ["half an offset", [{ title: "等船", at: 1.5 }]],
    ["an endless offset", [{ title: "等船", at: Number.POSITIVE_INFINITY }]],
    ["an offset in words", [{ title: "等船", at: "9" }]],
    ["no title", [{ at: 3 }]],
    ["a blank title", [{ title: " \u200F\n", at: 3 }]],
    ["a huge title", [{ title: "船".repeat(21), at: 3 }]],
  ])("are none: %s", (_, value) => {
    expect(readSections(value)).toEqual([])
  })

  test("are sorted, one at each offset, with titles of one line and nothing else", () => {
    const given = [
      { title: "后来", at: 9 },
      { title: " 等\u202E\n船 ", at: 3, note: "x" },
      { title: "又一个", at: 9 },
    ]
    const kept = [
      { title: "等 船", at: 3 },
      { title: "后来", at: 9 },
    ]
    expect(readSections(given)).toEqual(kept)
    expect(readSections(JSON.stringify(given))).toEqual(kept)
  })

  test("are at most so many", () => {
    const many = Array.from({ length: SECTIONS_MAX + 5 }, (_, at) => ({ title: "节", at }))
    expect(readSections(many)).toEqual(many.slice(0, SECTIONS_MAX))
  })
})

test.each([
  ["stand where a paragraph begins", AT, true],
  ["stand at the text's beginning", 0, true],
  ["fall within a paragraph", AT + 1, false],
  ["fall on a blank line", AT - 1, false],
  ["fall behind the text", TEXT.length, false],
  ["fall far behind the text", 1e9, false],
])("sections %s", (_, at, stands) => {
  expect(standingSections(TEXT, [{ title: "节", at }])).toHaveLength(stands ? 1 : 0)
})

describe("an edit", () => {
  const move = (after: string, sections = [WAIT], before = TEXT) => movedSections(before, after, sections)

  test("leaves a section where nothing before it changed", () => {
    expect(move(`${TEXT}\n船来了。`)).toEqual([WAIT])
  })

  test("moves a section with its paragraph", () => {
    expect(move(`开头。\n${TEXT}`)).toEqual([{ ...WAIT, at: AT + 4 }])
    expect(move(TEXT.replace("雨停了。\n", ""))).toEqual([{ ...WAIT, at: AT - 5 }])
  })

  test("keeps a section whose first paragraph is written anew in its place", () => {
    expect(move(TEXT.replace("天亮以后", "第二天"))).toEqual([WAIT])
  })

  test("drops a section whose paragraph is gone and whose offset begins no other", () => {
    expect(move(FIRST)).toEqual([])
    expect(move(`开头。\n${FIRST}\n\n船没有来。`)).toEqual([])
  })

  test("tells paragraphs with the same words apart by their order", () => {
    const before = "……\n甲。\n……\n乙。"
    const second = { title: "乙", at: 6 }
    expect(move(`序。\n${before}`, [second], before)).toEqual([{ ...second, at: 9 }])
  })

  test("drops one of two sections that would begin together", () => {
    const sections = [WAIT, { title: "后来", at: AT + 12 }]
    expect(move(`${FIRST}\n\n他又等了一天。`, sections)).toHaveLength(1)
  })
})

describe("a generation", () => {
  const request = { existing: FIRST, sections: [] as Section[] }

  test("that begins a novel has no section", () => {
    expect(storySections({ request: { ...request, existing: "" }, title: "灯", text: SECOND })).toEqual([])
  })

  test("that continues a text begins a section, named by its plan", () => {
    expect(storySections({ request, title: "等船", text: SECOND })).toEqual([WAIT])
    expect(storySections({ request, title: null, text: SECOND })).toEqual([])
    const third = { request: { existing: TEXT, sections: [WAIT] }, title: "船来", text: "船来了。" }
    expect(storySections(third)).toEqual([WAIT, { title: "船来", at: TEXT.length + 2 }])
  })

  test("has no section before its first word, nor after all of it is withdrawn", () => {
    expect(storySections({ request, title: "等船", text: "" })).toEqual([])
  })

  test("begins its section at its first word", () => {
    expect(storySections({ request, title: "等船", text: `\n　\n${SECOND}` })).toEqual([
      { ...WAIT, at: AT + 3 },
    ])
  })
})

test("headings stand before their paragraphs, from two sections on", () => {
  expect(headedText(TEXT, [WAIT])).toBe(`${FIRST}\n\n等船\n\n${SECOND}`)
  expect(headedText(TEXT, [{ title: "灯", at: 0 }])).toBe(TEXT)
  expect(headedText(`\n ${TEXT}`, [{ title: "灯", at: 1 }])).toBe(`\n ${TEXT}`)
  expect(headedText(TEXT, [{ title: "灯", at: 0 }, WAIT])).toBe(`灯\n\n${FIRST}\n\n等船\n\n${SECOND}`)
  expect(headedText(TEXT, [{ title: "灯", at: 3 }])).toBe(TEXT)
  expect(headedText(TEXT, [])).toBe(TEXT)
})

test("a continuation is the part behind those that the text has", () => {
  expect(partNumber({ existing: FIRST, sections: [] })).toBe(2)
  expect(partNumber({ existing: TEXT, sections: [WAIT] })).toBe(3)
  expect(partNumber({ existing: TEXT, sections: [{ title: "灯", at: 0 }, WAIT] })).toBe(3)
  // A title that stands in no place of the text counts for nothing.
  expect(partNumber({ existing: TEXT, sections: [{ title: "灯", at: 3 }] })).toBe(2)
})
