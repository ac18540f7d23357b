import { expect, test } from "vitest"
import { parseFlatJson } from "#app/domain/forms/flat-json.ts"
import { moveSchema } from "#app/domain/forms/novel-forms.ts"
import { aliasesIn } from "#app/domain/memory/story-memory.ts"
import { parseOutlineForm, readOutlineForm } from "#app/domain/outline/outline-form.ts"
import { readSections, SECTIONS_MAX } from "#app/domain/sections.ts"

const OBJECTS = `[${"{},".repeat(300_000)}{}]`
const DEEP = "[".repeat(500_000) + "]".repeat(500_000)

test("JSON of as many parts as allowed is parsed, and of more is not", () => {
  expect(parseFlatJson("[1,2,3]", 3)).toEqual([1, 2, 3])
  expect(parseFlatJson("[1,2,3]", 2)).toBeUndefined()
})

test("what stands within a string is no part", () => {
  const value = { text: `[{,"\\",{[` }
  expect(parseFlatJson(JSON.stringify(value), 1)).toEqual(value)
})

test("malformed JSON is none", () => {
  for (const json of ["", "{", "[1,]", '"', '"\\']) expect(parseFlatJson(json, 100)).toBeUndefined()
})

test("a form's JSON of a million parts is none of ours", () => {
  for (const json of [OBJECTS, DEEP]) {
    expect(readSections(json)).toEqual([])
    expect(moveSchema.parse({ entries: json }).entries).toEqual([])
    expect(parseOutlineForm(json)).toBeNull()
    const form = new FormData()
    form.set("other", json)
    form.set("removed", json)
    expect(readOutlineForm(form)).toMatchObject({ other: null, removed: [] })
  }
})

test("of more sections than a text may have, the first are read", () => {
  const sections = Array.from({ length: SECTIONS_MAX + 100 }, (_, at) => ({ title: `第${at}节`, at }))
  expect(readSections(JSON.stringify(sections))).toEqual(sections.slice(0, SECTIONS_MAX))
})

test("a field of nothing but dividers holds no alias", () => {
  expect(aliasesIn("、".repeat(300_000))).toEqual([])
  expect(aliasesIn(" 小雨 、阿雨｜、小雨")).toEqual(["小雨", "阿雨"])
})
