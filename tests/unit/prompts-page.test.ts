import { expect, test } from "vitest"
import { promptsPage } from "../../scripts/prompts-page.ts"

const PARAGRAPHS = Array.from(
  { length: 40 },
  (_, at) => `第${at}天，${"她把灯挪近了一些，".repeat(4)}又翻过一页。`,
)
const SYSTEM = { role: "system", content: "你写小说。\n1. 不写*标题*。\n# 也不写字数" }

function pageOf(...contents: string[]): string {
  const requests = contents.map((content) => ({
    ask: { kind: "prose", characters: 900 } as const,
    messages: [SYSTEM, { role: "user", content }],
    promptTokens: 100,
    cachedTokens: 0,
  }))
  return promptsPage([{ title: "样例", requests, told: [PARAGRAPHS.join("\n")] }])
}

test("a message that several requests share is printed once", () => {
  const page = pageOf("写第 1 节。", "写第 2 节。")

  expect(page.split("你写小说。")).toHaveLength(2)
  expect(page).toContain("同请求 1")
  expect(page).toContain("写第 2 节。")
})

test("marks of a prompt stay marks, not Markdown", () => {
  const page = pageOf("<要求>\n雨夜\n</要求>")

  expect(page).toContain("> \\<要求\\>  \n> 雨夜  \n> \\</要求\\>  ")
  expect(page).toContain("> 1\\. 不写\\*标题\\*。")
  expect(page).toContain("> \\# 也不写字数")
})

test("only the middle of a long story passage is left out, and its length is said", () => {
  const page = pageOf(`<上文>\n${PARAGRAPHS.join("\n")}\n</上文>\n${"照提纲写。".repeat(300)}`)
  const shown = PARAGRAPHS.filter((paragraph) => page.includes(paragraph))
  const leftOut = PARAGRAPHS.filter((paragraph) => !shown.includes(paragraph)).join("").length

  expect(shown.at(0)).toBe(PARAGRAPHS.at(0))
  expect(shown.at(-1)).toBe(PARAGRAPHS.at(-1))
  expect(page).toContain(`此页略去 ${leftOut.toLocaleString("en")} 字`)
  expect(page).toContain("照提纲写。".repeat(300))
})

test("a passage of one endless paragraph is printed whole, once", () => {
  const endless = "雨一直下，".repeat(400)
  const requests = [
    {
      ask: { kind: "plan", parts: 2, characters: 2_000 } as const,
      messages: [{ role: "user", content: endless }],
      promptTokens: 1,
      cachedTokens: 0,
    },
  ]

  expect(promptsPage([{ title: "样例", requests, told: [endless] }]).split(endless)).toHaveLength(2)
})
