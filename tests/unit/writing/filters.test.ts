import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { countCharacters } from "#app/domain/count-characters.ts"
import { CleanText } from "#app/server/writing/filters/clean-text.server.ts"
import { EndingGate } from "#app/server/writing/filters/ending-gate.server.ts"
import { JoinCut } from "#app/server/writing/filters/join-cut.server.ts"
import { RepeatedParagraphs } from "#app/server/writing/filters/repeated-paragraphs.server.ts"
import type { TextFilter } from "#app/server/writing/filters/text-filter.server.ts"
import { UNKNOWN_HABIT } from "#app/server/writing/filters/think-filter.server.ts"
import { beatsToTarget, readPlan } from "#app/server/writing/plan/parse-plan.server.ts"
import { beatCountFor } from "#app/server/writing/plan/plan.server.ts"
import { findLoop } from "#app/server/writing/prose/loop-guard.server.ts"
import { endsFinished, trimToSentence } from "#app/server/writing/prose/sentence-end.server.ts"
import { storyText } from "../../support/upstream/prose.ts"

const TAIL = "门外的雨小了。他把信折好，放进贴身的口袋，往河边走去。"
const FILTERS: Record<string, () => TextFilter> = {
  clean: createCleanText,
  join: () => new JoinCut({ before: TAIL, beginsText: false }),
  repeats: () => new RepeatedParagraphs({ before: `${storyText(1, 300)}\n${TAIL}`, continues: true }),
  gate: () =>
    new EndingGate(TAIL, 100, {
      holdFrom: 150,
      paragraphFrom: 180,
      sentenceFrom: 200,
      hardLimit: 220,
      closingRoom: 0,
    }),
}

const FRAGMENTS = [
  "<think>",
  "</think>",
  "<",
  "<b>",
  "\n",
  "\n\n",
  "　　",
  "  ",
  "```",
  "# 第二章",
  "**",
  "***",
  "（",
  "）",
  "未完待续",
  "（全文共900字）",
  "以下是续写的正文：",
  "好的，",
  "Sure! Here is the story:",
  "抱歉，我无法",
  "“",
  "”",
  "。",
  "……",
  "——",
  "他把信折好，",
  TAIL,
  "往河边走去。",
  "雨停了",
  "😀",
  "\ud83d",
  "\ude00",
  "\0",
  "\r\n",
  storyText(1, 120),
  storyText(2, 60),
]
const answers = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 14 }).map((parts) => parts.join(""))

describe.each(Object.entries(FILTERS))("the %s filter", (_name, create) => {
  test("leaves a plain story unchanged", () => {
    const story = storyText(7, 60)
    expect(filtered(create(), story).replace(/^\n/, "")).toBe(story)
  })
})

test("cleaned text is well formed, without blank lines or indents", () => {
  fc.assert(
    fc.property(answers, (answer) => {
      const text = filtered(createCleanText(), answer)
      expect(text.isWellFormed()).toBe(true)
      expect(text).not.toMatch(/[\0\r\u3000]|\n\s*\n|^\s|[ \n]$/u)
    }),
  )
})

test.each([
  ["<think>怎么写好呢？</think>\n\n天亮了。", "天亮了。"],
  ["想一想。\n</think>天亮了。", "天亮了。"],
  ["<think>想到一半", ""],
  ["以下是小说的续写：\n天亮了。", "天亮了。"],
  ["好的，以下是续写内容：天亮了。", "天亮了。"],
  ["Sure! Here's the next part:\n\n天亮了。", "天亮了。"],
  ["《雨夜》\n\n第一章 来信\n天亮了。", "天亮了。"],
  ["# 第一章\n\n**一**\n\n　　天亮了。\n\n\n　　他出了门。", "天亮了。\n他出了门。"],
  ["```text\n天亮了。\n```", "天亮了。"],
  ["天亮了。\n\n（未完待续）", "天亮了。"],
  ["天亮了。（字数：1203）\n——未完待续——\n", "天亮了。"],
  ["天亮了。\n【本节约900字，未完待续】", "天亮了。"],
  ["天亮了。\n***\n夜里又下雨。\n---", "天亮了。\n***\n夜里又下雨。"],
  ["他**忽然**笑了（笑得很轻）。", "他忽然笑了（笑得很轻）。"],
  ["第二天，雨停了。", "第二天，雨停了。"],
  ["以下的路很难走，他说。", "以下的路很难走，他说。"],
  ["好的坏的都过去了。", "好的坏的都过去了。"],
])("%j is cleaned to %j", (answer, text) => {
  expect(filtered(createCleanText(), answer)).toBe(text)
})

