import fc from "fast-check"
import { expect, test } from "vitest"
import { countCharacters } from "#app/domain/count-characters.ts"
import { placedParagraphs } from "#app/domain/edits/paragraph.ts"
import {
  lastPages,
  ONE_PAGE_MAX_UNITS,
  partIn,
  partText,
  placeIn,
  readingMinutes,
  readingPage,
} from "#app/domain/reading/parts.ts"
import { headedParagraphs, type Section } from "#app/domain/sections.ts"
import { draws } from "../../support/property-draws.ts"

const paragraph = fc.oneof(
  fc.constantFrom("", " ", "***"),
  fc.noBias(fc.integer({ min: 1, max: 6_000 })).map((length) => "灯".repeat(length)),
  fc.constant("雪".repeat(45_000)),
)
/** A text with sections at some of its paragraphs. */
const novel = fc
  .array(fc.record({ paragraph, title: fc.option(fc.constantFrom("雪夜", "藤箱"), { freq: 4 }) }), {
    minLength: 1,
    maxLength: 40,
    // By itself it would rarely make a text of several parts.
    size: "max",
  })
  .map((lines) => {
    let text = ""
    const sections: Section[] = []
    for (const line of lines) {
      if (line.title !== null && line.paragraph.trim() !== "") {
        sections.push({ title: line.title, at: text.length })
      }
      text += `${line.paragraph}\n`
    }
    return { text, sections }
  })

function pagesOf(text: string, sections: readonly Section[]) {
  return readingPage(text, sections, 1).starts.map((_, index) => readingPage(text, sections, index + 1))
}

test("the parts hold every paragraph once, in order", () => {
  fc.assert(
    fc.property(novel, ({ text, sections }) => {
      const whole = headedParagraphs(text, sections)
      const parts = pagesOf(text, sections)
      expect(parts.flatMap(({ paragraphs }) => paragraphs)).toEqual(whole)
      for (const { first, paragraphs } of parts) {
        expect(whole.slice(first, first + paragraphs.length)).toEqual(paragraphs)
      }
      // Only a text without a word has a page without a paragraph.
      if (whole.length > 0) expect(parts.every(({ paragraphs }) => paragraphs.length > 0)).toBe(true)
    }),
  )
})

test("no part is longer than a page, unless it is one paragraph", () => {
  fc.assert(
    fc.property(novel, ({ text, sections }) => {
      for (const { paragraphs } of pagesOf(text, sections)) {
        const units = paragraphs.reduce((sum, { paragraph: { length } }) => sum + length, 0)
        expect(units <= ONE_PAGE_MAX_UNITS || paragraphs.length === 1).toBe(true)
      }
    }),
  )
})

test("a long text that grows at its end keeps where its parts begin", () => {
  const long = novel.filter(({ text }) => text.replace(/\s/g, "").length > ONE_PAGE_MAX_UNITS)
  fc.assert(
    fc.property(long, novel, (before, added) => {
      const kept = before.sections.length > 1 ? before.sections : []
      const starts = (text: string) => readingPage(text, kept, 1).starts
      const former = starts(before.text)
      expect(starts(before.text + added.text).slice(0, former.length)).toEqual(former)
    }),
    { numRuns: draws(30) },
  )
})

test("each chapter is found in the part that holds it", () => {
  fc.assert(
    fc.property(novel, ({ text, sections }) => {
      const { chapters, starts, letters } = readingPage(text, sections, 1)
      expect(letters).toBe(countCharacters(text))
      for (const { title, paragraph: index, part } of chapters) {
        const page = readingPage(text, sections, part)
        expect(page.part).toBe(part)
        expect(page.paragraphs[index - page.first]?.heading ?? null).toBe(title)
        expect(starts[part - 1]).toBe(page.first)
      }
    }),
  )
})

test("a part as a text of its own shows what the page shows, at its place in the whole", () => {
  fc.assert(
    fc.property(novel, fc.nat(40), ({ text, sections }, wanted) => {
      const page = readingPage(text, sections, wanted)
      const shown = partText(text, sections, page)
      const parts = page.starts.length
      const headed = headedParagraphs(shown.text, shown.sections, parts > 1)
      const drop = ({ heading, paragraph }: (typeof headed)[number]) => ({ heading, paragraph })
      expect(headed.map(drop)).toEqual(page.paragraphs.map(drop))
      const placed = placedParagraphs(shown.text, { at: shown.at, index: page.first })
      const whole = placedParagraphs(text)
      expect(placed).toEqual(whole.slice(page.first, page.first + page.paragraphs.length))
      if (parts === 1) expect(shown).toEqual({ text, sections, at: 0 })
    }),
  )
})

