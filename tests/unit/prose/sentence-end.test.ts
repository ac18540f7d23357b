import { expect, test } from "vitest"
import { endsFinished, trimToSentence } from "#app/server/writing/prose/sentence-end.server.ts"

test.each([
  ["他走了。\nThe end.", true],
  ["墙上只有一行字：\n“Wait for me.”", true],
  ["一\n”.", true],
  ["他只回了一句OK.", false],
  ["门牌上写着 No.", false],
  ["信是写给 Dr.", false],
])("a stop in Latin letters ends %j: %s", (text, isEnd) => {
  expect(endsFinished(text)).toBe(isEnd)
  expect(trimToSentence(text) === text).toBe(isEnd)
})
