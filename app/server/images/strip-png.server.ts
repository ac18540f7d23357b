import { crc32 } from "node:zlib"

const SIGNATURE_BYTES = 8
/** The length, type and checksum of a chunk. */
const FRAME_BYTES = 12
const HEADER_DATA_BYTES = 13

/** The chunks that hold the picture, its animation and how to interpret its colours. */
const KEPT = new Set(
  "IHDR PLTE IDAT IEND tRNS acTL fcTL fdAT gAMA cHRM sRGB cICP sBIT bKGD hIST pHYs".split(" "),
)

/** Removes texts, dates, EXIF, colour profiles, private chunks and trailing bytes from a PNG; null if it is incomplete. */
export function stripPng(bytes: Uint8Array): Uint8Array[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kept: Uint8Array[] = [bytes.subarray(0, SIGNATURE_BYTES)]
  let hasData = false

  for (let at = SIGNATURE_BYTES; at + FRAME_BYTES <= bytes.length; ) {
    const length = view.getUint32(at)
    const end = at + FRAME_BYTES + length
    if (end > bytes.length) return null
    const chunk = bytes.subarray(at, end)
    const type = String.fromCharCode(...chunk.subarray(4, 8))
    if (crc32(chunk.subarray(4, -4)) !== view.getUint32(end - 4)) return null

    const isHeader = type === "IHDR" && length === HEADER_DATA_BYTES
    if (isHeader !== (at === SIGNATURE_BYTES)) return null
    if (KEPT.has(type)) kept.push(chunk)
    // A capital first letter marks a chunk without which nobody can show the picture.
    else if (!/^[a-z]/.test(type)) return null
    if (type === "IDAT") hasData = true
    if (type === "IEND") return hasData ? kept : null
    at = end
  }
  return null
}