test.each([
  ["往河边走去。", "\n往河边走去。"],
  ["放进贴身的口袋，往河边走去。\n天黑了。", "\n天黑了。"],
  [`${TAIL}天黑了。`, "\n天黑了。"],
  ["\n\n天黑了。", "\n天黑了。"],
])("a continuation %j is joined as %j", (answer, text) => {
  expect(filtered(new JoinCut({ before: TAIL, beginsText: false }), answer)).toBe(text)
})

test("an open sentence continues without a break and without its beginning", () => {
  const join = () => new JoinCut({ before: "天黑了。他推开门", beginsText: false })
  expect(filtered(join(), "，走了进去。")).toBe("，走了进去。")
  expect(filtered(join(), "他推开门，走了进去。")).toBe("，走了进去。")
})

test("a paragraph that was written before is dropped", () => {
  const before = storyText(3, 200)
  const repeats = new RepeatedParagraphs({ before, continues: true })
  const [again = ""] = before.split("\n").filter((paragraph) => paragraph.length >= 40)
  expect(filtered(repeats, `\n${again}\n天黑了。`)).toBe("\n天黑了。")
})

test.each([
  ["another word in the middle", (text: string) => `${text.slice(0, 25)}又${text.slice(25)}`],
  ["another beginning", (text: string) => `后来，${text.slice(2)}`],
  ["another end", (text: string) => `${text.slice(0, -3)}了。`],
])("a paragraph that was written before is dropped with %s", (_change, change) => {
  const again =
    "门外的雨小了，他把信折好，放进贴身的口袋，沿着河边慢慢地走，走到桥头才想起没有带伞，于是又站住了，看水里的灯影。"
  const repeats = new RepeatedParagraphs({ before: `${again}\n天亮了。`, continues: true })
  expect(filtered(repeats, `\n${change(again)}\n天黑了。`)).toBe("\n天黑了。")
  expect(repeats.dropped).toBe(1)
})

test.each([
  ["at its end", (text: string) => `${text}猫没有回来。`],
  ["in the middle", (text: string) => text.replace("口袋。", "口袋。猫没有回来。")],
  ["with speech in it", (text: string) => `${text}“猫呢？”他问。`, "“猫呢？”他问。"],
])("what whole sentences a repeated paragraph adds %s is kept", (_place, change, added = "猫没有回来。") => {
  const again =
    "门外的雨小了，他把信折好，放进贴身的口袋。沿着河边慢慢地走，走到桥头才想起没有带伞。于是又站住了，看水里的灯影，灯影晃了很久。"
  const repeats = new RepeatedParagraphs({ before: `${again}\n天亮了。`, continues: true })
  expect(filtered(repeats, `\n${change(again)}\n天黑了。\n${change(again)}`)).toBe(`\n${added}\n天黑了。`)
  expect(repeats.dropped).toBe(2)
})

test("two sentences of a repeated paragraph that are made one add nothing, a new one around a short one does", () => {
  const again =
    "雨停了。他把信折好，放进贴身的口袋。沿着河边慢慢地走，走到桥头才想起没有带伞。于是又站住了，看水里的灯影，灯影晃了很久。"
  const added = "雨停了，村里人来看灯。"
  const repeats = new RepeatedParagraphs({ before: `${again}\n天亮了。`, continues: true })
  expect(filtered(repeats, `\n${again.replace("口袋。", "口袋又")}\n天黑了。\n${again}${added}`)).toBe(
    `\n天黑了。\n${added}`,
  )
})

test("a paragraph that only begins like an earlier one stays, and a new one passes early", () => {
  const [one, other] = [storyText(3, 60), storyText(4, 60)].map((text) => text.replaceAll("\n", ""))
  const repeats = new RepeatedParagraphs({ before: `${one}\n`, continues: true })
  expect(repeats.push(other?.slice(0, 25) ?? "")).not.toBe("")
  expect(filtered(repeats, `${other?.slice(25)}\n${one?.slice(0, 30)}${other}`)).toContain(
    `\n${one?.slice(0, 30)}${other}`,
  )
})

test("a loop is found where its first round ends, and a story has none", () => {
  const round = "他又一次走到窗前，看着外面下个不停的雨。"
  const at = findLoop(`天黑了。${round.repeat(3)}`)
  expect(at).not.toBeNull()
  expect(at).toBeLessThanOrEqual(4 + round.length * 2)
  expect(findLoop(storyText(5, 900))).toBeNull()
})

