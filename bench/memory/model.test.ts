import { expect, test } from "vitest"
import { createTeller, textOfPieces } from "../../tests/support/upstream/prose.ts"
import { askOf } from "./ask.ts"
import { type Fact, FactDealer, FactStory, TOKEN_CHARACTERS } from "./facts.ts"
import { ScriptedModel } from "./model.ts"

const TOKEN_CHARACTER = new RegExp(`[${TOKEN_CHARACTERS.join("")}]`, "u")

const ask = (content: string) => askOf([{ role: "user", content }])

function tell(characters: number, every: number, seed = 7) {
  const story = new FactStory({ seed, family: "earlier", dealer: new FactDealer(seed), every })
  return { text: story.tell(characters), facts: story.facts }
}

function modelKnowing(existing: readonly Fact[], isHostile = false) {
  return new ScriptedModel({ seed: 7, existing, dealer: new FactDealer(8), isHostile })
}

test("no prose and no wording of a fact holds a character of a token", () => {
  const prose = (["story", "earlier"] as const).map((family) =>
    textOfPieces(createTeller(3, family).tell(60_000)),
  )
  const wordings = tell(3_000, 100).facts.flatMap(({ key, detail, sentence, note }) =>
    [sentence, note].map((text) => text.replaceAll(key, "").replaceAll(detail, "")),
  )

  expect([...prose, ...wordings].filter((text) => TOKEN_CHARACTER.test(text))).toEqual([])
  expect(new Set(TOKEN_CHARACTERS).size).toBe(TOKEN_CHARACTERS.length)
})

test("no token is dealt twice, and another seed deals others", () => {
  const deal = (seed: number) => {
    const dealer = new FactDealer(seed)
    return Array.from({ length: 2_000 }, () => dealer.token())
  }

  expect(new Set(deal(1)).size).toBe(2_000)
  expect(deal(1)).toEqual(deal(1))
  expect(deal(1)[0]).not.toBe(deal(2)[0])
})

test("a text holds one fact in so many characters, each once and in order", () => {
  const { text, facts } = tell(60_000, 3_000)
  const places = facts.map(({ sentence }) => text.indexOf(sentence))

  expect(facts.length).toBeGreaterThanOrEqual(18)
  expect(facts.length).toBeLessThanOrEqual(21)
  expect(places).toEqual([...places].sort((one, other) => one - other))
  expect(places).not.toContain(-1)
  expect(facts.filter(({ detail }) => text.split(detail).length !== 2)).toEqual([])
})

test("a story told in parts holds as many facts as one told at once", () => {
  const dealer = new FactDealer(5)
  const story = new FactStory({ seed: 5, family: "story", dealer, every: 250 })
  for (let part = 0; part < 50; part += 1) story.tell(200)

  expect(story.facts.length).toBeGreaterThanOrEqual(36)
  expect(story.facts.length).toBeLessThanOrEqual(44)
})

test("an ask is read by its numbers, not by its wording", () => {
  expect(ask("现在不写正文，先列提纲：全文约 6000 字，分成 7 个部分。")).toEqual({
    kind: "plan",
    parts: 7,
    characters: 6_000,
  })
  expect(ask("现在不写正文，先定提纲：新写约 10000 字，分 8 节。照备忘写。")).toMatchObject({
    kind: "plan",
    parts: 8,
  })
  expect(ask("只写笔法要点，不写正文。")).toEqual({ kind: "style" })
  expect(ask("现在不写正文，更新备忘。最多 24 行。")).toEqual({ kind: "notes", lines: 24 })
  expect(ask("写第 3 节，约 1250 字，大约 14 段。")).toEqual({ kind: "prose", characters: 1_250 })
})

test("the last ask of a conversation counts, and an earlier one for its number", () => {
  const messages = [
    { role: "user", content: "先定提纲：新写约 10000 字，分 8 节。" },
    { role: "assistant", content: "节｜渡口" },
    { role: "user", content: "写第 1 节，约 900 字。" },
    { role: "assistant", content: "天亮以前，" },
  ]

  expect(askOf(messages)).toEqual({ kind: "prose", characters: 900 })
  expect(askOf([...messages, { role: "user", content: "从断开的地方接下去。" }])).toEqual({
    kind: "prose",
    characters: 900,
  })
})

test("notes hold what the prompt tells, and nothing else", () => {
  const { facts } = tell(3_000, 250)
  const [first, second, third, ...others] = facts
  const model = modelKnowing(facts)
  const shown = `${first?.sentence}\n${second?.key}\n${third?.detail}`

  expect(model.answer({ kind: "notes", lines: 24 }, shown)).toBe(first?.note)
  expect(model.answer({ kind: "notes", lines: 24 }, "雨夜，渡口。")).toBe("")
  expect(others.length).toBeGreaterThan(0)
})

test("notes are as many as asked for, and only new ones", () => {
  const { text, facts } = tell(3_000, 250)
  const [first = "", second = ""] = facts.map(({ note }) => note)
  const model = modelKnowing(facts)

  expect(model.answer({ kind: "notes", lines: 2 }, text)).toBe(`${first}\n${second}`)
  expect(model.answer({ kind: "notes", lines: 1 }, `${first}\n${text}`)).toBe(second)
})

test("a plan names what its prompt names, by the name alone", () => {
  const { facts } = tell(3_000, 250)
  const [named, unnamed] = facts
  const model = modelKnowing(facts)
  const plan = model.answer({ kind: "plan", parts: 4, characters: 4_000 }, `接下来写${named?.key}。`)

  expect(plan).toContain(named?.key)
  expect(plan).not.toContain(unnamed?.key)
  expect(facts.filter(({ detail }) => plan.includes(detail))).toEqual([])
  expect(model.turns).toHaveLength(4)
  expect(model.turns.every((turn) => plan.includes(turn))).toBe(true)
})

test("a hostile answer tells the same facts, and begins with none of the text", () => {
  const model = modelKnowing([], true)
  const answer = model.answer({ kind: "prose", characters: 1_000 }, "")

  expect(model.told.length).toBeGreaterThan(2)
  expect(model.told.filter(({ key, detail }) => !answer.includes(key) || !answer.includes(detail))).toEqual(
    [],
  )
  expect(answer).toMatch(/^好的/u)
})
