import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { PROMPT_MAX_CHARS } from "#app/domain/limits.ts"
import { findContentProblem } from "#app/domain/novel.ts"
import { findPromptProblem } from "#app/domain/prompt.ts"
import {
  beginsWithWords,
  countCodePoints,
  excerpt,
  firstCharacters,
  firstSentence,
  isLongerThan,
  lastCharacters,
  normaliseText,
  toSingleLine,
} from "#app/domain/text.ts"
import { processorMsOf } from "../support/processor-time.ts"

const MIB = 1_024 * 1_024

/** Any string, often with characters outside the basic plane, halves of them, line ends, marks and zeros. */
const texts = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 4 }),
      fc.constantFrom(
        "𠮷",
        "\u{20000}",
        "😀",
        "👩‍🌾",
        "\ud842",
        "\udfb7",
        "\0",
        "\ufeff",
        "\r",
        "\r\n",
        "\n",
        " ",
        "雾",
      ),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""))
const counts = fc.integer({ min: 0, max: 60 })

describe("counting and cutting", () => {
  test("a cut holds as many characters as asked for, or all of them", () => {
    fc.assert(
      fc.property(texts, counts, (text, count) => {
        const kept = Math.min(count, [...text].length)
        expect(firstCharacters(text, count)).toBe([...text].slice(0, count).join(""))
        expect(countCodePoints(firstCharacters(text, count))).toBe(kept)
        expect(lastCharacters(text, count)).toBe([...text].slice([...text].length - kept).join(""))
      }),
    )
  })

  test("a cut never leaves half a character", () => {
    fc.assert(
      fc.property(texts, counts, (text, count) => {
        const whole = text.toWellFormed()
        expect(firstCharacters(whole, count).isWellFormed()).toBe(true)
        expect(lastCharacters(whole, count).isWellFormed()).toBe(true)
        expect(excerpt(whole, count).isWellFormed()).toBe(true)
      }),
    )
  })

  test("a text is longer than a limit when its count is", () => {
    fc.assert(
      fc.property(texts, counts, (text, count) => {
        expect(isLongerThan(text, count)).toBe(countCodePoints(text) > count)
        expect(isLongerThan(firstCharacters(text, count), count)).toBe(false)
        expect(excerpt(text, count)).toBe(
          isLongerThan(text, count) ? `${firstCharacters(text, count)}…` : text,
        )
      }),
    )
  })

  test.each(["𠮷", "😀", "\u{20000}", "雾", "a"])("%s is one character", (character) => {
    const full = character.repeat(10_000)
    expect(countCodePoints(full)).toBe(10_000)
    expect(isLongerThan(full, 10_000)).toBe(false)
    expect(isLongerThan(`${full}${character}`, 10_000)).toBe(true)
    expect(firstCharacters(`${full}${character}`, 10_000)).toBe(full)
    expect(lastCharacters(`${character}${full}`, 10_000)).toBe(full)
  })

  test("a cut costs what it keeps, however long the text is", () => {
    const text = "𠮷".repeat(5 * MIB)
    const spent = processorMsOf(() => {
      for (let run = 0; run < 1_000; run += 1) {
        firstCharacters(text, 100)
        lastCharacters(text, 100)
        isLongerThan(text, 100)
      }
    })
    expect(spent).toBeLessThan(1_000)
  })
})

describe("normalising", () => {
  test("unifies line ends, and drops what no database holds and no reader sees", () => {
    expect(normaliseText(" 一\r\n二\r三\0\ufeff四\ud800 \n")).toBe(" 一\n二\n三四\ufffd \n")
  })

  test("takes every line end for one, whatever stands within it", () => {
    const unified = (text: string) =>
      text
        .toWellFormed()
        .replace(/\r\n?/g, "\n")
        .replace(/[\0\uFEFF]/g, "")
    fc.assert(
      fc.property(texts, (text) => {
        expect(normaliseText(text)).toBe(unified(text))
      }),
    )
    const long = `雾\r\n\r${"𠮷".repeat(10_000)}\r\0\n`.repeat(3)
    expect(normaliseText(long)).toBe(unified(long))
  })

  test("makes one line of a text, however many blanks are in it", () => {
    expect(toSingleLine(`${"\n".repeat(20_000)}雨${" \u2028".repeat(20_000)}夜\t`)).toBe("雨 夜")
    const title = `${"雨".repeat(8_191)}𠮷`
    expect(toSingleLine(title)).toBe(title)
  })

  test("leaves a title that is too long too long", () => {
    const line = toSingleLine("雨 ".repeat(1_000_000))
    expect(line.startsWith("雨 雨 雨")).toBe(true)
    expect(isLongerThan(line, 10_000)).toBe(true)
  })

  test("knows the words with which a line begins, however it is spaced", () => {
    const unit = fc.constantFrom("雨", "夜", " ", "\u3000", "\u2028", "\u200b", "\u200e", "\ufeff", "\0")
    const lines = fc.array(unit, { maxLength: 12 }).map((units) => units.join(""))
    fc.assert(
      fc.property(lines, lines, (line, start) => {
        const words = toSingleLine(start)
        if (words !== "") expect(beginsWithWords(line, words)).toBe(toSingleLine(line).startsWith(words))
      }),
    )
  })

  test("leaves nothing to normalise", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const once = normaliseText(text)
        expect(normaliseText(once)).toBe(once)
        expect(once.isWellFormed()).toBe(true)
        expect(once).not.toMatch(/[\r\0\ufeff]/)
        expect(normaliseText(once.trim()).trim()).toBe(once.trim())
        expect(toSingleLine(toSingleLine(text))).toBe(toSingleLine(text))
      }),
    )
  })
})

describe("texts of which a reader sees nothing", () => {
  test.each(["", " \u3000\n", "\u200b\u200b", "\u200e\u2060", "\u3164", "\u2800\n\u2800"])(
    "%j is neither a prompt nor a novel",
    (text) => {
      expect(findPromptProblem(text)).toBe("prompt-missing")
      expect(findContentProblem(text)).toBe("content-missing")
    },
  )

  test.each(["字", "👨‍👩‍👧", "𠮷\u200b", "…", "שלום"])("%j is both", (text) => {
    expect(findPromptProblem(text)).toBeNull()
    expect(findContentProblem(text)).toBeNull()
  })

  test("have a limit, too", () => {
    expect(findPromptProblem("\u200b".repeat(PROMPT_MAX_CHARS + 1))).toBe("prompt-too-long")
  })
})

describe("the first sentence", () => {
  test.each([
    ["雨停了。灯亮了。", "雨停了。"],
    ["\n\u3000\u3000雨停了，\n灯亮了！后来", "雨停了， 灯亮了！"],
    ["“走吧。”他说。", "“走吧。”"],
    ["……他醒了？！“谁？”", "……他醒了？！"],
    ["The rain stopped. Then 3.5 lamps.", "The rain stopped."],
    ["没有句号的一行", "没有句号的一行"],
    ["\u202e雨停了\u2028。", "雨停了 。"],
    ["", ""],
  ])("of %j is %j", (text, sentence) => {
    expect(firstSentence(text)).toBe(sentence)
  })

  test("of a text without an end is its beginning", () => {
    expect(countCodePoints(firstSentence("𠮷".repeat(10_000)))).toBe(400)
  })
})
