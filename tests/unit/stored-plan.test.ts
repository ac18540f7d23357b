import { expect, test } from "vitest"
import { readStoredPlan } from "#app/domain/outline/stored-plan.ts"

const BEAT = { summary: "她等船", characters: 900, stop: "" }

test("a stored plan is read as it was kept", () => {
  const plan = { title: "渡口", head: ["收尾｜灯灭了"], beats: [BEAT] }
  expect(readStoredPlan(plan)).toEqual(plan)
})

test("an older one lacks fields, and a card that its author wrote stays theirs", () => {
  const { stop, ...older } = BEAT
  expect(readStoredPlan({ beats: [older, { ...BEAT, byAuthor: true }] })).toEqual({
    title: null,
    head: [],
    beats: [BEAT, { ...BEAT, byAuthor: true }],
  })
})

test.each([
  null,
  undefined,
  "plan",
  [],
  {},
  { beats: [] },
  { beats: ["她等船"] },
  { title: 3, beats: [BEAT] },
])("what is no plan is none: %j", (stored) => {
  expect(readStoredPlan(stored)).toBeNull()
})
