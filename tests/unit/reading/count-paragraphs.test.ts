import fc from "fast-check"
import { expect, test } from "vitest"
import { countParagraphs, paragraphsOf } from "#app/domain/story.ts"

test("as many paragraphs are counted as there are, whatever blanks stand around them", () => {
  const unit = fc.constantFrom("雪", "𠮷", " ", "\u3000", "\ufeff", "\u2028", "\u200b", "\r", "\n", "\n")
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 60 }), (units) => {
      const text = units.join("")
      expect(countParagraphs(text)).toBe(paragraphsOf(text).length)
    }),
  )
})
