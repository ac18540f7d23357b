import { expect, test } from "vitest"
import { type DemoShare, demoShare, grownShare } from "#app/domain/demo-share.ts"
import type { ParagraphOrder } from "#app/domain/generation.ts"

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

test.each<[string, [string, DemoShare | undefined], [string, DemoShare | undefined], DemoShare | undefined]>([
  ["the demo's, which the demo goes on with", ["雨。", "whole"], ["雨。\n\n灯。", "whole"], "whole"],
  ["the demo's, which a model goes on with", ["雨。", "whole"], ["雨。\n\n灯。", "part"], "part"],
  ["the demo's, which came back unmarked", ["雨。", "whole"], ["雨。\n\n灯。", undefined], "part"],
  ["a mixed one, which came back unmarked", ["雨。", "part"], ["雨。\n\n灯。", undefined], "part"],
  ["a mixed one of which a form says too much", ["雨。", "part"], ["雨。\n\n灯。", "whole"], "part"],
  ["one of which nothing was known", ["雨。", undefined], ["雨。\n\n灯。", "whole"], "part"],
  ["a model's, which a model goes on with", ["雨。", undefined], ["雨。\n\n灯。", undefined], undefined],
  [
    "the demo's, of which the beginning stays",
    ["雨。\n\n风。", "whole"],
    ["雨。\n\n灯。", undefined],
    "part",
  ],
  ["the demo's, told anew by a model", ["雨。", "whole"], ["灯。", undefined], undefined],
  ["a model's, told anew by the demo", ["雨。", undefined], ["灯。", "whole"], "whole"],
])("a novel that grows: %s", (_, [former, novelDemo], [content, demo], share) => {
  expect(grownShare({ content: former, demo: novelDemo }, { content, demo })).toBe(share)
})
