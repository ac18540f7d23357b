// Whoever looks a paragraph up by its words finds what a comparison with every template finds.
import { expect, test } from "vitest"
import { withOneMark } from "#app/server/writing/demo/manner/sentences.server.ts"
import { STORIES } from "#app/server/writing/demo/stories.server.ts"
import { tellingOf } from "#app/server/writing/demo/telling.server.ts"
import { requestFor } from "../../support/upstream/run.ts"

test.each(STORIES.map((story) => ({ kind: story.kind, story })))(
  "the candidates of $kind are those whose words stand in a paragraph, in their order",
  ({ kind, story }) => {
    const { chapters } = tellingOf(requestFor({ prompt: `${kind}，雨夜`, length: 2 }))
    const paragraphs = chapters.flat().flatMap((scene) => scene.paragraphs)
    expect(paragraphs.length).toBeGreaterThan(10)
    for (const paragraph of [...paragraphs, paragraphs.join(""), "，", "雨"]) {
      const stands = ({ template }: (typeof story.templates)[number]) =>
        withOneMark(paragraph).includes(template.fixedWords)
      const found = story.byWords.candidatesFor(paragraph).filter(stands)
      expect(found.map(({ index }) => index)).toEqual(
        story.templates.filter(stands).map(({ index }) => index),
      )
    }
  },
)
