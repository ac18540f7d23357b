import { describe, expect, test } from "vitest"
import { type BanReason, concernsBan, findBannedContent } from "#app/domain/ban/ban.ts"
import { CHARACTER_PAIRS } from "#app/domain/ban/normalise.lexicon.ts"
import { normaliseForBan, toOneWidth } from "#app/domain/ban/normalise.ts"
import { type BanCase, MINORS_TO_BLOCK, REAL_PEOPLE_TO_BLOCK, TO_PASS } from "./ban.cases.ts"

const MOST_FALSE_BLOCKS = 0.02
const GRAPHEME_JOINER = "\u034f"

test("blocks every line with a minor", () => {
  expect(answeredOtherwise("minor", MINORS_TO_BLOCK)).toEqual([])
})

test("blocks every line with a real person", () => {
  expect(answeredOtherwise("real-person", REAL_PEOPLE_TO_BLOCK)).toEqual([])
})

test("blocks only what a ban names, and lets a calm paragraph pass", () => {
  const blocked = [...MINORS_TO_BLOCK, ...REAL_PEOPLE_TO_BLOCK].map(({ text }) => text)
  expect(blocked.filter((text) => !concernsBan(text))).toEqual([])
  expect(concernsBan("雨停的时候，修表匠听见怀表里有人说话，他三十二岁，把灯拧亮了一点。")).toBe(false)
})

test("lets near misses pass", () => {
  expect(answeredOtherwise(null, TO_PASS).length).toBeLessThanOrEqual(TO_PASS.length * MOST_FALSE_BLOCKS)
})

test("a line that is blocked at level 3 is blocked at levels 4 and 5", () => {
  const lines = MINORS_TO_BLOCK.filter(({ level }) => level <= 3)
  for (const level of [4, 5] as const) {
    expect(
      answeredOtherwise(
        "minor",
        lines.map((line) => ({ ...line, level })),
      ),
    ).toEqual([])
  }
})

describe("another spelling changes nothing:", () => {
  const SPREAD = {
    spaces: " ",
    "wide spaces": "\u3000",
    dots: "·",
    stars: "*",
    strokes: "_",
    flowers: "🌸",
    "zero width": "\u200b",
  }
  const chinese = MINORS_TO_BLOCK.filter(({ text }) => !/[a-z.]/i.test(text))

  test.each(Object.entries(SPREAD))("%s between all characters", (_, mark) => {
    expect(
      answeredOtherwise(
        "minor",
        respelled(chinese, (text) => [...text].join(mark)),
      ),
    ).toEqual([])
  })

  test("full-width letters", () => {
    const widen = (character: string) => String.fromCharCode(character.charCodeAt(0) + 0xfee0)
    const wide = respelled(MINORS_TO_BLOCK, (text) => text.replace(/[!-~]/g, widen))
    expect(answeredOtherwise("minor", wide)).toEqual([])
  })

  test("traditional characters", () => {
    expect(answeredOtherwise("minor", respelled(MINORS_TO_BLOCK, traditional))).toEqual([])
    expect(answeredOtherwise(null, respelled(TO_PASS, traditional)).length).toBeLessThanOrEqual(
      TO_PASS.length * MOST_FALSE_BLOCKS,
    )
  })

  test("other numerals", () => {
    for (const numerals of ["〇一二三四五六七八九", "⓪①②③④⑤⑥⑦⑧⑨", "零壹贰叁肆伍陆柒捌玖"]) {
      const write = (figures: string) => [...figures].map((figure) => numerals[Number(figure)]).join("")
      const rewritten = respelled(MINORS_TO_BLOCK, (text) =>
        text.replace(/(?<![\d.])\d+(?= ?[岁歲])/g, write),
      )
      expect(answeredOtherwise("minor", rewritten)).toEqual([])
    }
  })

  test("a harmless sentence before and after", () => {
    const padded = respelled(
      MINORS_TO_BLOCK,
      (text) => `江南小镇，春天，河水很静。\n${text}\n请写得细腻一些。`,
    )
    expect(answeredOtherwise("minor", padded)).toEqual([])
  })
})

