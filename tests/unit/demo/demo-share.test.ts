import { expect, test } from "vitest"
import { type DemoShare, demoShare, type ParagraphOrder } from "#app/domain/generation.ts"

const paragraph = { of: "it" } as ParagraphOrder

test.each<[string, Parameters<typeof demoShare>[0], boolean, DemoShare | undefined]>([
  ["a new story by the demo", { existing: "" }, true, "whole"],
  ["a new story by a model", { existing: "" }, false, undefined],
  ["a model's version of the demo's story", { existing: "", demo: "whole" }, false, undefined],
  ["the demo goes on with its own", { existing: "雨。", demo: "whole" }, true, "whole"],
  ["the demo goes on with a text of which nothing is known", { existing: "雨。" }, true, "part"],
  ["a model goes on with the demo's", { existing: "雨。", demo: "whole" }, false, "part"],
  ["a model goes on with a mixed one", { existing: "雨。", demo: "part" }, false, "part"],
  ["a model goes on with a model's", { existing: "雨。" }, false, undefined],
  ["a first paragraph by the demo in a model's", { existing: "", paragraph }, true, "part"],
  ["a first paragraph by a model in the demo's", { existing: "", paragraph, demo: "whole" }, false, "part"],
])("%s", (_, request, isDemo, share) => {
  expect(demoShare(request, isDemo)).toBe(share)
})