test.each([
  ["天亮了。他出了", "天亮了。"],
  ["他说：“走吧。再见", ""],
  ["天亮了。他说：“走吧。再见", "天亮了。"],
  ["他说：“走吧！”\n门", "他说：“走吧！”"],
  ["没有句号", ""],
])("%j is trimmed to %j", (text, trimmed) => {
  expect(trimToSentence(text)).toBe(trimmed)
})

test("a text never goes beyond the limit, and ends on a finished sentence", () => {
  const limits = { holdFrom: 900, paragraphFrom: 980, sentenceFrom: 1_040, hardLimit: 1_080, closingRoom: 0 }
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.boolean(), (seed, hasParagraphs) => {
      const story = storyText(seed, 1_400)
      const text = filtered(new EndingGate("", 0, limits), hasParagraphs ? story : story.replaceAll("\n", ""))
      const characters = [...text.replaceAll("\n", "")].length
      expect(characters).toBeGreaterThanOrEqual(970)
      expect(characters).toBeLessThanOrEqual(1_080)
      expect(endsFinished(text)).toBe(true)
    }),
  )
})

const LAST_PART = {
  holdFrom: 880,
  paragraphFrom: Number.POSITIVE_INFINITY,
  sentenceFrom: Number.POSITIVE_INFINITY,
  hardLimit: 1_080,
}

test("a last part that fits is delivered whole, and one that goes too far ends near the limit", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 700, max: 1_400 }),
      fc.constantFrom(0, 80),
      (seed, characters, closingRoom) => {
        const story = storyText(seed, characters)
        const gate = new EndingGate("", 0, { ...LAST_PART, closingRoom })
        const text = filtered(gate, story)
        if (countCharacters(story) <= 1_080) {
          expect(text).toBe(story)
          return
        }
        expect(gate.isClosed).toBe(true)
        expect(countCharacters(text)).toBeLessThanOrEqual(1_080 - closingRoom)
        expect(countCharacters(text)).toBeGreaterThanOrEqual(880)
        expect(endsFinished(text)).toBe(true)
        const paragraphEnds = [...story.matchAll(/\n/g)].map(({ index }) =>
          countCharacters(story.slice(0, index)),
        )
        const hasOneNear = paragraphEnds.some((end) => end >= 880 && end <= 1_080 - closingRoom)
        if (hasOneNear) expect(story.slice(text.length).startsWith("\n")).toBe(true)
      },
    ),
  )
})

test("a reader of a last part waits for nothing before the hold", () => {
  const gate = new EndingGate("", 0, { ...LAST_PART, closingRoom: 80 })
  const story = storyText(21, 1_000)
  let shown = ""
  for (const [at, character] of [...story.slice(0, 860)].entries()) {
    shown += gate.push(character)
    expect(shown.length).toBeGreaterThanOrEqual(at)
  }
})

test("a speech that does not end in time is closed", () => {
  const limits = { holdFrom: 90, paragraphFrom: 98, sentenceFrom: 104, hardLimit: 108, closingRoom: 0 }
  const text = filtered(new EndingGate("", 0, limits), `他说：“${"我还有一句话要说。".repeat(20)}”`)
  expect(text.endsWith("。”")).toBe(true)
})

test.each([
  ["要点一｜500\n要点二｜500", 2],
  ["1. 开端｜约800字\n2、发展 | 1,200\n**结局**｜900 字", 3],
  ["<think>三个部分｜3</think>\n开端｜1\n结局｜1", 2],
])("%j is a plan of %i beats that sum to the target", (answer, beats) => {
  const plan = parsePlan(answer, beats, 2_000)
  expect(plan).toHaveLength(beats)
  expect(plan.reduce((sum, { characters }) => sum + characters, 0)).toBe(2_000)
  expect(plan.every(({ summary }) => !/[\d*.、｜]/u.test(summary))).toBe(true)
})

test("any answer becomes a plan with the right sum", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 5 }), (answer, length) => {
      const target = length * 2_000
      const plan = parsePlan(answer, beatCountFor(target), target)
      expect(plan.length).toBeGreaterThanOrEqual(2)
      expect(plan.reduce((sum, { characters }) => sum + characters, 0)).toBe(target)
    }),
  )
})

function parsePlan(answer: string, beatCount: number, target: number) {
  return beatsToTarget(readPlan(answer, beatCount).beats, beatCount, target)
}

function createCleanText(): TextFilter {
  return new CleanText({ ...UNKNOWN_HABIT }, () => {})
}

function filtered(filter: TextFilter, text: string): string {
  return filter.push(text) + filter.end()
}
