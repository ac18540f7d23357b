import { expect, test } from "vitest"
import { rateText } from "#app/domain/ban/rating.ts"
import { highestLevel } from "#app/domain/content-level.ts"
import { storyLevel } from "#app/domain/generation.ts"
import { generationRequestSchema } from "#app/domain/generation-request.ts"

test("rates a general text as general, whatever single word it holds", () => {
  expect(rateText("")).toBe(1)
  expect(rateText("雨停的时候，修表匠听见怀表里有人说话。".repeat(200))).toBe(1)
  expect(rateText("美术馆里挂着一幅裸体画，他看了一会儿就走开了。")).toBe(1)
})

test("rates a text with adult words as adult, however they are spelled", () => {
  expect(rateText("梗概：含有色情、情色与床戏。")).toBe(4)
  expect(rateText("梗概：含有色 情、情　色與床戲。")).toBe(4)
})

test.each([
  ["two adult words in one sentence", "梗概：含有色情与情色。", 1],
  ["two of one kind far apart", farApart("色情", 2), 1],
  ["three of one kind, however far apart", farApart("色情", 3), 4],
  ["hundreds, which make no 5", farApart("色情", 300), 4],
  ["a love scene without such words", "灯灭了。两个人在帐里缠绵了一夜，天亮才睡。", 1],
])("counts words and nothing else: %s", (_, text, level) => {
  expect(rateText(text)).toBe(level)
})

test("gives the whole the highest level of its parts", () => {
  expect(highestLevel()).toBe(1)
  expect(highestLevel(1, 5, 3)).toBe(5)
  const continued = generationRequestSchema.parse({
    prompt: "接着写",
    erotic_level: "1",
    existing_text: "前文",
    existing_level: "4",
  })
  expect(storyLevel(continued)).toBe(4)
})

function farApart(word: string, times: number): string {
  return `${"雨停的时候，修表匠听见怀表里有人说话。".repeat(50)}${word}。`.repeat(times)
}
