import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { stripImage } from "#app/server/images/strip-image.server.ts"
import {
  exifSegment,
  GIF_CONTROL,
  GIF_END,
  GIF_LOOP,
  GIF_START,
  gifExtension,
  gifImage,
  JPEG_END,
  JPEG_FRAME,
  JPEG_SCAN,
  JPEG_START,
  jpegScanData,
  jpegSegment,
  PNG_END,
  PNG_HEADER,
  PNG_START,
  pngChunk,
  riffChunk,
  webp,
} from "./image-builders.ts"

const SECRET = "GPS 39.9042 116.4074"
const bytes = fc.uint8Array({ minLength: 1, maxLength: 600 })

/** A part of a file, and whether it belongs to the picture. */
type Piece = [kept: boolean, piece: Buffer]

interface Kind {
  extension: string
  /** Parts that make the picture and parts that only describe it, in any order. */
  pieces: fc.Arbitrary<Piece[]>
  file(pieces: Buffer[]): Buffer
}

const KINDS: Kind[] = [
  {
    extension: "jpg",
    pieces: piecesOf(
      [
        bytes.map((data) => jpegSegment(0xdb, data)),
        bytes.map((data) => jpegSegment(0xc4, data)),
        bytes.map((data) => Buffer.concat([JPEG_SCAN, jpegScanData(data)])),
        bytes.map((data) => Buffer.concat([JPEG_SCAN, jpegScanData(data), Buffer.from([0xff, 0xd3, 7])])),
      ],
      [0xe0, 0xe1, 0xe2, 0xeb, 0xed, 0xef, 0xfe, 0xf3].map((marker) => () => jpegSegment(marker, SECRET)),
    ),
    file: (pieces) =>
      Buffer.concat([JPEG_START, JPEG_FRAME, ...pieces, JPEG_SCAN, Buffer.from([1, 2]), JPEG_END]),
  },
  {
    extension: "png",
    pieces: piecesOf(
      ["IDAT", "fdAT", "fcTL", "tRNS", "PLTE", "gAMA"].map((type) =>
        bytes.map((data) => pngChunk(type, data)),
      ),
      ["tEXt", "iTXt", "zTXt", "eXIf", "iCCP", "tIME", "prVt"].map((type) => () => pngChunk(type, SECRET)),
    ),
    file: (pieces) => Buffer.concat([PNG_START, PNG_HEADER, ...pieces, pngChunk("IDAT", "last"), PNG_END]),
  },
  {
    extension: "webp",
    pieces: piecesOf(
      [bytes.map((data) => riffChunk("ALPH", data)), bytes.map((data) => riffChunk("ANIM", data))],
      ["EXIF", "XMP ", "ICCP", "ABCD"].map((type) => () => riffChunk(type, SECRET)),
    ),
    file: (pieces) => webp(riffChunk("VP8 ", "first"), ...pieces),
  },
  {
    extension: "gif",
    pieces: piecesOf(
      [
        bytes.map(gifImage),
        bytes.map((data) => Buffer.concat([GIF_CONTROL, gifImage(data)])),
        fc.constant(GIF_LOOP),
      ],
      [
        () => gifExtension(0xfe, SECRET),
        () => gifExtension(0xff, `XMP DataXMP${SECRET}`),
        () => gifExtension(0x01, SECRET),
        () => Buffer.concat([GIF_CONTROL, gifExtension(0x01, SECRET)]),
      ],
    ),
    file: (pieces) => Buffer.concat([GIF_START, ...pieces, gifImage(Buffer.from("last")), GIF_END]),
  },
]

