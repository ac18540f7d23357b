import { expect, test } from "vitest"
import { accountFor } from "../../faults/account.ts"
import type { StoryCall } from "../../faults/story-upstream.ts"

const FIRST = "雨停之后，安定舟打开了地图。"
const SECOND = "黄昏将尽，孟秀春拼好了一封旧信。"
const OTHER = "黄昏将尽，安朗心换下了两枚纽扣。"
const LAST = "集市散去后，古定舟晾满了衣裳。"
const BEGUN = "黄昏将尽，"

test.each([
  ["ended", [whole(FIRST + SECOND)], FIRST + SECOND],
  ["broke off between two sentences", [broken(FIRST + SECOND, FIRST), whole(LAST)], FIRST + LAST],
  [
    "broke off in a sentence that is kept",
    [broken(FIRST + SECOND, FIRST + BEGUN), whole(LAST)],
    FIRST + BEGUN + LAST,
  ],
  [
    "broke off in a sentence that is dropped",
    [broken(FIRST + SECOND, FIRST + BEGUN), whole(LAST)],
    FIRST + LAST,
  ],
  [
    "broke off after the words with which the next one begins",
    [broken(FIRST + SECOND, FIRST + BEGUN), whole(OTHER + LAST)],
    FIRST + OTHER + LAST,
  ],
  [
    "broke off beyond the words with which the next one begins",
    [broken(FIRST + SECOND, `${FIRST + BEGUN}孟秀`), whole(OTHER + LAST)],
    FIRST + OTHER + LAST,
  ],
])("a text is explained by a call that %s", (_, calls, text) => {
  expect(account(text, calls)).toMatchObject({ lost: 0, duplicated: 0, problem: null })
})

test.each([
  ["twice", [whole(FIRST + LAST)], FIRST + FIRST + LAST],
  ["twice after a break", [broken(FIRST + SECOND, FIRST), whole(LAST)], FIRST + FIRST + LAST],
  [
    "without its beginning",
    [broken(FIRST + SECOND, FIRST + BEGUN), whole(OTHER)],
    FIRST + OTHER.slice(BEGUN.length),
  ],
  ["that nobody sent", [broken(FIRST + SECOND, FIRST + BEGUN), whole(LAST)], FIRST + OTHER + LAST],
])("a sentence %s is doubled", (_, calls, text) => {
  const { duplicated, problem } = account(text, calls)
  expect(duplicated).toBeGreaterThan(0)
  expect(problem).not.toBeNull()
})

test("the end of a call that came whole is missed", () => {
  expect(account(FIRST, [whole(FIRST + LAST)]).lost).toBe(LAST.length)
})

function account(text: string, calls: StoryCall[]) {
  return accountFor(text, calls, () => false)
}

function whole(text: string): StoryCall {
  return { story: 1, text, sent: text.length, port: undefined, state: "whole" }
}

function broken(text: string, sent: string): StoryCall {
  return { story: 1, text, sent: sent.length, port: undefined, state: "broken" }
}
