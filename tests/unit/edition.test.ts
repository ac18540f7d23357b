import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { editedParts, editedRequest, keptText } from "#app/domain/edits/edition.ts"
import { findStanding, paragraphPlacedAt, placedParagraphs } from "#app/domain/edits/paragraph.ts"
import type { GenerationRequest } from "#app/domain/generation.ts"
import { joinStory } from "#app/domain/story.ts"

const FORMER = {
  existing: "门外下着雨。\n他没有走。\n灯还亮着。",
  text: "天亮了。\n船靠了岸。\n没有人下来。",
}
const WHOLE = joinStory(FORMER.existing, FORMER.text)

describe("an edited story falls into the parts that it had", () => {
  test.each([
    ["before the join", WHOLE.replace("他没有走。", "他走了。\n又回来了。"), "天亮了。"],
    ["behind it", WHOLE.replace("船靠了岸。", "船没有来。\n雾很大。"), "天亮了。"],
    ["on both sides", WHOLE.replace("门外", "窗外").replace("没有人下来。", "下来一个人。"), "天亮了。"],
    [
      "on both sides and at the join",
      WHOLE.replace("门外", "窗外").replace("天亮了。", "天快亮了。").replace("没有人", "只有他"),
      "天快亮了。",
    ],
    ["with the paragraph before the join gone", WHOLE.replace("灯还亮着。\n\n", ""), "天亮了。"],
  ])("%s", (_, edited, begins) => {
    const parts = editedParts(FORMER, edited)
    expect(parts.text.startsWith(begins)).toBe(true)
    const words = (text: string) => text.replace(/\n+/g, "\n")
    expect(words(joinStory(parts.existing, parts.text))).toBe(words(edited))
  })

  test("a text that loses one of its parts is one part", () => {
    expect(editedParts(FORMER, FORMER.existing)).toEqual({ existing: "", text: FORMER.existing })
    expect(editedParts(FORMER, FORMER.text)).toEqual({ existing: "", text: FORMER.text })
    expect(editedParts({ existing: "", text: "甲" }, "乙")).toEqual({ existing: "", text: "乙" })
  })
})

test("a text is kept without the lines around it, and with the indentation of its first one", () => {
  expect(keptText("\r\n \n　　第一段。\r\n\r\n第二段。\n \n")).toBe("　　第一段。\n\n第二段。")
})

test("sections go along with their paragraphs, and another version's mark does not", () => {
  const request = { ...FORMER, sections: [{ title: "灯", at: 13 }], rewrites: "former", prompt: "雨" }
  const parts = { existing: "雨停了。\n门外下着雨。\n他没有走。\n灯还亮着。", text: FORMER.text }
  const edited = editedRequest(request as unknown as GenerationRequest, { of: "it", former: WHOLE, parts })
  expect(edited).toMatchObject({ edits: "it", rewrites: null, existing: parts.existing, prompt: "雨" })
  expect(edited.sections).toEqual([{ title: "灯", at: parts.existing.indexOf("灯还") }])
})

describe("a paragraph is found again", () => {
  const AT = "门外下着雨。\n\n".length
  const TEXT = "他没有走。"

  test.each([
    ["where it stood", "门外下着雨。\n\n他没有走。\n灯还亮着。", AT],
    ["where it stood, though another says the same", "门外下着雨。\n\n他没有走。\n他没有走。", AT],
    ["further on", "天黑了。\n门外下着雨。\n\n　　他没有走。 \n灯还亮着。", 15],
    ["at the beginning and at the end", TEXT, 0],
  ])("%s", (_, whole, at) => {
    expect(findStanding(whole, { at: AT, text: TEXT })).toBe(at)
  })

  test.each([
    ["it was changed", "门外下着雨。\n\n他没有走开。"],
    ["it is a part of another one", "门外下着雨。\n\n他没有走。灯还亮着。"],
    ["another one ends with it", "门外下着雨。\n\n那天，他没有走。"],
    ["two others say the same", "天黑了。\n他没有走。\n他没有走。"],
    ["nothing is left", ""],
  ])("not where %s", (_, whole) => {
    expect(findStanding(whole, { at: AT, text: TEXT })).toBeNull()
  })

  test("nothing stands nowhere, and several are found together", () => {
    expect(findStanding("\n\n", { at: 0, text: "" })).toBeNull()
    expect(findStanding("天黑了。\n一。\n二。\n三。", { at: 0, text: "一。\n二。" })).toBe(5)
  })
})

test("a paragraph that stands once is found beside a line that says it ten thousand times", () => {
  const line = "他没有走。".repeat(10_000)
  expect(findStanding(`${line}\n他没有走。\n${line}`, { at: 0, text: "他没有走。" })).toBe(line.length + 1)
  expect(findStanding(line, { at: 0, text: "他没有走。" })).toBeNull()
})

test("the paragraph that begins at an offset is the one of all that does", () => {
  const unit = fc.constantFrom("雨", "𠮷", " ", "\u3000", "\ufeff", "\n", "\n")
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 20 }), fc.integer({ min: 0, max: 25 }), (units, at) => {
      const text = units.join("")
      const placed = placedParagraphs(text).find((one) => one.at === at)
      expect(paragraphPlacedAt(text, at)).toEqual(placed ?? null)
    }),
  )
})
