import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { Blob, Buffer, Face, Font, shape, Variation } from "harfbuzzjs"
import decompress from "woff2-encoder/decompress"
import { toSingleLine } from "#app/domain/text.ts"

const PACKAGE = "@fontsource-variable/noto-serif-sc"
const require = createRequire(import.meta.url)

/** The font's own is as wide as a Chinese character. */
const APOSTROPHE = /(?<=\p{Script=Latin})’(?=\p{Script=Latin})/gu

export type Weight = 400 | 700

/** A text in one line, drawn in a font of 1 px whose baseline is y = 0 and whose y grows upwards. */
export interface Line {
  /** The glyphs' outlines as SVG paths, each where it stands. */
  glyphs: { path: string; x: number; y: number }[]
  width: number
}

/** The font comes in about a hundred files, each with some of its characters: the file's name of each. */
let parts: Map<number, string> | undefined
/** The files that have been read. All of them take some 20 MB. */
const fonts = new Map<string, Font>()

/**
 * Reads what `setLine` needs for a text, and returns the text as the font can write it: one line, without signs that
 * the font lacks, such as emoji. Null if nothing is left, or if the font lacks a letter, because the text would be
 * another one without it.
 */
export async function readGlyphs(text: string): Promise<string | null> {
  let written = ""
  for (const character of toSingleLine(text).normalize("NFC").replace(APOSTROPHE, "'")) {
    if (/\p{Default_Ignorable_Code_Point}/u.test(character)) continue
    if (await canWrite(character)) written += character
    else if (/[\p{L}\p{M}\p{N}]/u.test(character)) return null
  }
  return toSingleLine(written) || null
}

/** Sets a text in one line. Every character must have been read by `readGlyphs`. */
export function setLine(text: string, weight: Weight): Line {
  const line: Line = { glyphs: [], width: 0 }
  for (const { font, infos, positions } of shapedRuns(text, weight)) {
    const em = font.face.upem
    for (const [index, { xAdvance, xOffset, yOffset }] of positions.entries()) {
      const path = font.glyphToPath(infos[index]?.codepoint ?? 0)
      line.glyphs.push({ path, x: line.width + xOffset / em, y: yOffset / em })
      line.width += xAdvance / em
    }
  }
  return line
}

/** The width of the line that `setLine` sets, for less work. */
export function widthOf(text: string, weight: Weight): number {
  let width = 0
  for (const { font, positions } of shapedRuns(text, weight)) {
    for (const { xAdvance } of positions) width += xAdvance / font.face.upem
  }
  return width
}

function shapedRuns(text: string, weight: Weight) {
  return runsOf(text).map(({ font, characters }) => {
    const buffer = new Buffer()
    buffer.addText(characters)
    buffer.guessSegmentProperties()
    font.setVariations([new Variation("wght", weight)])
    shape(font, buffer)
    return { font, infos: buffer.getGlyphInfos(), positions: buffer.getGlyphPositions() }
  })
}

/** A text cut where the next character is in another file. */
function runsOf(text: string): { font: Font; characters: string }[] {
  const runs: { font: Font; characters: string }[] = []
  for (const character of text) {
    const font = fonts.get(partOf(character) ?? "")
    if (!font) throw new Error("a glyph has not been read")
    const last = runs.at(-1)
    if (last?.font === font) last.characters += character
    else runs.push({ font, characters: character })
  }
  return runs
}

async function canWrite(character: string): Promise<boolean> {
  const part = partOf(character)
  if (part === undefined) return false
  const font = fonts.get(part) ?? (await readFont(part))
  return Boolean(font.nominalGlyph(character.codePointAt(0) ?? 0))
}

async function readFont(part: string): Promise<Font> {
  const file = require.resolve(`${PACKAGE}/files/noto-serif-sc-${part}-wght-normal.woff2`)
  const font = new Font(new Face(new Blob(await decompress(await readFile(file)))))
  fonts.set(part, font)
  return font
}

function partOf(character: string): string | undefined {
  parts ??= readParts()
  return parts.get(character.codePointAt(0) ?? 0)
}

function readParts(): Map<number, string> {
  const ranges: Record<string, string> = require("@fontsource-variable/noto-serif-sc/unicode.json")
  const parts = new Map<number, string>()
  for (const [name, list] of Object.entries(ranges)) {
    const part = name.replace(/^\[(\d+)\]$/, "$1")
    for (const range of list.split(",")) {
      const [from = 0, to = from] = range
        .replace("U+", "")
        .split("-")
        .map((code) => Number.parseInt(code, 16))
      for (let code = from; code <= to; code += 1) if (!parts.has(code)) parts.set(code, part)
    }
  }
  return parts
}