describe("long texts", () => {
  const CALM =
    "清晨的雾从河面升起，老船工把缆绳系在桩上，回头看见女儿从岸边走来。她今年三十二岁，在县城的高中教语文，周末才回家。\n"
  const calm = (characters: number) => CALM.repeat(Math.ceil(characters / CALM.length))

  test("passes 100,000 harmless characters at every level", () => {
    for (const level of [1, 2, 3, 4, 5] as const)
      expect(findBannedContent(calm(100_000), { level })).toBeNull()
  })

  test("finds one banned sentence in the middle", () => {
    const text = `${calm(50_000)}十五岁的女孩和老师发生了关系。\n${calm(50_000)}`
    expect(findBannedContent(text, { level: 1 })).toBe("minor")
  })

  test("bounds how far a text may grow, and still finds what follows its longest characters", () => {
    const grown = Array.from({ length: 0x11_0000 }, (_, point) => String.fromCodePoint(point))
      .filter((text) => text.isWellFormed() && text.normalize("NFKC").length > text.length * 3)
      .filter((text) => normaliseForBan(text.repeat(8)).length > text.length * 8 * 6)
    expect(grown).toEqual([])
    const longest = "\ufdfa\ufdfb".repeat(30_000)
    expect(normaliseForBan(longest).length).toBe(longest.length)
    expect(findBannedContent(`${longest}\n十五岁的女孩和老师发生了关系。`, { level: 1 })).toBe("minor")
    const [before, after] = ["十五岁的女孩", "和老师发生了关系。"]
    expect(findBannedContent(`${before}\ufdfa${after}`, { level: 1 })).toBe("minor")
  })

  test("leaves no long run of marks to sort, whatever becomes a mark", () => {
    const marks = Array.from({ length: 0x11_0000 }, (_, point) => String.fromCodePoint(point))
      .filter((text) => text.isWellFormed() && /^\p{M}+$/u.test(text.normalize("NFKD")))
      .filter((mark) => mark !== GRAPHEME_JOINER)
    expect(marks.length).toBeGreaterThan(2_000)
    for (const mark of marks) {
      const runs = toOneWidth(`a${mark.repeat(100)}`).split(GRAPHEME_JOINER)
      expect(runs.length, mark).toBeGreaterThan(3)
    }
  })

  test("does not connect a child here with a couple far away", () => {
    const text = `十岁的男孩在河边放风筝。\n${calm(20_000)}夫妻二人缠绵了一夜。\n`
    expect(findBannedContent(text, { level: 3 })).toBeNull()
  })

  test("connects both when the text keeps going on about both", () => {
    const text = `初三女生坐在窗边。\n${calm(400)}两人在屋里缠绵。\n${calm(400)}`.repeat(4)
    expect(findBannedContent(text, { level: 3 })).toBe("minor")
  })

  test("ends quickly on repetitions that could make a pattern backtrack", () => {
    const newer = [
      "比她小十岁，他二十岁，",
      "2001年",
      "十加",
      "十根蜡烛",
      "xv ",
      "she is ",
      "像",
      "人性",
      "三十岁的",
      "é",
    ]
    for (const run of ["十", "1", "高", "年龄", "在学校", "和", "她，", "luo", "a ", "第一", ...newer]) {
      expect(findBannedContent(run.repeat(60_000), { level: 3 })).toBeNull()
    }
  })
})

function answeredOtherwise(answer: BanReason | null, cases: readonly BanCase[]): string[] {
  return cases
    .filter(({ text, level }) => findBannedContent(text, { level }) !== answer)
    .map(({ text, level }) => `${level} ${text}`)
}

function respelled(cases: readonly BanCase[], spell: (text: string) => string): BanCase[] {
  return cases.map(({ text, level }) => ({ text: spell(text), level }))
}

function traditional(text: string): string {
  return [...text].map((character) => TRADITIONAL.get(character) ?? character).join("")
}

const TRADITIONAL = new Map(CHARACTER_PAIRS.split(" ").map((pair) => [pair.slice(1), pair.slice(0, 1)]))
