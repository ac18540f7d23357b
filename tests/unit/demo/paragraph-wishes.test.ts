import { describe, expect, test } from "vitest"
import { countCharacters } from "#app/domain/count-characters.ts"
import { demoParagraph } from "#app/server/writing/demo/paragraph.server.ts"
import { hash, pick, seededRandom } from "#app/server/writing/demo/random.server.ts"
import { STORIES } from "#app/server/writing/demo/stories.server.ts"
import { tellingOf } from "#app/server/writing/demo/telling.server.ts"
import { wishesIn } from "#app/server/writing/demo/wishes/wish.server.ts"
import type { ParagraphTask } from "#app/server/writing/endpoint/writer.server.ts"
import { findUnfitness } from "#app/server/writing/paragraph/fit-paragraph.server.ts"
import { requestFor } from "../../support/upstream/run.ts"

const SEED = 20_261_124
const DRAWS = 12
/** A shorter paragraph has no room for a wish to show. */
const LONG_FROM = 45

test.each([
  ["更短一点", ["shorter"]],
  ["太啰嗦了，精简一下", ["shorter"]],
  ["写得细一些", ["longer"]],
  ["不要太短", ["longer"]],
  ["多点对话，再紧张一点", ["dialogue", "tense"]],
  ["对话少一点，加点风景", ["scenery"]],
  ["不要心理描写", []],
  ["换个角度写", ["view"]],
  ["语气温柔些", ["gentle"]],
  ["more tense, please", ["tense"]],
  ["把他改成左撇子", []],
  ["", []],
])("%s asks for %j", (direction, wishes) => {
  expect(wishesIn(direction)).toEqual(wishes)
})

describe.each(STORIES.map(({ kind }) => ({ kind })))(`paragraphs of $kind (seed ${SEED})`, ({ kind }) => {
  const drawn = drawParagraphs(kind)
  const rewrite = (direction: string) =>
    drawn.map((one) => ({ former: one.text, written: rewritten(one, direction), around: one }))

  test.each([
    "更短一点",
    "细一些",
    "多点对话",
    "更紧张",
    "更温柔",
    "加点风景",
    "写写心理",
    "换个角度",
    "随便改改",
  ])("%s: each is another one that fits, and tells nothing twice", (wish) => {
    for (const { former, written, around } of rewrite(wish)) {
      expect(findUnfitness(written, former, true), `${wish}: ${former} / ${written}`).toBeNull()
      expect(written).not.toMatch(/[{}|]|undefined/u)
      const others = [...around.before, ...around.after]
      expect(written.split("\n").filter((one) => others.includes(one))).toEqual([])
    }
  })

  test("shorter ones are shorter, longer ones longer, and those with dialogue have more", () => {
    const share = (direction: string) => {
      const all = rewrite(direction).map(
        ({ former, written }) => countCharacters(written) / countCharacters(former),
      )
      return all.reduce((sum, one) => sum + one, 0) / all.length
    }
    expect(share("更短一点")).toBeLessThan(0.85)
    expect(share("细一些")).toBeGreaterThan(1.3)
    for (const { former, written } of rewrite("多点对话"))
      expect(speeches(written)).toBeGreaterThan(speeches(former))
  })
})

test("a paragraph of somebody else stays what it is, and gets what its author wishes", () => {
  const text =
    "葛守言把灯挂在柱子上，擦了擦玻璃。今天的车晚了四分钟。他在本子上记下来，又看了一眼轨道的那头。"
  const one = { prompt: "只停一分钟的站", text, before: ["站台上只有一个人。"], after: ["车来了。"] }
  expect(rewritten(one, "加点风景").startsWith(text)).toBe(true)
  expect(rewritten(one, "多点对话").startsWith(text)).toBe(true)
  const shorter = rewritten(one, "更短")
  expect(shorter.length).toBeLessThan(text.length)
  expect(text.startsWith(shorter.slice(0, 10))).toBe(true)
})

interface Drawn {
  prompt: string
  text: string
  before: string[]
  after: string[]
}

function drawParagraphs(kind: string): Drawn[] {
  const random = seededRandom(hash(SEED, kind))
  return Array.from({ length: DRAWS }, () => {
    const prompt = `${kind}，第${Math.floor(random() * 10_000)}场雨`
    const scenes = tellingOf(requestFor({ prompt, length: 2 })).chapters.flat()
    const all = scenes.flatMap(({ paragraphs }) => paragraphs)
    const long = all.filter((one) => countCharacters(one) >= LONG_FROM)
    const text = pick(random, long)
    const at = all.indexOf(text)
    return { prompt, text, before: all.slice(0, at), after: all.slice(at + 1) }
  })
}

function rewritten({ prompt, text, before, after }: Drawn, direction: string): string {
  return demoParagraph({
    request: requestFor({ prompt, direction, existing: before.join("\n") }),
    order: { of: "one", into: "other", at: 0, index: 0, text, after: after.join("\n"), recall: "" },
    characters: countCharacters(text),
  } as ParagraphTask)
}

function speeches(text: string): number {
  return text.split("“").length
}
