import { expect, test } from "vitest"
import { duplicatedAtJoins } from "./measures.ts"

const REFERENCE = "集市散去后，左冬西身边落下几片叶子。钟敲过七下，山岩西身边有人应了一声。"
const BEFORE = "石岩舟犹豫着打开了一封旧信，田朗春"
const AFTER = "方雨木低下头包好了手抄曲谱，周西禾"

/** A passage before a join and again behind it, and how many of its shingles count. */
function countedFor(passage: string, reference = REFERENCE): number {
  const first = `${BEFORE}${passage}白山舟修好了两枚纽扣。`
  return duplicatedAtJoins(`${first}\n${AFTER}${passage}石平心送走了一封旧信。`, [first.length], reference)
}

test("a passage that is repeated at a join counts, beside a reference as well", () => {
  expect(countedFor("身边亮起第一盏灯。又过了一夜。他还等在桥头，")).toBeGreaterThan(0)
  expect(countedFor("身边亮起第一盏灯，落下几片叶子，他还等在桥头，")).toBeGreaterThan(0)
})

test("the end of a copied sentence between phrases of the story is no repetition at a join", () => {
  expect(countedFor("身边亮起第一盏灯。几片叶子。集。钟敲过七下，")).toBe(0)
})

test("a passage is no copy because the reference has an ellipsis or two marks in a row as well", () => {
  const passage = "他没有回头……还等在桥头？！一直等到天亮，"
  expect(countedFor(passage)).toBeGreaterThan(0)
  expect(countedFor(passage, `${REFERENCE}后来……是谁？！`)).toBe(countedFor(passage))
})
