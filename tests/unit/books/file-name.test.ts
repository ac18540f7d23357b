import fc from "fast-check"
import { expect, test } from "vitest"
import { fileNames } from "#app/server/books/file-name.server.ts"

const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\s*\.|$)/i

test("names are unique, short, and safe on every system, whatever the titles", () => {
  const odd = fc.constantFrom(
    "/",
    "\\",
    "..",
    ".",
    " ",
    "CON",
    "nul",
    "COM1",
    "夜",
    "🌙",
    "\0",
    "\u202E",
    ":",
    "é",
    "A",
    "a",
  )
  const title = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 100 }),
    fc.array(odd, { maxLength: 100 }).map((parts) => parts.join("")),
  )
  fc.assert(
    fc.property(fc.array(title, { maxLength: 30 }), (titles) => {
      const names = titles.map(fileNames("未命名"))
      for (const name of names) {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not come
        expect(name).not.toMatch(/[\\/:*?"<>|\u0000-\u001f\u202a-\u202e]|^\.|^\s|[.\s]$|^$/)
        expect(name).not.toMatch(DEVICE)
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(210)
        expect(name.isWellFormed()).toBe(true)
      }
      const same = names.map((name) => name.normalize("NFC").toLowerCase())
      expect(new Set(same).size).toBe(names.length)
    }),
  )
})

test.each([
  ["桥头的灯", "桥头的灯"],
  ["../../etc/passwd", "_.._etc_passwd"],
  ["con", "_con"],
  ["LPT9.夜", "_LPT9.夜"],
  ["等待...", "等待"],
  ["他问：“谁？”", "他问：“谁？”"],
  ["...", "未命名"],
])("%j is called %j", (title, name) => {
  expect(fileNames("未命名")(title)).toBe(name)
})

test("equal names are numbered, also where they differ in capitals alone", () => {
  expect(["夜航", "夜航", "Night", "NIGHT", "夜航 (2)"].map(fileNames("未命名"))).toEqual([
    "夜航",
    "夜航 (2)",
    "Night",
    "NIGHT (2)",
    "夜航 (2) (2)",
  ])
})
