import { orientationOf, orientationSegment } from "./jpeg-orientation.server.ts"

const END = 0xd9
const SCAN = 0xda
const JFIF = 0xe0
const EXIF = 0xe1
const ADOBE = 0xee
/** The segments for Huffman and arithmetic tables, the number of lines, quantisation and the restart interval. */
const TABLES = [0xc4, 0xcc, 0xdc, 0xdb, 0xdd]

const JFIF_BYTES = 18
const ADOBE_BYTES = 16

/**
 * Removes comments and everything that cameras and programs attach to a JPEG: EXIF except for the orientation,
 * XMP, colour profiles, thumbnails and trailing bytes. Null if the file is incomplete.
 */
export function stripJpeg(bytes: Uint8Array): Uint8Array[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start: Uint8Array[] = [bytes.subarray(0, 2)]
  const picture: Uint8Array[] = []
  let orientation = 1
  let frames = 0
  let scans = 0

  for (let at = 2; at + 2 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1 // 0xff bytes may pad a marker
      continue
    }
    if (marker === END) {
      if (scans === 0) return null
      if (orientation !== 1) start.push(orientationSegment(orientation))
      return [...start, ...picture, bytes.subarray(at, at + 2)]
    }
    if (at + 4 > bytes.length || marker < 0xc0 || isStandalone(marker)) return null
    const size = view.getUint16(at + 2)
    const end = at + 2 + size
    if (size < 2 || end > bytes.length) return null
    const segment = bytes.subarray(at, end)
    at = end

    if (marker === SCAN) {
      const dataEnd = endOfScan(bytes, end)
      if (frames === 0 || dataEnd === null) return null
      picture.push(segment, bytes.subarray(end, dataEnd))
      at = dataEnd
      scans += 1
    } else if (isFrame(marker)) {
      picture.push(segment)
      frames += 1
    } else if (TABLES.includes(marker)) picture.push(segment)
    else if (marker === ADOBE && says(segment, "Adobe", ADOBE_BYTES)) picture.push(cut(segment, ADOBE_BYTES))
    else if (marker === JFIF && start.length === 1 && says(segment, "JFIF\0", JFIF_BYTES)) {
      start.push(withoutThumbnail(segment))
    } else if (marker === EXIF && orientation === 1) orientation = orientationOf(segment)
  }
  return null
}

function isStandalone(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd8
}

/** Whether this marker begins a frame header, which contains the picture's size. */
export function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8 && !TABLES.includes(marker)
}

/** Finds the end of a scan's data, in which only restart markers and stuffed bytes follow an 0xff; null if there is none. */
function endOfScan(bytes: Uint8Array, start: number): number | null {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next === undefined) return null
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return null
}

function says(segment: Uint8Array, name: string, bytes: number): boolean {
  return segment.length >= bytes && String.fromCharCode(...segment.subarray(4, 4 + name.length)) === name
}

function cut(segment: Uint8Array, bytes: number): Uint8Array {
  // Uint8Array.from copies; a Buffer's slice() does not.
  const short = Uint8Array.from(segment.subarray(0, bytes))
  new DataView(short.buffer).setUint16(2, bytes - 2)
  return short
}

function withoutThumbnail(segment: Uint8Array): Uint8Array {
  const short = cut(segment, JFIF_BYTES)
  short.fill(0, JFIF_BYTES - 2)
  return short
}
