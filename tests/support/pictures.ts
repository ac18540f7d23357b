import { crc32 } from "node:zlib"
import sharp from "sharp"

/** A picture of one colour, wider than it is high. */
export function drawPicture(width = 6, height = 4) {
  return sharp({ create: { width, height, channels: 3, background: "#a3342c" } })
}

export const PICTURE = await drawPicture().gif().toBuffer()

const GIF_FRAME = Buffer.from([0x2c, 0, 0, 0, 0])

/** A small GIF whose only frame states this size. */
export function gifPromising(width: number, height: number): Buffer<ArrayBuffer> {
  const gif = Buffer.from(PICTURE)
  const size = gif.indexOf(GIF_FRAME) + GIF_FRAME.length
  gif.writeUInt16LE(width, size)
  gif.writeUInt16LE(height, size + 2)
  return gif
}

/** The beginning of a PNG that states this many pixels and contains none. */
export function pngPromising(width: number, height: number): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", header), chunk("IDAT")])
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data])
  const bytes = Buffer.alloc(body.length + 8)
  bytes.writeUInt32BE(data.length)
  bytes.set(body, 4)
  bytes.writeUInt32BE(crc32(body), bytes.length - 4)
  return bytes
}
