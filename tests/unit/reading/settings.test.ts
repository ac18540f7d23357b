import fc from "fast-check"
import { expect, test } from "vitest"
import {
  DEFAULT_READING,
  parseReading,
  READING_CHOICES,
  type Reading,
  readingAttributes,
  readingText,
} from "#app/domain/reading/settings.ts"

const CHOSEN: Reading = {
  size: "huge",
  lines: "loose",
  width: "wide",
  face: "kai",
  theme: "night",
  indent: "off",
}

test("settings come back as they were kept", () => {
  const settings = fc.record(
    Object.fromEntries(
      Object.entries(READING_CHOICES).map(([name, values]) => [name, fc.constantFrom(...values)]),
    ),
  ) as fc.Arbitrary<Reading>
  fc.assert(
    fc.property(settings, (reading) => {
      expect(parseReading(readingText(reading))).toEqual(reading)
    }),
  )
})

test.each<[string, unknown]>([
  ["nothing", null],
  ["an empty word", ""],
  ["a value too many", `${readingText(CHOSEN)}.on`],
  ["a value too few", "huge.loose.wide.kai.night"],
  ["another order", "loose.huge.wide.kai.night.off"],
  ["an unknown value", "huge.loose.wide.kai.sepia.off"],
  ["an inherited name", "constructor.toString.__proto__.valueOf.length.name"],
  ["markup", 'huge" onload="x.loose.wide.kai.night.off'],
  ["blanks", " huge.loose.wide.kai.night.off "],
  ["capitals", "HUGE.LOOSE.WIDE.KAI.NIGHT.OFF"],
  ["a list", ["huge", "loose", "wide", "kai", "night", "off"]],
  ["an object", { ...CHOSEN }],
  ["a number", 5],
  ["a very long word", ".".repeat(1_000_000)],
])("a cookie with %s gives the default", (_, value) => {
  expect(parseReading(value)).toEqual(DEFAULT_READING)
})

test("whatever a cookie says, the page's root gets known words only", () => {
  const known = Object.values(READING_CHOICES).flat() as string[]
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.jsonValue(), fc.constant(readingText(CHOSEN))), (value) => {
      for (const word of Object.values(readingAttributes(parseReading(value)))) expect(known).toContain(word)
    }),
  )
})

test("only what is not the default is told to the page", () => {
  expect(readingAttributes(DEFAULT_READING)).toEqual({})
  expect(readingAttributes({ ...DEFAULT_READING, theme: "green" })).toEqual({ "data-theme": "green" })
})
