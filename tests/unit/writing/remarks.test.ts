import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  isRemark,
  withoutLastRemarks,
  withoutPreface,
} from "#app/server/writing/filters/assistant-voice.server.ts"
import { CleanText } from "#app/server/writing/filters/clean-text.server.ts"
import { UNKNOWN_HABIT } from "#app/server/writing/filters/think-filter.server.ts"
import { draws } from "../../support/property-draws.ts"
import { storyText } from "../../support/upstream/prose.ts"
import {
  REMARKS_BEFORE,
  REMARKS_BEHIND,
  REMARKS_WITHIN,
  STORIES_OF_TEXTS,
} from "../../support/upstream/told-texts.ts"

const STORY = storyText(23, 300)
const STORIES = Object.values(STORIES_OF_TEXTS).flat()
/** Remarks are many; a few may stay, for a paragraph of a story that is lost is worse. */
const MOST_LEFT = 0.02
/** Of the rests of paragraphs that were cut inside a quotation or a name. */
const MOST_LOST = 0.002

describe("a story about people who write, tell, edit, teach or read", () => {
  test.each(STORIES)("keeps %j where a call begins, where it ends, and alone", (paragraph) => {
    expect(wordsOf(readerText(`${paragraph}\n\n${STORY}`))).toBe(wordsOf(paragraph + STORY))
    expect(wordsOf(readerText(`${STORY}\n${paragraph}`))).toBe(wordsOf(STORY + paragraph))
    expect(wordsOf(readerText(paragraph))).toBe(wordsOf(paragraph))
  })
})

test("a story about texts that was cut anywhere keeps the rest of its paragraph", () => {
  const cuts = STORIES.flatMap((paragraph) =>
    Array.from({ length: paragraph.length - 1 }, (_, at) => paragraph.slice(at + 1)),
  )
  const lost = cuts.filter((rest) => wordsOf(readerText(`${rest}\n${STORY}`)) !== wordsOf(rest + STORY))
  expect(lost.length, lost.join("\n")).toBeLessThanOrEqual(cuts.length * MOST_LOST)
})

test.each([
  ["before", Object.values(REMARKS_BEFORE).flat(), (remark: string) => `${remark}\n\n${STORY}`],
  ["behind", Object.values(REMARKS_BEHIND).flat(), (remark: string) => `${STORY}\n\n${remark}`],
])("remarks of an assistant %s its story go", (_place, remarks, answerWith) => {
  const left = remarks.filter((remark) => readerText(answerWith(remark)) !== STORY)
  expect(left.length, left.join("\n")).toBeLessThanOrEqual(remarks.length * MOST_LEFT)
})

test.each(REMARKS_WITHIN)("of a line that begins with %j, %j stays", (remark, story) => {
  expect(readerText(`${remark}${story}\n${STORY}`)).toBe(`${story}\n${STORY}`)
})

test.each(REMARKS_WITHIN)("of a long line that begins with %j, all but that stays", (remark) => {
  const line = STORY.replaceAll("\n", "")
  expect(readerText(`${remark}${line}\n${STORY}`)).toBe(`${line}\n${STORY}`)
})

test("a remark in English before an English story goes, and its blanks stay", () => {
  const story = "The keeper mended the lamp, and nobody asked why. It rained until the morning."
  expect(readerText(`Sure, here is the next part. ${story}\n${STORY}`)).toBe(`${story}\n${STORY}`)
})

const sentences = fc.constantFrom(
  ...STORIES,
  ...REMARKS_WITHIN.flat(),
  ...Object.values(REMARKS_BEFORE).flat(),
  "……",
  "：",
  ". ",
  "a.b",
  " ",
  "“",
  "”",
)
const lines = fc.array(sentences, { maxLength: 6 }).map((parts) => parts.join("").replaceAll("\n", ""))

test("what is left of a line is its end, and is nothing exactly where it is a remark", () => {
  fc.assert(
    fc.property(lines, (line) => {
      expect(line.endsWith(withoutPreface(line))).toBe(true)
      if (!isRemark(line)) expect(withoutPreface(line) === "" && line !== "").toBe(false)
    }),
    { numRuns: draws(2_000) },
  )
})

/** What the reader holds in the end of one answer. */
function readerText(answer: string): string {
  let text = ""
  const clean = new CleanText({ ...UNKNOWN_HABIT }, () => {
    text = ""
  })
  for (const character of answer) {
    const passed = clean.push(character)
    text += passed
  }
  const rest = clean.end()
  return withoutLastRemarks(text + rest)
}

/** Without marks: some are set in the shape that Chinese texts have. */
function wordsOf(text: string): string {
  return text.replace(/[\s\p{P}]/gu, "")
}
