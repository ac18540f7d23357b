import { expect, test } from "vitest"
import { endsFinished, lastSentence, trimToSentence } from "#app/server/writing/prose/sentence-end.server.ts"

test.each([
  ["他走了。\nThe end.", true],
  ["墙上只有一行字：\n“Wait for me.”", true],
  ["墙上只有一行字：\n「Wait for me.」", true],
  ["一\n”.", true],
  ["他只回了一句OK.", false],
  ["门牌上写着 No.", false],
  ["信是写给 Dr.", false],
])("a stop in Latin letters ends %j: %s", (text, isEnd) => {
  expect(endsFinished(text)).toBe(isEnd)
  expect(trimToSentence(text) === text).toBe(isEnd)
})

test.each([
  ["他走了。雨", 99, "他走了。", ""],
  ["雨停了。他说：“走吧。我", 99, "雨停了。他说：“走吧。", "”"],
  ["雨停了。他说：“她讲：『走吧。", 99, "雨停了。他说：“她讲：『走吧。", "』”"],
  ["雨停了。他说：“我", 99, "雨停了。", ""],
  ["“走吧。”他走了。\n“我", 99, "“走吧。”他走了。", ""],
  ["“走吧。她不来。", 8, "“走吧。", "”"],
  ["“走吧。她不来。", 9, "“走吧。她不来。", "”"],
  ["他走了。\n“走吧。", 8, "他走了。", ""],
])("the last sentence of %j within %i characters", (text, longest, upTo, closing) => {
  expect(lastSentence(text, longest)).toEqual({ text: upTo, closing })
})

test("a text without the end of a sentence has no last one", () => {
  expect(lastSentence("他说：“明天，我", 99)).toBeNull()
})
