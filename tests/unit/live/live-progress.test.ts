import { expect, test } from "vitest"
import { LiveProgress } from "#app/routes/generations.$id.live/live-progress.ts"
import { LiveParagraphs } from "#app/routes/paragraphs/live-paragraphs.ts"

test("says how much is written, once for every hundredth, and what a withdrawal leaves", () => {
  const progress = new LiveProgress("n", 1_000)
  progress.append("字".repeat(9))
  expect(progress.tell()).toBe("")
  progress.append("字".repeat(116))
  expect(progress.tell()).toBe('<style nonce="n">.live-bar{--done:12%;--fresh:125}</style>')
  expect(progress.tell()).toBe("")
  progress.reset("字".repeat(20))
  expect(progress.tell()).toContain("--done:2%;--fresh:20")
  progress.append("字".repeat(2_000))
  expect(progress.tell()).toContain("--done:100%;--fresh:2020")
})

test("puts nothing into a paragraph", () => {
  const progress = new LiveProgress("n", 10)
  const paragraphs = new LiveParagraphs("n", () => progress.tell())
  const html = ["第一", "段。\n第", "二段。"].map((text) => {
    progress.append(text)
    return paragraphs.append(text)
  })
  expect(html.join("")).toMatch(/^<p id="p0">第一段。<\/p><style[^>]*>[^<]*<\/style><p id="p1">第二段。$/)
})

test("names the card that is written, whatever its words are, and only once", () => {
  const progress = new LiveProgress("n", 1_000)
  progress.begin('第 1 / 2 节："}</style><script>', 1)
  const told = progress.tell()
  expect(told).toContain("第\\20 1\\20 \\2f \\20 2\\20 节")
  expect(told.match(/[<>"]/g)?.join("")).toBe('<"">>""<>')
  expect(progress.tell()).toBe("")
  progress.begin("第二节", 2)
  const next = progress.tell()
  expect(next).toContain('.live-step::before{content:"第二节"}')
  expect(next).toContain("li[value='2']{background:var(--color-wash)}")
})
