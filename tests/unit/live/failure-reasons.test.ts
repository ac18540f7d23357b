// What a reader is told when a generation fails: only texts and buttons that the page has.
import { expect, test } from "vitest"
import { failureReason } from "#app/copy/story.ts"
import { GENERATION_FAILURES } from "#app/domain/generation.ts"

const OF_A_TEXT = /「继续生成」|前面的正文|续写|再继续/

test.each(GENERATION_FAILURES)("of %s, a blank sheet is told of no text to go on with", (failure) => {
  expect(failureReason(failure, true)).not.toMatch(OF_A_TEXT)
})

test("a text that ended short can be gone on with", () => {
  expect(failureReason("short", false)).toMatch(OF_A_TEXT)
})

test("an unknown failure has a reason, too", () => {
  expect(failureReason(null, true)).not.toBe("")
})
