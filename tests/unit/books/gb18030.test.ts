import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { decodeText } from "#app/domain/reference/text-decoding.ts"
import { encodeGb18030 } from "#app/server/books/gb18030.server.ts"

const decoded = (bytes: Uint8Array) => new TextDecoder("gb18030", { fatal: true }).decode(bytes)
const SURROGATES = [0xd800, 0xdfff] as const

describe("GB18030", () => {
  test("has every character of Unicode, except private ones that its editions disagree about", async () => {
    const points = Array.from({ length: 0x110000 }, (_, point) => point).filter(
      (point) => point !== 0 && point !== 0xfeff && (point < SURROGATES[0] || point > SURROGATES[1]),
    )
    const text = points.map((point) => String.fromCodePoint(point)).join("")
    const wrong: string[] = []
    const back = [...decoded(await encodeGb18030(text))]
    expect(back).toHaveLength(points.length)
    for (const [at, point] of points.entries()) {
      if (back[at] !== String.fromCodePoint(point)) wrong.push(point.toString(16))
    }
    // U+E5E5 has no code. The others stood in for characters that Unicode has got since, and are read as those.
    const REPLACED =
      "e78d e78e e78f e790 e791 e792 e793 e794 e795 e796 e81e e826 e82b e82c e832 e843 e854 e864"
    expect(wrong).toEqual(["e5e5", ...REPLACED.split(" ")])
  })

  test("gives characters outside the basic plane and emoji four bytes each, and common ones two", async () => {
    expect((await encodeGb18030("落笔")).toString("hex")).toBe("c2e4b1ca")
    expect(await encodeGb18030("𠮷😀")).toHaveLength(8)
    expect(decoded(await encodeGb18030("𠮷野家的👩‍👩‍👧‍👦，🇨🇳，e\u0301，㊙️"))).toBe(
      "𠮷野家的👩‍👩‍👧‍👦，🇨🇳，e\u0301，㊙️",
    )
  })

  test("keeps pairs whole, wherever a long text is cut", async () => {
    for (const before of ["", "a", "雨"]) {
      const text = before + "😀".repeat(100_000)
      expect(decoded(await encodeGb18030(text))).toBe(text)
    }
  })

  test("is what this site reads back", async () => {
    const text = "清晨的雾从河面升起，老船工把缆绳系在桩上，回头看见女儿从岸边走来。".repeat(20)
    expect(decodeText(await encodeGb18030(text))).toMatchObject({ text })
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme" }), async (some) => {
        expect(decoded(await encodeGb18030(`雨${some}`))).toBe(`雨${some}`)
      }),
    )
  })
})
