import { expect, test } from "vitest"
import { paragraphsOf } from "#app/domain/story.ts"
import { STORIES } from "#app/server/writing/demo/stories.server.ts"
import { tellingOf } from "#app/server/writing/demo/telling.server.ts"
import { createDemoWriter } from "#app/server/writing/demo/writer.server.ts"
import { collectNovel, requestFor } from "../../support/upstream/run.ts"

const writer = createDemoWriter({ charactersPerSecond: 1_000_000 })
/** A shorter beginning may be anybody's. */
const KNOWN_FROM_UNITS = 8
const PARAGRAPHS = 2

test.each(STORIES.map(({ kind }) => kind))(
  "%s is known by its beginning, wherever it stops",
  async (kind) => {
    const { text } = await collectNovel({ prompt: `${kind}，第一场雪`, length: 1 }, { writer })
    const beginning = paragraphsOf(text).slice(0, PARAGRAPHS).join("\n")
    const stops = Array.from({ length: beginning.length }, (_, at) => beginning.slice(0, at).trim())
    const known = stops.filter(({ length }) => length >= KNOWN_FROM_UNITS)

    expect(known.filter((existing) => !isGoneOn(existing, kind))).toEqual([])
  },
)

/** Whether the story of this kind goes on behind a text that is not its whole first scene. */
function isGoneOn(existing: string, kind: string): boolean {
  const { story, chapters } = tellingOf(requestFor({ prompt: "后来怎样了", existing }))
  const first = chapters[0]?.[0]
  const isBegun = first !== undefined && first.scene.text.length < story.sceneAt(first.at).text.length
  return story.kind === kind && isBegun
}
