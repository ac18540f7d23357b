import { expect, test } from "vitest"
import { REFERENCE_MAX_CHARS } from "#app/domain/limits.ts"
import {
  characterCountInK,
  REFERENCE_READ_BYTES,
  readReference,
  referencePreview,
} from "#app/domain/reference/reference-text.ts"
import { bytesOf, SIMPLIFIED } from "./text-decoding.fixtures.ts"

const TXT = { name: "雾.txt", type: "text/plain" }

test("requires a text type or a .txt name", () => {
  expect(readReference(utf8("雾"), { name: "雾.TXT", type: "" })).toMatchObject({ text: "雾" })
  expect(readReference(utf8("雾"), { name: "雾.md", type: "text/markdown" })).toMatchObject({ text: "雾" })
  expect(readReference(utf8("雾"), { name: "雾.doc", type: "application/msword" })).toEqual({
    failure: "unsupported-type",
  })
})

test("reads a text in its own encoding", () => {
  expect(readReference(bytesOf("gb18030"), TXT)).toEqual({
    text: SIMPLIFIED,
    truncated: false,
    encoding: "gb18030",
  })
  expect(readReference(bytesOf("big5"), { ...TXT, encoding: "big5" })).toMatchObject({ encoding: "big5" })
})

test("unifies line endings and removes marks, zeros and surrounding whitespace", () => {
  const messy = `\ufeff\r\n\u3000 第一行\r\n第二行\r第三行${"。".repeat(2_000)}\ufeff\0\r\n\r\n `
  expect(readReference(utf8(messy), TXT)).toMatchObject({
    text: `第一行\n第二行\n第三行${"。".repeat(2_000)}`,
  })
})

test("keeps a text at the limit whole, and cuts the first character beyond it", () => {
  const full = "雾".repeat(REFERENCE_MAX_CHARS)
  expect(readReference(utf8(full), TXT)).toMatchObject({ text: full, truncated: false })
  expect(readReference(utf8(`${full}散`), TXT)).toMatchObject({ text: full, truncated: true })
})

test("counts a character outside the basic plane as one", () => {
  const full = "𠮷".repeat(REFERENCE_MAX_CHARS)
  expect(readReference(utf8(full), TXT)).toMatchObject({ text: full, truncated: false })
  expect(readReference(utf8(`${full}𠮷`), TXT)).toMatchObject({ text: full, truncated: true })
})

test("fills the reference text with rare characters from the first bytes of a long file", () => {
  const bytes = utf8("𠮷".repeat(100_000)).subarray(0, REFERENCE_READ_BYTES)
  expect(readReference(bytes, TXT)).toMatchObject({ text: "𠮷".repeat(REFERENCE_MAX_CHARS), truncated: true })
})

test("fills the reference text from the first bytes of a long file", () => {
  const bytes = utf8("雾".repeat(100_000)).subarray(0, REFERENCE_READ_BYTES)
  expect(readReference(bytes, TXT)).toMatchObject({ text: "雾".repeat(REFERENCE_MAX_CHARS), truncated: true })
})

test("refuses an empty, a blank and a binary file, each by name", () => {
  expect(readReference(new Uint8Array(), TXT)).toEqual({ failure: "empty" })
  expect(readReference(utf8(" \u3000\r\n\t\n"), TXT)).toEqual({ failure: "empty" })
  expect(readReference(utf8("\u200b\n\u2060\u3164"), TXT)).toEqual({ failure: "empty" })
  expect(readReference(Uint8Array.of(0x89, 0x50, 0x4e, 0x47), TXT)).toEqual({ failure: "binary" })
})

test("previews a hundred characters and an ellipsis", () => {
  expect(referencePreview("雾".repeat(101))).toBe(`${"雾".repeat(100)}…`)
  expect(referencePreview("雾")).toBe("雾…")
  expect(referencePreview("𠮷".repeat(101))).toBe(`${"𠮷".repeat(100)}…`)
})

test.each([
  [9_800, "9.8K"],
  [10_000, "10.0K"],
  [99, "0.1K"],
])("%i characters are %s", (count, label) => {
  expect(characterCountInK("雾".repeat(count))).toBe(label)
  expect(characterCountInK("𠮷".repeat(count))).toBe(label)
})

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