describe.each(KINDS)("$extension", ({ extension, pieces, file }) => {
  test("removes what describes the picture and keeps the picture byte for byte", () => {
    fc.assert(
      fc.property(pieces, (list) => {
        const stripped = stripImage(file(list.map(([, piece]) => piece)))
        const picture = file(list.filter(([kept]) => kept).map(([, piece]) => piece))
        expect(stripped?.extension).toBe(extension)
        expect(Buffer.from(stripped?.bytes ?? []).equals(picture)).toBe(true)
      }),
    )
  })

  test("removes what follows the end of the picture", () => {
    const whole = file([])
    const stripped = stripImage(Buffer.concat([whole, Buffer.from(`<script>${SECRET}</script>`)]))
    expect(Buffer.from(stripped?.bytes ?? []).equals(whole)).toBe(true)
  })

  test("refuses a file that is cut anywhere", () => {
    const whole = file([])
    for (let length = 0; length < whole.length; length += 1) {
      expect(stripImage(whole.subarray(0, length)), `${length} of ${whole.length} bytes`).toBeNull()
    }
  })

  test("answers whatever bytes follow the first ones, and the answer is stable", () => {
    const start = file([]).subarray(0, 16)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(16), (noise, length) => {
        const once = stripImage(Buffer.concat([start.subarray(0, length), noise]))
        if (once) expect(stripImage(once.bytes)).toEqual(once)
      }),
      { numRuns: 2_000 },
    )
  })

  test("never throws on one wrong byte, and never lets a comment through", () => {
    const whole = file([])
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, value) => {
        const wrong = Buffer.from(whole)
        wrong[at] = value
        const once = stripImage(wrong)
        if (once) expect(stripImage(once.bytes)).toEqual(once)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe("jpg", () => {
  const picture = (...pieces: Buffer[]) =>
    Buffer.concat([JPEG_START, ...pieces, JPEG_FRAME, JPEG_SCAN, Buffer.from([1]), JPEG_END])

  test.each(["II", "MM"] as const)("keeps the orientation (%s) and nothing else of its EXIF", (order) => {
    const stripped = stripImage(picture(exifSegment(6, order)))?.bytes ?? new Uint8Array()
    expect(Buffer.from(stripped).includes("GPS")).toBe(false)
    expect(stripped.length).toBe(picture().length + 36)
    // A second pass changes nothing.
    expect(stripImage(stripped)?.bytes).toEqual(stripped)
    expect(stripped[2 + 4 + 6 + 8 + 2 + 9]).toBe(6)
  })

  test.each([0, 1, 9, 65_535])("takes an orientation of %i for none", (orientation) => {
    expect(Buffer.from(stripImage(picture(exifSegment(orientation)))?.bytes ?? [])).toEqual(picture())
  })

  test("drops an EXIF segment that points outside itself", () => {
    const exif = exifSegment(6)
    exif.writeUInt32BE(0xfffffff0, 14)
    expect(Buffer.from(stripImage(picture(exif))?.bytes ?? [])).toEqual(picture())
  })

  test("keeps how its colours are coded, without the bytes appended behind", () => {
    const adobe = "Adobe\0\x64\0\0\0\0\x02"
    const stripped = stripImage(picture(jpegSegment(0xee, adobe + SECRET)))
    expect(Buffer.from(stripped?.bytes ?? [])).toEqual(
      Buffer.concat([JPEG_START, jpegSegment(0xee, adobe), picture().subarray(2)]),
    )
  })

  test("keeps its JFIF header without the thumbnail", () => {
    const head = "JFIF\0\x01\x01\0\0\x01\0\x01"
    const stripped = stripImage(picture(jpegSegment(0xe0, `${head}\x02\x02${SECRET}`)))
    expect(Buffer.from(stripped?.bytes ?? [])).toEqual(
      Buffer.concat([JPEG_START, jpegSegment(0xe0, `${head}\0\0`), picture().subarray(2)]),
    )
  })
})

describe("webp", () => {
  test("removes from the header the parts that were taken out", () => {
    const head = (flags: number) => riffChunk("VP8X", Buffer.from([flags, 0, 0, 0, 1, 0, 0, 1, 0, 0]))
    const stripped = stripImage(webp(head(0x3e), riffChunk("VP8L", "p"), riffChunk("EXIF", SECRET)))
    expect(Buffer.from(stripped?.bytes ?? [])).toEqual(webp(head(0x12), riffChunk("VP8L", "p")))
  })

  test("strips the frames of an animation too", () => {
    const frame = (...chunks: Buffer[]) => riffChunk("ANMF", Buffer.concat([Buffer.alloc(16, 1), ...chunks]))
    const head = riffChunk("VP8X", Buffer.from([2, 0, 0, 0, 1, 0, 0, 1, 0, 0]))
    const stripped = stripImage(webp(head, frame(riffChunk("VP8 ", "odd"), riffChunk("NOTE", SECRET))))
    expect(Buffer.from(stripped?.bytes ?? [])).toEqual(webp(head, frame(riffChunk("VP8 ", "odd"))))
    expect(stripImage(webp(head, frame(riffChunk("NOTE", SECRET))))).toBeNull()
  })
})

test("png: refuses a chunk with a wrong checksum, and an unknown chunk that is critical", () => {
  const file = (chunk: Buffer) =>
    Buffer.concat([PNG_START, PNG_HEADER, chunk, pngChunk("IDAT", "x"), PNG_END])
  expect(stripImage(file(pngChunk("gAMA", "1234")))).not.toBeNull()
  expect(stripImage(file(pngChunk("ABCD", "1234")))).toBeNull()
  const wrong = pngChunk("gAMA", "1234")
  wrong[9] = 0
  expect(stripImage(file(wrong))).toBeNull()
})

test.each([
  ["nothing", ""],
  ["svg", '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ["html", "<!doctype html><script>alert(1)</script>"],
  ["bmp", "BM6\0\0\0"],
  ["html behind a picture's first bytes", "GIF89a<script>alert(1)</script>"],
  ["avif", "\0\0\0\x20ftypavif"],
])("%s is not a picture", (_, text) => {
  expect(stripImage(Buffer.from(text, "latin1"))).toBeNull()
})

function piecesOf(kept: fc.Arbitrary<Buffer>[], dropped: (() => Buffer)[]): fc.Arbitrary<Piece[]> {
  const piece = fc.oneof(
    fc.oneof(...kept).map((part): Piece => [true, part]),
    fc.constantFrom(...dropped).map((make): Piece => [false, make()]),
  )
  return fc.array(piece, { maxLength: 12 })
}
