import { describe, expect, test } from "vitest"
import { hasTooManyPixels } from "#app/domain/profile.ts"
import { stripImage } from "#app/server/images/strip-image.server.ts"
import {
  GIF_END,
  gifImage,
  JPEG_END,
  JPEG_SCAN,
  JPEG_START,
  jpegSegment,
  PNG_END,
  PNG_START,
  pngChunk,
  riffChunk,
  webp,
} from "./image-builders.ts"

type Kind = (width: number, height: number) => Buffer

const KINDS: Record<string, Kind> = {
  "a PNG": (width, height) => png(width, height),
  "a frame of a PNG": (width, height) =>
    png(1, 1, pngChunk("fcTL", Buffer.concat([uint32(0), uint32(width), uint32(height), Buffer.alloc(14)]))),
  "a JPEG": (width, height) => jpeg(0xc0, width, height),
  "a progressive JPEG": (width, height) => jpeg(0xc2, width, height),
  "a GIF": (width, height) => gif(width, height, gifImage(Buffer.from("x"))),
  "a frame of a GIF": (width, height) => {
    const frame = gifImage(Buffer.from("x"))
    frame.writeUInt16LE(width, 5)
    frame.writeUInt16LE(height, 7)
    return gif(1, 1, frame)
  },
  "a WebP": (width, height) => webp(vp8(width, height)),
  "a lossless WebP": (width, height) => webp(vp8l(width, height)),
  "an extended WebP": (width, height) => webp(vp8x(width, height), vp8(1, 1)),
  "a picture in an extended WebP": (width, height) => webp(vp8x(1, 1), vp8l(width, height)),
  "a frame of a WebP": (width, height) => webp(vp8x(1, 1), frameOf(width, height, vp8(1, 1))),
  "a picture in a frame of a WebP": (width, height) => webp(vp8x(1, 1), frameOf(1, 1, vp8(width, height))),
}

describe.each(Object.entries(KINDS))("%s", (_, file) => {
  test.each([
    [1, 1],
    [4_000, 3_000],
    [8_000, 3_125],
    [5_000, 5_000],
  ])("accepts %i x %i", (width, height) => expect(isTooLarge(file(width, height))).toBe(false))

  test.each([
    [8_001, 1],
    [1, 8_001],
    [5_001, 5_000],
    [8_000, 8_000],
    [16_000, 16_000],
  ])("refuses %i x %i as too large", (width, height) => expect(isTooLarge(file(width, height))).toBe(true))
})

test("refuses the largest sizes that a header can state", () => {
  expect(isTooLarge(png(0xffffffff, 1))).toBe(true)
  expect(isTooLarge(png(65_000, 65_000))).toBe(true)
  expect(isTooLarge(gif(65_535, 65_535, gifImage(Buffer.from("x"))))).toBe(true)
  expect(isTooLarge(jpeg(0xc0, 65_535, 65_535))).toBe(true)
  expect(isTooLarge(webp(vp8x(2 ** 24, 2 ** 24), vp8(1, 1)))).toBe(true)
})

test("measures a GIF frame from its corner when it reaches beyond the canvas", () => {
  const frame = gifImage(Buffer.from("x"))
  frame.writeUInt16LE(65_000, 1)
  expect(isTooLarge(gif(1, 1, frame))).toBe(true)
})

function isTooLarge(file: Buffer): boolean {
  const image = stripImage(file)
  if (!image) throw new Error("the image of this test is not valid")
  return image.sizes.some(hasTooManyPixels)
}

function png(width: number, height: number, ...chunks: Buffer[]): Buffer {
  const header = pngChunk(
    "IHDR",
    Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 2, 0, 0, 0])]),
  )
  return Buffer.concat([PNG_START, header, ...chunks, pngChunk("IDAT", "x"), PNG_END])
}

function jpeg(marker: number, width: number, height: number): Buffer {
  const frame = jpegSegment(marker, Buffer.from([8, height >> 8, height, width >> 8, width, 1, 1, 0x11, 0]))
  return Buffer.concat([JPEG_START, frame, JPEG_SCAN, Buffer.from([1, 2]), JPEG_END])
}

function gif(width: number, height: number, frame: Buffer): Buffer {
  const size = Buffer.from([width, width >> 8, height, height >> 8])
  return Buffer.concat([Buffer.from("GIF89a"), size, Buffer.from([0, 0, 0]), frame, GIF_END])
}

function vp8(width: number, height: number): Buffer {
  const size = [width, width >> 8, height, height >> 8]
  return riffChunk("VP8 ", Buffer.from([0, 0, 0, 0x9d, 0x01, 0x2a, ...size, 0]))
}

function vp8l(width: number, height: number): Buffer {
  const head = Buffer.alloc(6, 0x2f)
  head.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 1)
  return riffChunk("VP8L", head)
}

function vp8x(width: number, height: number): Buffer {
  return riffChunk("VP8X", Buffer.concat([Buffer.alloc(4), uint24(width - 1), uint24(height - 1)]))
}

function frameOf(width: number, height: number, picture: Buffer): Buffer {
  const head = Buffer.concat([Buffer.alloc(6), uint24(width - 1), uint24(height - 1), Buffer.alloc(4)])
  return riffChunk("ANMF", Buffer.concat([head, picture]))
}

function uint24(value: number): Buffer {
  return Buffer.from([value, value >> 8, value >> 16])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
