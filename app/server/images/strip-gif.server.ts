const HEADER_BYTES = 13
const EXTENSION = 0x21
const IMAGE = 0x2c
const END = 0x3b
const GRAPHIC_CONTROL = 0xf9
const APPLICATION = 0xff
const IMAGE_BYTES = 10
/** The application extensions that we keep: they say how often the animation repeats. */
const LOOPS = ["NETSCAPE2.0", "ANIMEXTS1.0"]

/** Removes comments, texts, XMP and trailing bytes from a GIF; null if the file is incomplete. */
export function stripGif(bytes: Uint8Array): Uint8Array[] | null {
  const start = HEADER_BYTES + colourTableBytes(bytes[10] ?? 0)
  const kept: Uint8Array[] = [bytes.subarray(0, start)]
  /** Describes how to show the next block, so we keep it only with that block. */
  let control: Uint8Array[] = []
  let images = 0

  for (let at = start; at < bytes.length; ) {
    const block = bytes[at]
    if (block === END) return images > 0 ? [...kept, bytes.subarray(at, at + 1)] : null
    if (block !== EXTENSION && block !== IMAGE) return null

    const data = block === IMAGE ? at + IMAGE_BYTES + colourTableBytes(bytes[at + 9] ?? 0) + 1 : at + 2
    const end = endOfSubBlocks(bytes, data)
    if (end === null) return null
    const whole = bytes.subarray(at, end)
    const label = bytes[at + 1]
    if (block === IMAGE) {
      kept.push(...control, whole)
      control = []
      images += 1
    } else if (label === GRAPHIC_CONTROL) control = [whole]
    else if (label === APPLICATION && isLoop(whole)) kept.push(whole)
    else if (label !== APPLICATION && label !== 0xfe) control = []
    at = end
  }
  return null
}

function colourTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

function endOfSubBlocks(bytes: Uint8Array, start: number): number | null {
  for (let at = start; at < bytes.length; ) {
    const size = bytes[at] ?? 0
    at += 1 + size
    if (size === 0) return at
  }
  return null
}

/** Whether an application extension is a loop count: a label of 11 letters, then one sub-block of three bytes. */
function isLoop(extension: Uint8Array): boolean {
  const name = String.fromCharCode(...extension.subarray(3, 14))
  return extension[2] === 11 && LOOPS.includes(name) && extension.length === 19 && extension[14] === 3
}
