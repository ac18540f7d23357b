import { expect, test } from "vitest"
import { type Cast, Template } from "#app/server/writing/demo/template.server.ts"

const CAST: Cast = { values: { hero: "林知远" }, genders: { hero: "male" }, isFirstPerson: false }
const ANSWER = new Template("“{嗯|是}。”{hero}说。")

test.each(["“是。”林知远说，", "“是。”林知远说；"])(
  "a paragraph that stops behind a comma or a semicolon is not whole: %s",
  (cut) => {
    expect(ANSWER.findIn(cut)).toBeNull()
    expect(ANSWER.goOnFrom(cut, CAST)).toBeNull()
  },
)

test("a paragraph with its own mark is whole, and one without any goes on with it", () => {
  expect(ANSWER.findIn("“是。”林知远说。")?.get("hero")).toBe("林知远")
  expect(ANSWER.goOnFrom("“是。”林知远说", CAST)?.rest(CAST, () => 0)).toBe("。")
})
