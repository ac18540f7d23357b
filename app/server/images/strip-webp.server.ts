export const WEBP_HEADER_BYTES = 12
const CHUNK_HEADER_BYTES = 8
const FRAME_HEADER_BYTES = 16
/** The extended header's flags for a colour profile, EXIF and XMP. */
const METADATA_FLAGS = 0x20 | 0x08 | 0x04

const PICTURE = ["VP8 ", "VP8L", "ALPH"]

interface Chunk {
  type: string
  data: Uint8Array
}

/** Removes EXIF, XMP, the colour profile, unknown chunks and trailing bytes from a WebP; null if it is incomplete. */
export function stripWebp(bytes: Uint8Array): Uint8Array[] | null {
  const size = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(4, true)
  if (size < 4 || size + 8 > bytes.length) return null
  const chunks = readChunks(bytes.subarray(WEBP_HEADER_BYTES, size + 8))
  if (!chunks) return null

  const kept: Uint8Array[] = []
  let pictures = 0
  for (const [index, { type, data }] of chunks.entries()) {
    if (type === "VP8X") {
      if (index > 0 || data.length < 10) return null
      kept.push(toChunk("VP8X", withoutMetadataFlags(data)))
    } else if (type === "ANIM") kept.push(toChunk(type, data))
    else if (type === "ANMF") {
      const frame = stripFrame(data)
      if (!frame) return null
      kept.push(toChunk(type, frame))
      pictures += 1
    } else if (PICTURE.includes(type)) {
      kept.push(toChunk(type, data))
      if (type !== "ALPH") pictures += 1
    } else if (index === 0) return null
  }
  if (pictures === 0) return null
  const body = Buffer.concat(kept)
  return [toChunk("RIFF", Buffer.concat([Buffer.from("WEBP"), body]))]
}

function stripFrame(frame: Uint8Array): Uint8Array | null {
  const chunks = readChunks(frame.subarray(FRAME_HEADER_BYTES))
  const picture = chunks?.filter(({ type }) => PICTURE.includes(type))
  if (!picture?.some(({ type }) => type !== "ALPH")) return null
  const header = frame.subarray(0, FRAME_HEADER_BYTES)
  return Buffer.concat([header, ...picture.map(({ type, data }) => toChunk(type, data))])
}

/** The chunks of a WebP or of one of its frames; null if one is truncated. */
export function readChunks(bytes: Uint8Array): Chunk[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks: Chunk[] = []
  for (let at = 0; at < bytes.length; ) {
    if (at + CHUNK_HEADER_BYTES > bytes.length) return null
    const size = view.getUint32(at + 4, true)
    const start = at + CHUNK_HEADER_BYTES
    if (start + size > bytes.length) return null
    const type = String.fromCharCode(...bytes.subarray(at, at + 4))
    chunks.push({ type, data: bytes.subarray(start, start + size) })
    at = start + size + (size % 2)
  }
  return chunks
}

function toChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = Buffer.alloc(CHUNK_HEADER_BYTES + data.length + (data.length % 2))
  chunk.write(type, "latin1")
  chunk.writeUInt32LE(data.length, 4)
  chunk.set(data, CHUNK_HEADER_BYTES)
  return chunk
}

function withoutMetadataFlags(data: Uint8Array): Uint8Array {
  const flags = data[0] ?? 0
  return Uint8Array.of(flags & ~METADATA_FLAGS, ...data.subarray(1, 10))
}
