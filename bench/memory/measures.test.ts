import { expect, test } from "vitest"
import {
  commonPrefix,
  laidOut,
  laidOutWithAnswer,
  longestCommonPrefix,
  type Message,
} from "./conversation.ts"
import type { Fact } from "./facts.ts"
import { leakedTurns, shownFacts, tells } from "./recall.ts"
import { judged } from "./table.ts"
import { tokensOf } from "./tokens.ts"

const SYSTEM: Message = { role: "system", content: "你写小说。" }
const ASK: Message = { role: "user", content: "写第 1 节，约 900 字。" }
const ANSWER = "天亮以前，她推开门。"
const FACT: Fact = {
  kind: "object",
  key: "璟珞沅",
  detail: "岫琮澍",
  sentence: "她摸到那枚名叫璟珞沅的铜符，背面刻着“岫琮澍”三个字。",
  note: "物｜璟珞沅｜铜符，背面刻着岫琮澍，在她手里",
}
const OTHER: Fact = { ...FACT, key: "蕙荻菡", detail: "萱蔺蓼" }

const of = (content: string, role = "user"): Message => ({ role, content })

test("a conversation that goes on keeps all of the earlier request and its answer", () => {
  const kept = laidOutWithAnswer([SYSTEM, ASK], ANSWER)
  const next = laidOut([SYSTEM, ASK, of(ANSWER, "assistant"), of("写第 2 节，约 900 字。")])

  expect(commonPrefix(kept, next)).toBe(kept.length)
})

test("an answer that readers have otherwise counts up to its first change only", () => {
  const kept = laidOutWithAnswer([SYSTEM, ASK], `好的：\n${ANSWER}`)
  const next = laidOut([SYSTEM, ASK, of(ANSWER, "assistant"), of("写第 2 节。")])

  expect(commonPrefix(kept, next)).toBe(laidOutWithAnswer([SYSTEM, ASK], "").length)
})

test("the same words under another role share no more than what stands before them", () => {
  const one = laidOut([SYSTEM, ASK])
  const other = laidOut([SYSTEM, { ...ASK, role: "assistant" }])

  expect(commonPrefix(one, other)).toBe(`${laidOut([SYSTEM])}<|`.length)
})

test("a text that moves to an earlier place ends the prefix there", () => {
  const before = laidOut([SYSTEM, of("提纲：1. 〔现在写〕渡口\n2. 〔以后写〕祠堂")])
  const after = laidOut([SYSTEM, of("提纲：1. 〔已写〕渡口\n2. 〔现在写〕祠堂")])

  expect(commonPrefix(before, after)).toBe(before.indexOf("现在写"))
})

test("the longest of several prefixes counts, and none without an earlier request", () => {
  expect(longestCommonPrefix("甲乙丙丁", ["甲", "甲乙丙戊", "乙丙丁", ""])).toBe(3)
  expect(longestCommonPrefix("甲乙丙丁", [])).toBe(0)
})

test("a fact is told by its sentence and by its note", () => {
  expect(tells(FACT.sentence, FACT)).toBe(true)
  expect(tells(FACT.note, FACT)).toBe(true)
})

test("neither the name of a fact nor its detail alone tells it", () => {
  expect(tells("接下来要写到璟珞沅。", FACT)).toBe(false)
  expect(tells("背面刻着“岫琮澍”三个字。", FACT)).toBe(false)
  expect(tells("璟珞沅的背面刻着“岫琮”三个字。", FACT)).toBe(false)
})

test("a detail far from its name, as in a list of loose words, tells nothing", () => {
  const far = "雨".repeat(200)

  expect(tells(`璟珞沅${far}岫琮澍`, FACT)).toBe(false)
  expect(tells(`岫琮澍${far}岫琮澍，那枚璟珞沅`, FACT)).toBe(true)
})

test("a detail beside another fact's name does not count for its own", () => {
  const swapped = `璟珞沅刻着萱蔺蓼。${"雨".repeat(200)}蕙荻菡刻着岫琮澍。`

  expect(shownFacts([of(swapped)], [FACT, OTHER])).toEqual([])
})

test("facts are looked for in every message, whatever its role", () => {
  const messages = [SYSTEM, of(FACT.note), of("好的。", "assistant"), of("写第 2 节。")]

  expect(shownFacts(messages, [FACT, OTHER])).toEqual([FACT])
})

test("a later card leaks only through what is asked for now", () => {
  const outline = of("节｜渡口｜问出泓泠洹\n节｜祠堂｜问出涪淇渌", "assistant")
  const turns = ["泓泠洹", "涪淇渌"]

  expect(leakedTurns([SYSTEM, ASK, outline, of("写第 1 节：问出泓泠洹。")], turns, 0)).toEqual([])
  expect(leakedTurns([SYSTEM, ASK, outline, of("写第 1 节，不写涪淇渌。")], turns, 0)).toEqual(["涪淇渌"])
  expect(leakedTurns([SYSTEM, of(`${outline.content}\n现在写第 1 节。`)], turns, 0)).toEqual(["涪淇渌"])
  expect(leakedTurns([SYSTEM, ASK, outline, of("写第 2 节：问出涪淇渌。")], turns, 1)).toEqual([])
})

test("tokens: Chinese marks count as characters, letters and blanks as less", () => {
  expect(tokensOf("")).toBe(0)
  expect(tokensOf("她说：“走吧……”——", 1)).toBe(11)
  expect(tokensOf("abcd efgh\n", 1)).toBe(3)
  expect(tokensOf("雨".repeat(1_000))).toBe(750)
})

test("a value holds at its target, and one that is no number never does", () => {
  const row = { name: "", unit: "share" } as const

  expect(judged({ ...row, value: 1, target: { atLeast: 1 } }).holds).toBe(true)
  expect(judged({ ...row, value: 0.999, target: { atLeast: 1 } }).holds).toBe(false)
  expect(judged({ ...row, value: 0.01, target: { atMost: 0 } }).holds).toBe(false)
  expect(judged({ ...row, value: Number.NaN, target: { atMost: 0 } }).holds).toBe(false)
})
