import { expect, test } from "vitest"
import { decodeText, TEXT_ENCODINGS } from "#app/domain/reference/text-decoding.ts"
import { bytesOf, SIMPLIFIED, TRADITIONAL } from "./text-decoding.fixtures.ts"

test.each([
  ["utf8", "utf-8", SIMPLIFIED],
  ["gb18030", "gb18030", SIMPLIFIED],
  ["gb18030FourBytes", "gb18030", `㐂${SIMPLIFIED}`],
  ["big5", "big5", TRADITIONAL],
  ["utf16le", "utf-16le", SIMPLIFIED],
  ["utf16be", "utf-16be", SIMPLIFIED],
] as const)("recognises %s without a byte order mark", (name, encoding, text) => {
  expect(decodeText(bytesOf(name))).toEqual({ text, encoding })
})

test.each([
  ["utf8", "utf-8", [0xef, 0xbb, 0xbf]],
  ["utf16le", "utf-16le", [0xff, 0xfe]],
  ["utf16be", "utf-16be", [0xfe, 0xff]],
] as const)("follows the byte order mark of %s and leaves it out", (name, encoding, mark) => {
  expect(decodeText(join(mark, bytesOf(name)))).toEqual({ text: SIMPLIFIED, encoding })
})

test.each(["utf8", "gb18030", "big5", "utf16le", "utf16be"] as const)(
  "leaves out the last character of %s when it is cut",
  (name) => {
    const whole = bytesOf(name)
    for (let cut = 1; cut <= 6; cut += 1) {
      const decoded = decodeText(whole.subarray(0, whole.length - cut))
      if ("failure" in decoded) throw new Error(decoded.failure)
      const expected = name === "big5" ? TRADITIONAL : SIMPLIFIED
      expect(expected.startsWith(decoded.text)).toBe(true)
      expect(decoded.text.length).toBeGreaterThanOrEqual(expected.length - 6)
    }
  },
)

test.each([
  ["utf8", "utf-8"],
  ["gb18030", "gb18030"],
  ["big5", "big5"],
] as const)("loses one character, not the text, to a bad byte in %s", (name, encoding) => {
  const book = repeat(bytesOf(name), 20)
  for (const bad of [0xff, 0x80, 0xc0]) {
    const spoilt = Uint8Array.from(book)
    spoilt[60] = bad
    const decoded = decodeText(spoilt)
    expect(decoded).toMatchObject({ encoding })
    const expected = (name === "big5" ? TRADITIONAL : SIMPLIFIED).slice(-40)
    expect("text" in decoded && decoded.text.endsWith(expected)).toBe(true)
  }
})

test("recognises the shortest texts", () => {
  // A greeting of two characters in GB18030, and "Chinese" in Big5.
  expect(decodeText(Uint8Array.of(0xc4, 0xe3, 0xba, 0xc3))).toEqual({ text: "你好", encoding: "gb18030" })
  expect(decodeText(Uint8Array.of(0xa4, 0xa4, 0xa4, 0xe5))).toEqual({ text: "中文", encoding: "big5" })
  expect(decodeText(Uint8Array.of(0x61))).toEqual({ text: "a", encoding: "utf-8" })
})

test("does not take English in UTF-16 for UTF-8 with zeros", () => {
  const english = "Chapter one\nIt was raining."
  const bytes = Uint8Array.from([...english].flatMap((character) => [character.charCodeAt(0), 0]))
  expect(decodeText(bytes)).toEqual({ text: english, encoding: "utf-16le" })
})

test("uses a chosen encoding even where another one fits better", () => {
  expect(decodeText(bytesOf("gb18030"), "gb18030")).toEqual({ text: SIMPLIFIED, encoding: "gb18030" })
  expect(decodeText(bytesOf("big5"), "gb18030")).toMatchObject({ encoding: "gb18030" })
  expect(TEXT_ENCODINGS[0]).toBe("auto")
})

test("does not call a text binary for one stray zero", () => {
  const book = repeat(bytesOf("gb18030"), 20)
  expect(decodeText(join(book, [0x00], book))).toMatchObject({ encoding: "gb18030" })
})

test("refuses an empty file as empty, and a lone byte order mark too", () => {
  expect(decodeText(new Uint8Array())).toEqual({ failure: "empty" })
  expect(decodeText(Uint8Array.of(0xef, 0xbb, 0xbf))).toEqual({ failure: "empty" })
})

test.each([
  ["PNG", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]],
  ["PDF", [0x25, 0x50, 0x44, 0x46, 0x2d, 0x31]],
  ["ZIP", [0x50, 0x4b, 0x03, 0x04, 0x14]],
  ["zeros", Array.from({ length: 400 }, () => 0)],
  ["every byte in turn", Array.from({ length: 2_048 }, (_, index) => (index * 7) % 256)],
] as const)("%s is binary", (_, bytes) => {
  expect(decodeText(Uint8Array.from(bytes))).toEqual({ failure: "binary" })
})

test("noise is binary in every chosen encoding", () => {
  const noise = Uint8Array.from({ length: 4_096 }, (_, index) => (index * index * 31 + index * 17) % 256)
  for (const encoding of ["auto", "utf-8", "gb18030", "big5"] as const) {
    expect(decodeText(noise, encoding)).toEqual({ failure: "binary" })
  }
})

function join(...parts: readonly ArrayLike<number>[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => Array.from(part)))
}

function repeat(bytes: Uint8Array, times: number): Uint8Array {
  return join(...Array.from({ length: times }, () => bytes))
}
