// What a model answers and what a visitor wishes is read on the thread that answers everybody.
import { describe, expect, test } from "vitest"
import type { PromptScope } from "#app/domain/generation.ts"
import { toTitle } from "#app/domain/novel-title.ts"
import { ASKING_END, ENDS_CLAUSE } from "#app/server/writing/demo/wish/wish.lexicon.server.ts"
import { NewText } from "#app/server/writing/endpoint/new-text.server.ts"
import { withoutPreface } from "#app/server/writing/filters/assistant-voice.server.ts"
import { readUpdate } from "#app/server/writing/memory/parse-update.server.ts"
import { withoutEchoes } from "#app/server/writing/paragraph/fit-paragraph.server.ts"
import { readDraft, readPlan } from "#app/server/writing/plan/parse-plan.server.ts"
import { PlanDraft } from "#app/server/writing/plan/plan-draft.server.ts"
import { lastSentence } from "#app/server/writing/prose/sentence-end.server.ts"
import { processorMsOf } from "../../support/processor-time.ts"

/** What takes a square of these texts' length takes many seconds; a busy machine stays far below this. */
const LINEAR_MAX_MS = 1_000
const UNITS = 60_000

const PIECES = [
  "，",
  "—",
  "{",
  "[",
  " ",
  "\n",
  "｜",
  "｜，",
  "｜8，",
  "1",
  "一",
  "第一",
  "（8",
  "。\n",
  "\n雨",
  "？",
  "情节 ",
  "\uFFFD",
]
const HOSTILE = PIECES.flatMap((piece) =>
  ["", "雨", "情节", "情节｜雨｜", "书名"].flatMap((head) =>
    ["", "雨", "8字", "]}"].map((tail) => head + piece.repeat(UNITS / piece.length) + tail),
  ),
)

describe.each<[string, (answer: string) => unknown]>([
  ["a plan", (answer) => readPlan(answer, 8)],
  ["a plan in progress", (answer) => readDraft(`${answer}\n`, 8)],
  ["an update of the memory", (answer) => readUpdate(answer, true)],
  ["a first line", (answer) => withoutPreface(answer.slice(0, 16_000))],
  ["a title", toTitle],
  ["an answer that is sent once more, longer", (answer) => sentOnceMore("雨停了，他走了。", answer)],
  ["the end of a text", (answer) => lastSentence(answer, 0)],
  ["a clause of a wish", (wish) => wish.replace(ENDS_CLAUSE, "").replace(ASKING_END, "")],
  [
    "a paragraph that is written anew",
    (answer) => {
      const text = answer.slice(0, 3_000)
      return withoutEchoes(text, { before: text.slice(0, 1_500), text, after: text.slice(0, 600) })
    },
  ],
])("%s", (_, read) => {
  test("takes no square of a long answer", () => {
    const slow = HOSTILE.map((answer) => ({ answer, ms: processorMsOf(() => read(answer)) }))
      .filter(({ ms }) => ms > LINEAR_MAX_MS)
      .map(({ answer, ms }) => `${Math.round(ms)} ms: ${answer.slice(0, 10)}…${answer.slice(-5)}`)
    expect(slow).toEqual([])
  })
})

test("a plan in progress is read only so often, however many line ends come", () => {
  const draft = new PlanDraft(() => {})
  const scope = { beatCount: 8 } as PromptScope
  const takeAll = () => {
    for (let lines = 1; lines <= 20_000; lines += 1) draft.take("\n".repeat(lines), scope)
  }
  expect(processorMsOf(takeAll)).toBeLessThan(LINEAR_MAX_MS)
})

function sentOnceMore(whole: string, rest: string): string {
  const text = new NewText()
  return text.take(whole) + text.take(whole + rest) + text.take(`${whole}${rest}雨`) + text.end()
}
