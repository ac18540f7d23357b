// The demo's work leaves the event loop between its steps, and what it finds in steps is what it finds at once.
import { expect, test } from "vitest"
import { PROMPT_MAX_CHARS } from "#app/domain/limits.ts"
import { inTurns, type Steps } from "#app/server/writing/demo/steps/steps.server.ts"
import { tellingOf, tellingSteps } from "#app/server/writing/demo/telling.server.ts"
import { createDemoWriter } from "#app/server/writing/demo/writer.server.ts"
import { newTameText } from "../../support/tame-text.ts"
import { requestFor } from "../../support/upstream/run.ts"

const LONG = newTameText(PROMPT_MAX_CHARS).slice(0, PROMPT_MAX_CHARS)

test("no two steps share a turn of the event loop, however many stories are told", async () => {
  const turns = countTurns()
  const taken: number[] = []
  function* steps(): Steps<void> {
    for (let step = 0; step < 5; step += 1) {
      taken.push(turns.count())
      yield
    }
  }
  await Promise.all([inTurns(steps()), inTurns(steps()), inTurns(steps())])
  turns.end()
  expect(taken).toHaveLength(15)
  expect(new Set(taken).size).toBe(taken.length)
})

test.each([{ prompt: LONG }, { direction: LONG, existing: "他走了。" }, { existing: LONG }])(
  "others get many turns while a plan is made for a long text: %o",
  async (asked) => {
    const request = requestFor(asked)
    const turns = countTurns()
    const call = { messages: [], maxTokens: 1_000, frequencyPenalty: 0 }
    const task = { ...call, kind: "plan", request, beatCount: 3 } as const
    const first = await createDemoWriter()
      .write(task, AbortSignal.timeout(60_000))
      [Symbol.asyncIterator]()
      .next()
    turns.end()
    expect(first.done).toBe(false)
    expect(turns.count()).toBeGreaterThan(10)
  },
)

test("a telling in steps is the telling at once", async () => {
  const asked = {
    prompt: "李明和王芳在青石镇，一只怀表",
    direction: "一个师妹来了，两个人把话说开了",
    existing: LONG,
  }
  const [inSteps, atOnce] = [await inTurns(tellingSteps(requestFor(asked))), tellingOf(requestFor(asked))]
  expect(inSteps.chapters).toEqual(atOnce.chapters)
  expect(inSteps.cast).toEqual(atOnce.cast)
})

function countTurns() {
  let count = 0
  let isOver = false
  const turn = () => {
    count += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  return { count: () => count, end: () => (isOver = true) }
}
