import { describe, expect, test } from "vitest"
import { endsFinished } from "#app/server/writing/prose/sentence-end.server.ts"
import { ANSWERS, OTHER_TEXTS } from "../../support/upstream/answer-scenarios.ts"
import { createTeller, storyText, textOfPieces } from "../../support/upstream/prose.ts"
import {
  CLOSINGS,
  CONTROL_TOKENS,
  NO_REFUSALS,
  NO_REMARKS,
  OPENINGS,
  REFUSALS,
  THOUGHT_TAGS,
} from "../../support/upstream/remarks.ts"
import { collectNovel, type WrittenNovel, writeWithUpstream } from "../../support/upstream/run.ts"
import type { Reply } from "../../support/upstream/scenarios.ts"

const EXISTING = storyText(4_711, 1_500)
const MODES = [
  { mode: "new", existing: "" },
  { mode: "continued", existing: EXISTING },
]

describe.each(MODES)("a novel, $mode", ({ existing }) => {
  test.each([...ANSWERS, ...OTHER_TEXTS].map((scenario) => ({ ...scenario, scenario })))(
    "scenario $name ends as its table line says",
    async ({ scenario, end = "done", kept = "all" }) => {
      for (const seed of [2, 3]) {
        const novel = await writeWithUpstream({ ...scenario, seed }, { existing })
        expect({ seed, end: novel.end, kept: keptOf(novel), noise: noiseIn(novel) }).toEqual({
          seed,
          end,
          kept,
          noise: [],
        })
        expect(novel.end === "done" && !endsFinished(novel.text)).toBe(false)
        expect(missingStory(scenario.beats?.at(-1) ?? {}, novel)).toEqual([])
      }
    },
  )
})

const inOneCall = (answer: string, existing = "") => ownText(answer, existing)
const STORY = storyText(23, 600)

test.each(Object.values(REFUSALS).flat())("%j is a refusal, and none of it stays", async (refusal) => {
  for (const existing of ["", EXISTING]) {
    expect(await inOneCall(refusal, existing)).toEqual({ end: "refused", text: "" })
    expect(await inOneCall(`${STORY}\n${refusal}`, existing)).toMatchObject({ end: "refused", text: STORY })
  }
})

test.each(NO_REFUSALS)("%j is a story", async (passage) => {
  for (const answer of [passage, `${STORY}\n${passage}`, `${passage}\n${STORY}`]) {
    const { end, text } = await inOneCall(answer)
    expect(end).not.toBe("refused")
    expect(text).toBe(answer)
  }
})

test.each(NO_REMARKS)("%j stays where a story begins or ends", async (paragraph) => {
  expect((await inOneCall(`${STORY}\n${paragraph}`)).text).toBe(`${STORY}\n${paragraph}`)
  expect((await inOneCall(`${paragraph}\n${STORY}`)).text).toBe(`${paragraph}\n${STORY}`)
})

test.each(
  Object.values(OPENINGS)
    .flat()
    .filter((line) => !line.includes("<")),
)("%j goes before a story", async (line) => {
  expect((await inOneCall(`${line}\n\n${STORY}`)).text).toBe(STORY)
})

test.each(Object.values(CLOSINGS).flat())("%j goes behind a story", async (line) => {
  expect((await inOneCall(`${STORY}\n\n${line}`)).text).toBe(STORY)
  expect((await inOneCall(`${STORY}\n\n---\n${line}`)).text).toBe(STORY)
})

test.each(THOUGHT_TAGS)("a thought between %s and %s goes", async (opens, closes) => {
  const thought = "We need a quiet scene.\n先定视角，再定节奏。"
  expect((await inOneCall(`${opens}${thought}${closes}\n${STORY}`)).text).toBe(STORY)
})

test.each(CONTROL_TOKENS)("the tokens %j and %j go", async (before, after) => {
  expect((await inOneCall(`${before}${STORY}${after}`)).text).toBe(STORY)
})

test.each([
  ["<正文>\n", "\n</正文>"],
  ["＜正文＞", "＜/正文＞"],
  ["我会写在 <正文> 和 </正文> 之间。\n<正文>", "</正文>\n以上，供参考。"],
  ["林晚的动机还不够。\n<正文>\n", "\n</正文>\n<正文>\n</正文>"],
  ["<正文>", ""],
  ["", "</正文>\n改天再聊"],
  ["", "\n<正文>"],
])("of %j and %j around it, only the story stays", async (before, after) => {
  expect((await inOneCall(`${before}${STORY}${after}`)).text).toBe(STORY)
})

