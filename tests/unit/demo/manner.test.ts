import { expect, test } from "vitest"
import { joinStory, paragraphsOf } from "#app/domain/story.ts"
import { inSentencesOf } from "#app/server/writing/demo/manner/sentences.server.ts"
import { STORIES } from "#app/server/writing/demo/stories.server.ts"
import { tellingOf } from "#app/server/writing/demo/telling.server.ts"
import { createDemoWriter } from "#app/server/writing/demo/writer.server.ts"
import { countStyle } from "#app/server/writing/manner/style-notes.server.ts"
import { collectNovel, requestFor } from "../../support/upstream/run.ts"

const TERSE = "他停下。雨没停。他听。没有人。他又走。门开着。他进去。灯灭了。她不在。他等。\n".repeat(8)
const FLOWING =
  "他沿着从前走过无数回的河岸一直往北走去，天色在背后一点一点地暗下来，河面上浮着从上游漂来的枯叶，他一面走一面看着叶子打着旋过去，心里想起许多年以前也曾经这样看过。\n".repeat(
    6,
  )
const TALKING = "“你来了？”她问。“来了。”他说。“坐吧，”她说，“外头冷。”“不坐了，就走。”他说。\n".repeat(8)
const OWN_VOICE =
  "我走到门口，我停下来。我想了想，没有进去。我听见里头有人说话，我站了一会儿，就走了。\n".repeat(6)

test.each(STORIES.map(({ kind }) => kind))("%s follows the manner of a reference", (kind) => {
  const [terse, usual, flowing] = [TERSE, "", FLOWING].map((reference) => styleOf(kind, reference))
  expect(terse?.sentence).toBeLessThan(usual?.sentence ?? 0)
  expect(flowing?.sentence).toBeGreaterThan(usual?.sentence ?? 0)
  expect((flowing?.sentence ?? 0) / (terse?.sentence ?? 0)).toBeGreaterThan(1.25)
  expect(styleOf(kind, TALKING).dialogueShare).toBeGreaterThan(styleOf(kind, FLOWING).dialogueShare + 0.05)
  expect(styleOf(kind, OWN_VOICE).person).toBe("first")
})

test.each([
  [
    "joined, but not to what somebody says",
    40,
    "他收了伞。放在门边。“来了？”她问。他没有答。",
    "他收了伞，放在门边。“来了？”她问。他没有答。",
  ],
  [
    "split where a clause stands on its own",
    6,
    "他收起那把旧伞，门外走过一辆板车，铃铛一路响。",
    "他收起那把旧伞。门外走过一辆板车。铃铛一路响。",
  ],
  [
    "not split before what leans on it",
    6,
    "他收起那把旧伞，却没有马上坐下来。",
    "他收起那把旧伞，却没有马上坐下来。",
  ],
  [
    "not split inside speech",
    6,
    "“我收起那把旧伞，门外走过一辆板车。”",
    "“我收起那把旧伞，门外走过一辆板车。”",
  ],
])("sentences are %s", (_, characters, paragraph, told) => {
  expect(inSentencesOf(paragraph, characters)).toBe(told)
})

test.each([TERSE, FLOWING])(
  "what is told in a reference's manner goes on as its own story",
  async (reference) => {
    const writer = createDemoWriter({ charactersPerSecond: 10_000_000 })
    for (const { kind } of STORIES) {
      const first = await collectNovel({ prompt: `${kind}，雨夜`, reference }, { writer })
      const stopped = first.text.slice(0, Math.floor(first.text.length * 0.6))
      const second = await collectNovel({ prompt: "后来怎样了", existing: stopped }, { writer })
      expect(tellingOf(requestFor({ prompt: "后来怎样了", existing: stopped })).story.kind).toBe(kind)
      const paragraphs = paragraphsOf(joinStory(stopped, second.text)).filter(({ length }) => length > 12)
      expect(new Set(paragraphs).size).toBe(paragraphs.length)
      expect(first.share).toBeGreaterThan(0.92)
    }
  },
)

function styleOf(kind: string, reference: string) {
  const { chapters } = tellingOf(requestFor({ prompt: `${kind}，雨夜`, length: 3, reference }))
  return countStyle(chapters.flatMap((scenes) => scenes.flatMap(({ paragraphs }) => paragraphs)).join("\n"))
}
