import { expect, test } from "vitest"
import { findBannedContent } from "#app/domain/ban/ban.ts"
import { CONTENT_LEVELS } from "#app/domain/content-level.ts"
import { NOVEL_LENGTHS } from "#app/domain/novel-length.ts"
import { STORIES } from "#app/server/writing/demo/stories.server.ts"
import { tellingOf } from "#app/server/writing/demo/telling.server.ts"
import { requestFor } from "../../support/upstream/run.ts"

test.each(STORIES.flatMap(({ kind }) => NOVEL_LENGTHS.map((length) => ({ kind, length }))))(
  "a reader of $kind, length $length, notices the level, and every level is tame",
  ({ kind, length }) => {
    const told = CONTENT_LEVELS.map((contentLevel) => {
      const { chapters } = tellingOf(requestFor({ prompt: `${kind}，雨夜`, length, contentLevel }))
      return chapters.flat().flatMap(({ paragraphs }) => paragraphs)
    })
    for (const paragraphs of told) expect(findBannedContent(paragraphs.join("\n"), { level: 1 })).toBeNull()
    const [plain = [], warm = [], flirting = [], close = [], dark = []] = told
    const own = (one: string[], other: string[]) =>
      one.filter((text) => !other.includes(text)).join("").length
    expect(own(warm, plain)).toBeGreaterThan(80)
    expect(own(flirting, warm)).toBeGreaterThan(40)
    expect(own(close, flirting)).toBeGreaterThan(40)
    expect(own(dark, close)).toBeGreaterThan(40)
    expect(own(dark, plain)).toBeGreaterThan(150)
  },
)
