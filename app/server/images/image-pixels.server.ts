import type { ImageExtension } from "#app/domain/image-type.ts"
import { isFrame } from "./strip-jpeg.server.ts"
import { readChunks, WEBP_HEADER_BYTES } from "./strip-webp.server.ts"

/** Dimensions in pixels. */
export interface Size {
  width: number
  height: number
}

/**
 * Reads the sizes in a picture's headers: that of the whole and of each frame. `pieces` come from stripping the
 * picture, so no read goes past an end; a truncated header gives 0.
 */
export function sizesIn(extension: ImageExtension, pieces: Uint8Array[]): Size[] {
  return pieces.flatMap((piece) => SIZES[extension](piece))
}

const SIZES: Record<ImageExtension, (piece: Uint8Array) => Size[]> = {
  png: (chunk) => {
    const type = latin(chunk, 4)
    // The header, or a frame of an animation, which has the frame's number before its size.
    const at = type === "IHDR" ? 8 : type === "fcTL" ? 12 : null
    return at === null ? [] : [{ width: number(chunk, at, 4), height: number(chunk, at + 4, 4) }]
  },
  jpg: (segment) => {
    if (segment[0] !== 0xff || !isFrame(segment[1] ?? 0)) return []
    return [{ width: number(segment, 7, 2), height: number(segment, 5, 2) }]
  },
  gif: (block) => {
    if (latin(block, 0).startsWith("GIF"))
      return [{ width: little(block, 6, 2), height: little(block, 8, 2) }]
    if (block[0] !== 0x2c) return []
    // Browsers enlarge the picture to fit a frame that reaches beyond it.
    return [
      { width: little(block, 1, 2) + little(block, 5, 2), height: little(block, 3, 2) + little(block, 7, 2) },
    ]
  },
  webp: (file) => sizesOfWebp(file.subarray(WEBP_HEADER_BYTES)),
}

const FRAME_HEADER_BYTES = 16

function sizesOfWebp(bytes: Uint8Array): Size[] {
  return (readChunks(bytes) ?? []).flatMap(({ type, data }): Size[] => {
    if (type === "VP8X") return [{ width: little(data, 4, 3) + 1, height: little(data, 7, 3) + 1 }]
    if (type === "VP8 ") return [{ width: little(data, 6, 2) & 0x3fff, height: little(data, 8, 2) & 0x3fff }]
    if (type === "VP8L") {
      const bits = little(data, 1, 4)
      return [{ width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }]
    }
    if (type !== "ANMF") return []
    const frame = { width: little(data, 6, 3) + 1, height: little(data, 9, 3) + 1 }
    return [frame, ...sizesOfWebp(data.subarray(FRAME_HEADER_BYTES))]
  })
}

function latin(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4))
}

function number(bytes: Uint8Array, at: number, length: number): number {
  return bytes.subarray(at, at + length).reduce((value, byte) => value * 256 + byte, 0)
}

function little(bytes: Uint8Array, at: number, length: number): number {
  return number(bytes.slice(at, at + length).reverse(), 0, length)
}
