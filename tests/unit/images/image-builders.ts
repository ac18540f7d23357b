import { crc32 } from "node:zlib"

/** Builds parts of image files, complete enough for a parser of their structure. */

const latin = (text: string) => Buffer.from(text, "latin1")

export function jpegSegment(marker: number, data: Uint8Array | string): Buffer {
  const body = typeof data === "string" ? latin(data) : data
  const header = Buffer.from([0xff, marker, 0, 0])
  header.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([header, body])
}

export const JPEG_START = Buffer.from([0xff, 0xd8])
export const JPEG_END = Buffer.from([0xff, 0xd9])
export const JPEG_FRAME = jpegSegment(0xc2, Buffer.from([8, 0, 1, 0, 1, 1, 1, 0x11, 0]))
export const JPEG_SCAN = jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0]))

/** Encodes the bytes of a scan, in which a zero follows every 0xff. */
export function jpegScanData(bytes: Uint8Array): Buffer {
  return Buffer.from([...bytes].flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte])))
}

/** An EXIF segment that holds an orientation among other tags. */
export function exifSegment(orientation: number, order: "II" | "MM" = "MM"): Buffer {
  const tiff = Buffer.alloc(8 + 2 + 24 + 4 + 20)
  const short = (value: number, at: number) =>
    order === "II" ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at)
  const long = (value: number, at: number) =>
    order === "II" ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at)
  tiff.write(order, "latin1")
  short(42, 2)
  long(8, 4)
  short(2, 8)
  for (const [at, tag, type, count, value] of [
    [10, 0x010f, 2, 20, 38],
    [22, 0x0112, 3, 1, 0],
  ] as const) {
    short(tag, at)
    short(type, at + 2)
    long(count, at + 4)
    long(value, at + 8)
  }
  short(orientation, 30)
  tiff.write("GPS 39.9042 116.4074", 38, "latin1")
  return jpegSegment(0xe1, Buffer.concat([latin("Exif\0\0"), tiff]))
}

export const PNG_START = latin("\x89PNG\r\n\x1a\n")

export function pngChunk(type: string, data: Uint8Array | string = ""): Buffer {
  const body = Buffer.concat([latin(type), typeof data === "string" ? latin(data) : data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(body.length - 4)
  chunk.set(body, 4)
  chunk.writeUInt32BE(crc32(body), chunk.length - 4)
  return chunk
}

export const PNG_HEADER = pngChunk("IHDR", Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]))
export const PNG_END = pngChunk("IEND")

export function riffChunk(type: string, data: Uint8Array | string): Buffer {
  const body = typeof data === "string" ? latin(data) : data
  const chunk = Buffer.alloc(8 + body.length + (body.length % 2))
  chunk.write(type, "latin1")
  chunk.writeUInt32LE(body.length, 4)
  chunk.set(body, 8)
  return chunk
}

export function webp(...chunks: Uint8Array[]): Buffer {
  return riffChunk("RIFF", Buffer.concat([latin("WEBP"), ...chunks]))
}

export const GIF_START = Buffer.concat([
  latin("GIF89a"),
  Buffer.from([1, 0, 1, 0, 0x80, 0, 0, 1, 2, 3, 4, 5, 6]),
])
export const GIF_END = Buffer.from([0x3b])
export const GIF_CONTROL = Buffer.from([0x21, 0xf9, 4, 0, 10, 0, 0, 0])
export const GIF_LOOP = Buffer.concat([
  Buffer.from([0x21, 0xff, 11]),
  latin("NETSCAPE2.0"),
  Buffer.from([3, 1, 0, 0, 0]),
])

function gifSubBlocks(data: Uint8Array): Buffer {
  const pieces: Uint8Array[] = []
  for (let at = 0; at < data.length; at += 255) {
    const piece = data.subarray(at, at + 255)
    pieces.push(Buffer.from([piece.length]), piece)
  }
  return Buffer.concat([...pieces, Buffer.from([0])])
}

export function gifExtension(label: number, data: Uint8Array | string): Buffer {
  const body = typeof data === "string" ? latin(data) : data
  return Buffer.concat([Buffer.from([0x21, label]), gifSubBlocks(body)])
}

export function gifImage(data: Uint8Array): Buffer {
  const header = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2])
  return Buffer.concat([header, gifSubBlocks(data)])
}
