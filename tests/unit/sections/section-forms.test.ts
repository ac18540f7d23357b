import { describe, expect, test } from "vitest"
import {
  changedSections,
  findSectionTitleProblem,
  headedParagraphs,
  headingsWhileWritten,
  type Section,
  withSection,
} from "#app/domain/sections.ts"

const TEXT = "天亮了。\n渡口没有人。\n\n雨停在中午。\n雨停之后，他出门。"
const SECTIONS: Section[] = [
  { title: "渡口", at: 0 },
  { title: "雨停", at: TEXT.indexOf("雨停在") },
]

describe("a section", () => {
  test("gets another title", () => {
    expect(changedSections(SECTIONS, 0, " 早上\n好 ")).toEqual({
      ok: true,
      value: [{ title: "早上 好", at: 0 }, SECTIONS[1]],
    })
  })

  test("goes, and the others stay", () => {
    expect(changedSections(SECTIONS, 0, null)).toEqual({ ok: true, value: [SECTIONS[1]] })
  })

  test("that is not there is not changed", () => {
    for (const at of [-1, 1, 9_999])
      expect(changedSections(SECTIONS, at, "早上")).toEqual({ ok: false, failure: "section-gone" })
  })

  test("begins with the paragraph whose first words are given", () => {
    expect(withSection(TEXT, SECTIONS, { title: "出门", start: "雨停之后" })).toEqual({
      ok: true,
      value: [...SECTIONS, { title: "出门", at: TEXT.indexOf("雨停之后") }],
    })
  })

  test.each([
    ["", "paragraph-missing"],
    ["没有", "paragraph-unknown"],
    ["没有人", "paragraph-unknown"],
    ["雨停", "paragraph-ambiguous"],
  ])("does not begin with “%s”", (start, failure) => {
    expect(withSection(TEXT, SECTIONS, { title: "甲", start })).toEqual({ ok: false, failure })
  })

  test("takes the place of the one that begins there", () => {
    const changed = withSection(TEXT, SECTIONS, { title: "清早", start: "天亮" })
    expect(changed.ok && changed.value).toEqual([{ title: "清早", at: 0 }, SECTIONS[1]])
  })

  test("is not added to two hundred", () => {
    const many = Array.from({ length: 200 }, (_, at) => ({ title: "节", at }))
    expect(withSection(TEXT, many, { title: "甲", start: "天亮" })).toEqual({
      ok: false,
      failure: "too-many-sections",
    })
  })

  test.each([
    [" \n ", "section-title-missing"],
    ["字".repeat(21), "section-title-too-long"],
    ["字".repeat(20), null],
  ])("has a title: %j", (title, problem) => {
    expect(findSectionTitleProblem(title)).toBe(problem)
  })
})

describe("while a story is written", () => {
  const request = { existing: TEXT, sections: SECTIONS }

  test("the new part has its heading as soon as it has a title", () => {
    expect(headingsWhileWritten({ request, title: null }).own).toBeNull()
    expect(headingsWhileWritten({ request, title: "第三天" })).toEqual({ sections: SECTIONS, own: "第三天" })
  })

  test("a new novel has none", () => {
    expect(headingsWhileWritten({ request: { existing: "", sections: [] }, title: "书" }).own).toBeNull()
  })

  test("one section of the continued text has its heading because another part follows", () => {
    const one = SECTIONS.slice(0, 1)
    const headings = (goesOn: boolean) =>
      headedParagraphs(TEXT, one, goesOn).flatMap(({ heading }) => heading ?? [])
    expect(headings(false)).toEqual([])
    expect(headings(true)).toEqual(["渡口"])
  })
})