test("text behind a mark that closes far too early is story", async () => {
  const [first = "", ...others] = STORY.split("\n")
  const { text } = await inOneCall(`<正文>${first}</正文>\n${others.join("\n")}${storyText(7, 400)}`)
  expect(text).toContain(others.join("\n"))
})

test("text between marks flows as soon as the mark is seen", async () => {
  const pieces: string[] = []
  const { events } = await collectNovel({}, { writer: writerOf(["<正文>", ...STORY]), timeLimitMs: 2_000 })
  for (const event of events) if (event.type === "text") pieces.push(event.text)
  expect(pieces[0]?.length).toBeLessThan(16)
  expect(pieces.length).toBeGreaterThan(STORY.length / 2)
})

test.each([
  [
    "a refrain",
    "月亮走，我也走。\n他在前头唱，我在后头跟。\n月亮走，我也走。\n他唱完了，我还在跟。\n月亮走，我也走。",
  ],
  [
    "a rite",
    `${"一拜天地。二拜高堂。三拜四方。".repeat(2)}众人都笑了。${"鼓响一声，他们走一步。".repeat(5)}`,
  ],
  ["short answers", "“去吗？”\n“不去。”\n“真不去？”\n“不去。”\n“为什么？”\n“不去。”"],
  [
    "years that are counted",
    `${["一", "二", "三", "四", "五"].map((year) => `第${year}年，他没有来。`).join("")}第六年，门响了。`,
  ],
  [
    "a song that is sung again",
    "她唱：“月亮出来亮汪汪，亮汪汪，想起我的阿哥在深山。哥像月亮天上走，天上走，山下小河淌水清悠悠。”\n桥上的人停住了脚，过了很久，又听见她唱：“月亮出来亮汪汪，亮汪汪，想起我的阿哥在深山。哥像月亮天上走，天上走，山下小河淌水清悠悠。”风把后半句吹散了。",
  ],
])("nothing of %s is dropped", async (_name, text) => {
  expect((await inOneCall(`${STORY}\n${text}`)).text).toBe(`${STORY}\n${text}`)
})

test("sentences of the tail that are quoted behind a new one go, and the rest stays", async () => {
  const teller = createTeller(41)
  const sentences = Array.from({ length: 12 }, () => teller.sentence())
  const before = `${STORY}\n${sentences.slice(0, 8).join("")}`
  const { text } = await inOneCall(`${sentences[8]}${sentences.slice(3, 7).join("")}${sentences[9]}`, before)
  expect(text).toBe(`${sentences[8]}${sentences[9]}`)
})

/** What the reader holds of an answer, where it is the first and only one. */
async function ownText(answer: string, existing = "") {
  const { end, text } = await collectNovel({ existing }, { writer: writerOf([...answer]) })
  return { end, text }
}

/** Answers the first call for a part with these pieces, and every later one with nothing. */
function writerOf(pieces: string[]) {
  let calls = 0
  return {
    async *write({ kind }: { kind: string }) {
      if (kind === "beat") calls += 1
      if (kind === "beat" && calls === 1) for (const text of pieces) yield { type: "text" as const, text }
      yield { type: "end" as const, finish: "stop" as const, usage: null }
    },
  }
}

function keptOf({ share }: WrittenNovel): "all" | "some" | "none" {
  if (share === 0) return "none"
  return share >= 0.92 && share <= 1.08 ? "all" : "some"
}

function noiseIn({ calls, text }: WrittenNovel): string[] {
  return calls
    .flatMap(({ pieces }) => pieces)
    .filter(({ kind }) => kind === "noise")
    .flatMap((piece) => piece.text.split("\n"))
    .map((line) => line.trim())
    .filter((line) => line.length >= 4 && text.includes(line))
}

/** An answer in English is taken back once. */
const ENGLISH_ONLY = /^[^\p{Script=Han}]+$/u

/**
 * Sentences of the story, of all answers before its last part, that the reader does not hold although a later one of
 * the same answer is held: a part that runs on is ended.
 */
function missingStory({ counts, beginsAnew }: Reply, { calls, text }: WrittenNovel): string[] {
  if (counts || beginsAnew) return []
  return calls
    .filter(({ kind, isLastPart }) => kind === "beat" && !isLastPart)
    .flatMap((call) => {
      const isHeld = ({ kind, text: told }: (typeof call.pieces)[number]) =>
        kind === "story" && text.includes(told)
      return call.pieces.slice(0, call.pieces.findLastIndex(isHeld)).map((piece) => ({ ...piece, call }))
    })
    .filter(
      ({ kind, text: told, call }) =>
        kind === "story" &&
        told.length > 20 &&
        !ENGLISH_ONLY.test(told) &&
        !call.aborted &&
        !text.includes(told),
    )
    .map((piece) => textOfPieces([piece]))
}
