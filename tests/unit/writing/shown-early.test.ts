import fc from "fast-check"
import { expect, test } from "vitest"
import { CallText } from "#app/server/writing/filters/call-text.server.ts"
import type { EndingLimits } from "#app/server/writing/filters/ending-gate.server.ts"
import { UNKNOWN_HABIT } from "#app/server/writing/filters/think-filter.server.ts"
import { Manuscript } from "#app/server/writing/prose/manuscript.server.ts"
import { cutInto, NO_LIMITS } from "../../support/call-pieces.ts"
import { draws } from "../../support/property-draws.ts"
import { createTeller, storyText, textOfPieces } from "../../support/upstream/prose.ts"

const BEFORE = storyText(11, 2_000)
const EARLIER = BEFORE.split("\n").filter(({ length }) => length >= 60)
/** A reader waits for this many characters of a paragraph that is like none before. */
const WAITS_MAX_UNITS = 5
/** Of a paragraph that repeats one behind another opening, a reader sees no more than the opening and this. */
const SEEN_BEHIND_OPENING_UNITS = 10
const SEEN_OF_CHANGED_UNITS = 15

const seeds = fc.integer({ min: 1, max: 1_000_000 })
const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 9 })
const openings = fc
  .array(fc.integer({ min: 0x4e00, max: 0x9fa5 }), { minLength: 1, maxLength: 6 })
  .map((points) => `${String.fromCodePoint(...points)}，`)

test("a paragraph that is like none before is seen after a few characters", () => {
  const fresh = ["雨停在傍晚，屋檐还滴着水。他把门推开一条缝，往巷子里看了很久。", "猫先回来，后面没有人。"]
  let waits = 0
  const seen = read([...`\n${fresh.join("\n")}`], { written: BEFORE })
  for (const [at, { text }] of seen.entries()) waits = Math.max(waits, BEFORE.length + at + 1 - text.length)

  // The line break waits as well.
  expect(waits).toBeLessThanOrEqual(WAITS_MAX_UNITS + 1)
  expect(seen.at(-1)?.text).toBe(`${BEFORE}\n${fresh.join("\n")}`)
})

test("one that begins as nothing before does is seen at once, and stays seen", () => {
  const fresh = "龘门开了"
  const seen = read([...`\n${fresh}`], { written: BEFORE })
  for (const [at, { text }] of seen.slice(1, -1).entries()) {
    expect(text).toBe(`${BEFORE}\n${fresh.slice(0, at + 1)}`)
  }
})

test("what is seen before the fifth character is no more than would be seen at it", () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat({ max: 40 }), openings, (place, skipped, opening) => {
      const repeated = EARLIER[place % EARLIER.length] ?? ""
      for (const paragraph of [
        `${opening}${repeated}`,
        repeated.slice(skipped),
        `${opening[0]}${repeated}`,
      ]) {
        const seen = read([...`\n猫先回来。\n${paragraph}\n天黑了。`], { written: BEFORE })
        const begun = "\n猫先回来。\n".length
        const [early, atFifth] = [seen.slice(begun, begun + 4), seen[begun + 4]?.text ?? ""]
        for (const { text } of early) expect(atFifth.startsWith(text)).toBe(true)
      }
    }),
    { numRuns: draws(200) },
  )
})

test("nothing of a repeated paragraph is ever seen", () => {
  fc.assert(
    fc.property(fc.nat(), sizes, (place, cut) => {
      const repeated = EARLIER[place % EARLIER.length] ?? ""
      // Behind new text, because an answer that begins with known text is joined to it.
      const seen = read(cutInto(`\n猫先回来。\n${repeated}\n天黑了。`, cut), { written: BEFORE })
      for (const { text } of seen) expect(`${BEFORE}\n猫先回来。\n天黑了。`).toContain(text)
      expect(seen.at(-1)?.text).toBe(`${BEFORE}\n猫先回来。\n天黑了。`)
    }),
    { numRuns: draws(200) },
  )
})

