const TIFF_AT = 10
const ENTRY_BYTES = 12
const ORIENTATION = 0x0112
const SHORT = 3

/** Reads the orientation from an EXIF segment, 1 to 8; 1 if it has none. */
export function orientationOf(segment: Uint8Array): number {
  if (String.fromCharCode(...segment.subarray(4, TIFF_AT)) !== "Exif\0\0") return 1
  const tiff = new DataView(segment.buffer, segment.byteOffset + TIFF_AT, segment.length - TIFF_AT)
  if (tiff.byteLength < 8) return 1
  const little = tiff.getUint16(0) === 0x4949
  const list = tiff.getUint32(4, little)
  if (list + 2 > tiff.byteLength) return 1
  const entries = tiff.getUint16(list, little)
  for (let index = 0; index < entries; index += 1) {
    const at = list + 2 + index * ENTRY_BYTES
    if (at + ENTRY_BYTES > tiff.byteLength) return 1
    if (tiff.getUint16(at, little) !== ORIENTATION || tiff.getUint16(at + 2, little) !== SHORT) continue
    const value = tiff.getUint16(at + 8, little)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

/** An EXIF segment with only the orientation. Without it, browsers would show a portrait on its side. */
export function orientationSegment(orientation: number): Uint8Array {
  const header = [0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0]
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8]
  const entry = [0x01, 0x12, 0, SHORT, 0, 0, 0, 1, 0, orientation, 0, 0]
  return Uint8Array.from([...header, ...tiff, 0, 1, ...entry, 0, 0, 0, 0])
}