test("the last two pages of a text are those at its end, and a text of two pages stays whole", () => {
  fc.assert(
    fc.property(novel, ({ text, sections }) => {
      const pages = pagesOf(text, sections)
      const shown = lastPages(text, sections)
      const headed = headedParagraphs(shown.text, shown.sections, pages.length > 2)
      const wanted = pages.slice(-2).flatMap(({ paragraphs }) => paragraphs)
      const drop = ({ heading, paragraph }: (typeof headed)[number]) => ({ heading, paragraph })
      expect(headed.map(drop)).toEqual(wanted.map(drop))
      expect(shown.first).toBe(pages.at(-2)?.first ?? 0)
      expect(text.slice(shown.at)).toBe(shown.text)
      if (pages.length <= 2) expect(shown).toEqual({ text, sections, at: 0, first: 0 })
    }),
  )
})

test("an address may ask for the part that holds a paragraph", () => {
  fc.assert(
    fc.property(novel, ({ text, sections }) => {
      const { total } = readingPage(text, sections, 1)
      for (const paragraph of [0, Math.floor(total / 2), Math.max(total - 1, 0)]) {
        const search = new URLSearchParams({ paragraph: String(paragraph), part: "7" })
        const { first, paragraphs } = readingPage(text, sections, placeIn(search))
        expect(first <= paragraph && paragraph < first + Math.max(paragraphs.length, 1)).toBe(true)
      }
    }),
  )
})

test.each([
  ["part=3", 3],
  ["paragraph=&part=3", 3],
  ["paragraph=x", 1],
  ["paragraph=12", { paragraph: 12 }],
])("an address with %j asks for the place %j", (search, place) => {
  expect(placeIn(new URLSearchParams(search))).toEqual(place)
})

test.each([-1, 1e20])("of paragraph %d, which no text has, the nearest part is shown", (paragraph) => {
  const text = Array.from({ length: 100 }, () => "灯".repeat(1_000)).join("\n")
  const { part, starts } = readingPage(text, [], { paragraph })
  expect(part).toBe(paragraph < 0 ? 1 : starts.length)
})

test.each([
  ["short enough for one page", 2_001, 2],
  ["long", 20_000, 10],
])("a text of single words that is %s is divided by its paragraphs", (_, lines, parts) => {
  const text = "灯\n".repeat(lines)
  const pages = pagesOf(text, [])
  expect(pages).toHaveLength(parts)
  expect(Math.max(...pages.map(({ paragraphs }) => paragraphs.length))).toBe(2_000)
  expect(pages.flatMap(({ paragraphs }) => paragraphs)).toEqual(headedParagraphs(text, []))
})

test("a text of one page is not divided, and its chapters are listed", () => {
  const text = "雪停了。\n\n灯亮了。\n\n车来了。"
  const sections = [
    { title: "雪夜", at: 0 },
    { title: "一分钟", at: text.indexOf("车") },
  ]
  expect(readingPage(text, sections, 7)).toMatchObject({
    part: 1,
    starts: [0],
    letters: 12,
    chapters: [
      { title: "雪夜", letters: 8, paragraph: 0, part: 1 },
      { title: "一分钟", letters: 4, paragraph: 2, part: 1 },
    ],
  })
})

test("a long text of a single section shows no heading in any of its parts", () => {
  const text = Array.from({ length: 40 }, () => "灯".repeat(1_000)).join("\n")
  const sections = [{ title: "雪夜", at: 0 }]
  const page = readingPage(text, sections, 1)
  expect(page.starts.length).toBeGreaterThan(1)
  expect(page.paragraphs[0]?.heading).toBeNull()
  expect(partText(text, sections, page).sections).toEqual([])
})

test("a text without sections has no chapters", () => {
  expect(readingPage("雪停了。\n灯亮了。", [], 1).chapters).toEqual([])
})

test.each([
  ["", 1],
  ["part=3", 3],
  ["part=0", 1],
  ["part=-2", 1],
  ["part=x", 1],
  ["part=2&part=9", 2],
  ["part=1e99", 1],
  ["part=99999999999999999999", 1e20],
])("an address with %j asks for part %d", (search, part) => {
  expect(partIn(new URLSearchParams(search))).toBe(part)
})

test.each(["99999999999999999999", "41"])("part %s of a text with fewer is the last one", (wanted) => {
  const text = Array.from({ length: 100 }, () => "灯".repeat(1_000)).join("\n")
  const { part, starts } = readingPage(text, [], Number(wanted))
  expect(part).toBe(starts.length)
})

test("a text takes at least a minute to read", () => {
  expect([0, 100, 9_743].map(readingMinutes)).toEqual([1, 1, 24])
})

test("the parts of a text do not depend on the kind of blanks around its lines", () => {
  const lines = Array.from({ length: 3_000 }, (_, day) => `第${day}天。`)
  const plain = readingPage(lines.join("\n"), [], 2)
  const padded = readingPage(lines.map((line) => `\u3000\u00a0\ufeff${line}\t\r`).join("\n \u2003\n"), [], 2)
  expect(padded.starts).toEqual(plain.starts)
  expect(padded.letters).toBe(plain.letters)
  expect(padded.paragraphs.map(({ paragraph }) => paragraph)).toEqual(
    plain.paragraphs.map(({ paragraph }) => paragraph),
  )
})
