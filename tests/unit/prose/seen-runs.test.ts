import fc from "fast-check"
import { expect, test } from "vitest"
import { SeenRuns } from "#app/server/writing/prose/seen-runs.server.ts"
import { draws } from "../../support/property-draws.ts"
import { storyText } from "../../support/upstream/prose.ts"

const UNITS = 5

test("no run of a text is denied, whenever the text was added, and few others pass", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 1_000_000 }),
      (lengths, seed) => {
        const seen = new SeenRuns(UNITS)
        const story = storyText(seed, 12_000)
        const texts = lengths.map((length, nth) => {
          const from = lengths.slice(0, nth).reduce((sum, one) => sum + one, 0)
          return story.slice(from, from + length)
        })
        for (const text of texts) seen.add(text)

        for (const run of texts.flatMap(runsOf)) expect(seen.mayHaveEnd(run)).toBe(true)
        const others = runsOf(storyText(seed + 1, 2_000)).filter((run) => !story.includes(run))
        const passed = others.filter((run) => seen.mayHaveEnd(run))
        expect(passed.length).toBeLessThan(others.length / 5)
      },
    ),
    { numRuns: draws(100) },
  )
})

function runsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - UNITS + 1) }, (_, at) => text.slice(at, at + UNITS))
}
