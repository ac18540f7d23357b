import { expect, test } from "vitest"
import type { Beat, CardEdit, PromptScope, WritingEvent } from "#app/domain/generation.ts"
import { targetCharacters } from "#app/domain/novel-length.ts"
import { beatsToTarget } from "#app/server/writing/plan/parse-plan.server.ts"
import { storyText } from "../../support/upstream/prose.ts"
import { type WrittenNovel, writeWithUpstream } from "../../support/upstream/run.ts"

const card = (name: string): Beat => ({
  summary: `${name}的渡口｜她要把灯还回去｜船家不肯靠岸｜她把灯放进水里`,
  stop: `${name}的灯漂远了`,
  characters: 700,
  byAuthor: true,
})

/** The plan of a novel whose author has seen it and has so many cards in it now. */
function approved(scope: PromptScope, count: number, length: 1 | 3 | 5) {
  const cards = Array.from({ length: count }, (_, at) => card(`第${at + 1}天`))
  const plan = beatsToTarget(cards, count, targetCharacters(length))
  return { plan, head: ["收尾｜灯灭在对岸"], title: "还灯", scope, isApproved: true }
}

function planIn({ events }: Pick<WrittenNovel, "events">) {
  return events.find((event): event is Extract<WritingEvent, { type: "plan" }> => event.type === "plan")
}

test("an outline that is asked for first ends the run before any text", async () => {
  const { events, calls } = await writeWithUpstream("well", { length: 3, outlineFirst: true })
  expect(events.at(-1)?.type).toBe("outlined")
  expect(events.filter(({ type }) => type === "text" || type === "turn")).toEqual([])
  expect(calls.map(({ kind }) => kind)).toEqual(["plan"])
})

test("a process that takes over a plan nobody has seen does not write on", async () => {
  const first = await writeWithUpstream("well", { length: 3, outlineFirst: true })
  const { beats: plan = [], scope } = planIn(first) ?? {}
  const stored = { plan, scope: scope as PromptScope }
  const taken = await writeWithUpstream("well", { length: 3, outlineFirst: true }, stored)
  expect(taken.events).toEqual([{ type: "outlined" }])
  expect(taken.calls).toEqual([])
})

test.each([
  [1, 1],
  [1, 5],
  [2, 3],
  [12, 1],
  [12, 5],
] as const)("%i cards of an author keep the length band at length %i", async (count, length) => {
  for (const existing of ["", storyText(4_711, 6_000)]) {
    const request = { length, outlineFirst: true, existing } as const
    const first = await writeWithUpstream("well", request)
    const { scope } = planIn(first) ?? {}
    const written = await writeWithUpstream("well", request, approved(scope as PromptScope, count, length))
    expect(written.end).toBe("done")
    expect(written.share).toBeGreaterThanOrEqual(0.92)
    expect(written.share).toBeLessThanOrEqual(1.08)
    const { messages } = first.calls[0]?.body ?? {}
    const sent = written.calls[0]?.body.messages ?? []
    expect(sent.slice(0, 2)).toEqual(messages)
    expect(sent[2]?.content.split("\n").filter((line) => line.startsWith("节｜"))).toHaveLength(count)
    expect(sent[3]?.content).toContain("<接下来>\n第1天的渡口｜她要把灯还回去")
  }
})

test("a changed card reaches its turn, the outline stays as it was sent, and a takeover sends the same", async () => {
  const request = { length: 5, outlineFirst: true } as const
  const { scope } = planIn(await writeWithUpstream("well", request)) ?? {}
  const plan = approved(scope as PromptScope, 6, 5)
  const edit: CardEdit = { index: 3, summary: "桥上｜他要过河｜桥断了｜他游过去", stop: "他回头看桥" }
  let edits: CardEdit[] = []
  const writing = writeWithUpstream("well", request, {
    ...plan,
    edits: () => {
      const known = edits
      edits = [edit]
      return known
    },
  })
  const written = await writing
  const turns = written.calls.filter(({ kind }) => kind === "beat").map(({ body }) => body.messages)
  const told = (messages: (typeof turns)[number]) => messages.at(-1)?.content ?? ""
  expect(turns.every((messages) => messages[2]?.content === turns[0]?.[2]?.content)).toBe(true)
  expect(turns[0]?.[2]?.content).not.toContain("桥断了")
  const changed = turns.filter((messages) => told(messages).includes("以这里为准"))
  expect(changed.length).toBeGreaterThan(0)
  expect(told(changed[0] ?? [])).toContain("桥上｜他要过河｜桥断了｜他游过去，写到「他回头看桥」为止。")
  expect(turns.some((messages) => told(messages).includes("下一部分才写桥上、他要过河，现在不提"))).toBe(true)

  const all = written.events.filter((event) => event.type === "turn")
  const { turns: known = [], scope: last = scope } = all.at(-1) ?? {}
  const at = known.at(-2)?.at ?? 0
  const taken = await writeWithUpstream("well", request, {
    ...plan,
    turns: known,
    scope: last as PromptScope,
    written: written.text.slice(0, at),
  })
  const again = taken.calls[0]?.body.messages ?? []
  expect(
    turns.some((messages) => JSON.stringify(messages).startsWith(JSON.stringify(again).slice(0, -1))),
  ).toBe(true)
})

test("another outline is asked for as another one, at a takeover too", async () => {
  const request = { length: 1, outlineFirst: true } as const
  const first = await writeWithUpstream("well", request)
  const other = await writeWithUpstream("well", request, { hasFormer: true })
  const ask = (novel: WrittenNovel) => novel.calls[0]?.body.messages.at(-1)?.content ?? ""
  expect(ask(other)).toContain("读者想看不同的写法")
  expect(ask(first)).not.toContain("读者想看不同的写法")
  const { scope } = planIn(other) ?? {}
  const plan = { ...approved(scope as PromptScope, 2, 1), hasFormer: true }
  const written = await writeWithUpstream("well", request, plan)
  expect(written.calls[0]?.body.messages.slice(0, 2)).toEqual(other.calls[0]?.body.messages)
})
