import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { AVATAR_MAX_PIXELS, AVATAR_SIDE_PIXELS, hasTooManyPixels } from "#app/domain/profile.ts"
import { sharp } from "./sharp.server.ts"

const TIMEOUT_SECONDS = 10

/** How a file of each allowed format begins, as Latin-1. Without them libvips would also decode a stranger's SVG. */
const SIGNATURES = ["\x89PNG\r\n\x1A\n", "\xFF\xD8\xFF", "RIFFWEBP", "GIF87a", "GIF89a"]
const RIFF = "RIFF"
const RIFF_LENGTH_BYTES = 4
const SIGNATURE_BYTES = 12

/**
 * Re-encodes an uploaded picture as WebP: upright, at most `AVATAR_SIDE_PIXELS` wide and high, without metadata. Keeps
 * only the first frame of an animation. No uploaded byte reaches the result. libvips decodes in a thread.
 */
export async function encodeAvatar(
  bytes: Uint8Array,
): Promise<Outcome<Uint8Array, "image-unsupported" | "too-many-pixels">> {
  if (!hasSignature(bytes)) return refusal("image-unsupported")
  try {
    // This reads only the header, whatever size it states.
    const promised = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (hasTooManyPixels(promised)) return refusal("too-many-pixels")
    const drawn = await sharp(bytes, { limitInputPixels: AVATAR_MAX_PIXELS })
      .autoOrient()
      .resize(AVATAR_SIDE_PIXELS, AVATAR_SIDE_PIXELS, { fit: "inside", withoutEnlargement: true })
      .webp()
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toBuffer()
    return success(drawn)
  } catch {
    // sharp's errors differ only in their messages; to the visitor they all mean the same.
    return refusal("image-unsupported")
  }
}

function hasSignature(bytes: Uint8Array): boolean {
  const beginning = Buffer.from(bytes.subarray(0, SIGNATURE_BYTES)).toString("latin1")
  const name = beginning.startsWith(RIFF)
    ? RIFF + beginning.slice(RIFF.length + RIFF_LENGTH_BYTES)
    : beginning
  return SIGNATURES.some((signature) => name.startsWith(signature))
}
