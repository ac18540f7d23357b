import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { breakTitle, cutLine } from "#app/server/previews/break-title.server.ts"

const WIDTH = 928
/** Chinese characters are 1 em wide, others half of it. */
const widthOf = (text: string) => [...text].reduce((sum, one) => sum + (one > "\u2fff" ? 1 : 0.5), 0)
const linesOf = (title: string) => breakTitle(title, WIDTH, widthOf).lines

test.each([
  ["灯", ["灯"]],
  ["桥头的灯", ["桥头的灯"]],
  ["桥头的灯：雨夜里的修表匠", ["桥头的灯：", "雨夜里的修表匠"]],
  [
    "在所有人都忘记了名字的那个漫长的冬天里，他独自走过结冰的河",
    ["在所有人都忘记了名字", "的那个漫长的冬天里，", "他独自走过结冰的河"],
  ],
  ["The Lighthouse Keeper’s Daughter", ["The Lighthouse", "Keeper’s Daughter"]],
])("%s stands in even lines", (title, lines) => {
  expect(linesOf(title)).toEqual(lines)
})

test("a shorter title is larger", () => {
  const sizes = [4, 12, 16, 20, 30, 60].map((length) => breakTitle("春".repeat(length), WIDTH, widthOf).size)
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
  expect(new Set(sizes).size).toBeGreaterThan(3)
})

test("what does not fit ends with an ellipsis, and not behind a comma", () => {
  const lines = linesOf("春天来了，".repeat(20))
  expect(lines).toHaveLength(3)
  expect(lines.join("")).toMatch(/^(春天来了，)+春天来了…$|[春天来]…$/)
})

describe("of any title", () => {
  const title = fc.string({
    unit: fc.constantFrom(..."春天的修表匠，。：“”《》！—… aKx-<\"'".split("")),
    minLength: 1,
    maxLength: 100,
  })

  test("at most three lines that fit, and nothing but its end is missing", () => {
    fc.assert(
      fc.property(title, (any) => {
        const given = any.trim() || "春"
        const { lines, size } = breakTitle(given, WIDTH, widthOf)
        expect(lines.length).toBeLessThanOrEqual(3)
        for (const line of lines) expect(widthOf(line) * size).toBeLessThanOrEqual(WIDTH)
        const bare = (text: string) => text.replaceAll(/\s/g, "")
        const shown = bare(lines.join(""))
        if (shown !== bare(given)) expect(bare(given).startsWith(shown.replace(/…$/, ""))).toBe(true)
      }),
    )
  })

  test("no line begins with a comma, a full stop or a closing mark", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("春天", "修表匠，", "夜里。", "《灯》", "“风”"), { maxLength: 12 }),
        (parts) => {
          for (const line of linesOf(parts.join("") || "春")) {
            expect(line).not.toMatch(/^[，。”》]/u)
            expect(line).not.toMatch(/[“《]$/u)
          }
        },
      ),
    )
  })
})

test("a line is cut where it ends", () => {
  expect(cutLine("春夏秋冬", 4, widthOf)).toBe("春夏秋冬")
  expect(cutLine("春夏秋冬", 3, widthOf)).toBe("春夏…")
  expect(cutLine("春", 0.1, widthOf)).toBe("…")
})
