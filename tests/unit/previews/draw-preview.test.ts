import sharp from "sharp"
import { expect, test } from "vitest"
import { drawPreview } from "#app/server/previews/draw-preview.server.ts"
import { readGlyphs, setLine } from "#app/server/previews/glyphs.server.ts"

const REST = { author: "作者：林小满", site: "落笔", label: "本文由 AI 生成" }
const TITLE_AREA = { left: 130, top: 70, width: 940, height: 390 }

test.each([
  ["a short one", "桥头的灯"],
  ["one of 100 characters", "春".repeat(100)],
  ["Latin words", "The Lighthouse Keeper’s Daughter"],
  ["one word of 100 letters", "a".repeat(100)],
  ["markup", `<script>alert("x")</script>]]>&amp;<![CDATA[`],
  ["a reference to a file", `<image href="file:///etc/passwd"/>&xxe;`],
  ["a direction mark and a line end", "月亮\u202e与\n海"],
  ["emoji beside letters", "🌙月亮🌙"],
  ["old characters", "龘龍與書"],
])("draws a title: %s", async (_, title) => {
  const picture = await drawPreview({ ...REST, title })
  expect(picture).not.toBeNull()
  const { format, width, height } = await sharp(picture ?? undefined).metadata()
  expect({ format, width, height }).toEqual({ format: "png", width: 1_200, height: 630 })
  const { channels } = await sharp(
    await sharp(picture ?? undefined)
      .extract(TITLE_AREA)
      .toBuffer(),
  ).stats()
  expect(channels[0]?.min, "something dark stands there").toBeLessThan(80)
})

test.each([
  ["only emoji", "🌙🌊"],
  ["a letter that the font lacks", "𠮷野家的灯"],
  ["another script", "مرحبا"],
  ["nothing that is seen", "\u200b\u202e"],
])("draws nothing for a title of %s", async (_, title) => {
  expect(await drawPreview({ ...REST, title })).toBeNull()
})

test("leaves out an author whose name it cannot write", async () => {
  const [nameless, foreign] = await Promise.all(
    [null, "作者：𠮷"].map((author) => drawPreview({ ...REST, title: "灯", author })),
  )
  expect(foreign).toEqual(nameless)
  expect(foreign).not.toEqual(await drawPreview({ ...REST, title: "灯" }))
})

test("leaves out signs that the font lacks and marks that nobody sees", async () => {
  expect(await readGlyphs(" 🌙月亮\u200d🌙 与\u202e\n海\ufe0f ")).toBe("月亮 与 海")
})

test("sets every character by its own glyph, from whatever file of the font", async () => {
  const text = "落笔 AI，修表匠龘é"
  expect(await readGlyphs(text)).toBe(text)
  const { glyphs, width } = setLine(text, 700)
  expect(glyphs).toHaveLength([...text].length)
  expect(new Set(glyphs.map(({ path }) => path)).size).toBe([...text].length)
  expect(glyphs.map(({ x }) => x)).toEqual(glyphs.map(({ x }) => x).sort((a, b) => a - b))
  expect(width).toBeGreaterThan(8)
  expect(width).toBeLessThan([...text].length)
})