test("of one behind another opening, the opening is withdrawn", () => {
  fc.assert(
    fc.property(fc.nat(), openings, sizes, (place, opening, cut) => {
      const repeated = EARLIER[place % EARLIER.length] ?? ""
      const seen = read(cutInto(`\n${opening}${repeated}\n天黑了。`, cut), { written: BEFORE })
      for (const { text } of seen) {
        const known = text.slice(BEFORE.length + 1 + opening.length)
        if (repeated.startsWith(known)) expect(known.length).toBeLessThanOrEqual(SEEN_BEHIND_OPENING_UNITS)
      }
      expect(seen.at(-1)?.text).toBe(`${BEFORE}\n天黑了。`)
    }),
    { numRuns: draws(200) },
  )
})

test("of one with another word near its beginning, a few characters are withdrawn", () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat({ max: 24 }), sizes, (place, changed, cut) => {
      const repeated = EARLIER[place % EARLIER.length] ?? ""
      const again = `${repeated.slice(0, changed)}龘${repeated.slice(changed + 1)}`
      const seen = read(cutInto(`\n${again}\n天黑了。`, cut), { written: BEFORE })
      for (const { text } of seen) {
        const known = text.slice(BEFORE.length + 1)
        if (again.startsWith(known)) expect(known.length).toBeLessThanOrEqual(SEEN_OF_CHANGED_UNITS)
      }
      expect(seen.at(-1)?.text).toBe(`${BEFORE}\n天黑了。`)
    }),
    { numRuns: draws(200) },
  )
})

test("what is shown early changes nothing of the text, and a story loses nothing that was seen", () => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 60, max: 900 }), sizes, (seed, hardLimit, cut) => {
      const story = textOfPieces(createTeller(seed).tell(700))
      const limits = {
        holdFrom: hardLimit * 0.9,
        paragraphFrom: hardLimit * 0.8,
        sentenceFrom: hardLimit * 0.95,
        hardLimit,
        closingRoom: 0,
      }
      const seen = read(cutInto(story, cut), { written: "", limits })
      expect(seen.at(-1)?.text).toBe(read([story], { written: "", limits }).at(-1)?.text)
      expect(seen.filter(({ isSetBack }) => isSetBack)).toEqual([])
    }),
    { numRuns: draws(300) },
  )
})

test("a text that is taken back takes back what was shown early", () => {
  const manuscript = new Manuscript({ existing: "", written: "他来了。", target: 100 })

  expect(manuscript.append("她说", "话")).toEqual([{ type: "text", text: "她说话" }])
  expect(manuscript.written).toBe("他来了。她说")
  expect(manuscript.append("话了", "，")).toEqual([{ type: "text", text: "了，" }])
  expect(manuscript.append("。")).toEqual([
    { type: "rewind", to: 8 },
    { type: "text", text: "。" },
  ])
  expect(manuscript.append("", "夜")).toEqual([{ type: "text", text: "夜" }])
  expect(manuscript.rewind(9)).toEqual([{ type: "rewind", to: 9 }])
  expect(manuscript.rewind(9)).toEqual([])
  expect(manuscript.append("", "夜")).toEqual([{ type: "text", text: "夜" }])
  expect(manuscript.rewind(4)).toEqual([{ type: "rewind", to: 4 }])
  expect(manuscript.characters).toBe(4)
})

/** What a reader has seen after each piece of one call, and at its end. */
function read(
  pieces: string[],
  { written, limits = NO_LIMITS }: { written: string; limits?: EndingLimits },
): { text: string; isSetBack: boolean }[] {
  const manuscript = new Manuscript({ existing: "", written, target: 2_000 })
  const habit = { ...UNKNOWN_HABIT, swallowsOpening: false }
  const call = new CallText(manuscript, { limits, reference: "", habit }, () =>
    manuscript.rewind(written.length),
  )
  let text = written
  const see = (events: ReturnType<Manuscript["append"]>) => {
    const isSetBack = events.some(({ type }) => type === "rewind")
    for (const event of events) {
      if (event.type === "rewind") text = text.slice(0, event.to)
      if (event.type === "text") text += event.text
    }
    return { text, isSetBack }
  }
  const seen = pieces.map((piece) => see(manuscript.append(call.push(piece), call.early)))
  return [...seen, see(manuscript.append(call.end()))]
}
