import { expect, test } from "vitest"
import { everyMatch } from "#app/domain/ban/every-match.ts"

const TEXT = "雨，大雨，暴雨"

test("finds what matchAll finds, also where a match is empty", () => {
  for (const pattern of [/雨/g, /(大|暴)?雨/g, /雪*/g, /风/g]) {
    const places = everyMatch(TEXT, pattern).map(({ index, 0: match }) => [index, match])
    expect(places).toEqual(Array.from(TEXT.matchAll(pattern), ({ index, 0: match }) => [index, match]))
  }
})

test("begins at the beginning, wherever a search before it broke off", () => {
  const pattern = /雨/g
  pattern.lastIndex = TEXT.length
  expect(everyMatch(TEXT, pattern)).toHaveLength(3)
})
