import { crc32 } from "node:zlib"

const SIGNATURE_BYTES = 8
/** Length, type and checksum around a chunk's data. */
const FRAME_BYTES = 12
const HEADER_DATA_BYTES = 13

/** What the picture is made of, its animation, and how its colours are meant. */
const KEPT = new Set(
  "IHDR PLTE IDAT IEND tRNS acTL fcTL fdAT gAMA cHRM sRGB cICP sBIT bKGD hIST pHYs".split(" "),
)

/** A PNG without texts, dates, EXIF, colour profiles, private chunks and what follows its end. Null where it is not whole. */
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
    // A capital says that the picture cannot be shown without it.
    else if (!/^[a-z]/.test(type)) return null
    if (type === "IDAT") hasData = true
    if (type === "IEND") return hasData ? kept : null
    at = end
  }
  return null
}
