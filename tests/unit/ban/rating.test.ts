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
