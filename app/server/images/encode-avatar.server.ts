import sharp from "sharp"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { AVATAR_MAX_PIXELS, AVATAR_SIDE_PIXELS, hasTooManyPixels } from "#app/domain/profile.ts"

const TIMEOUT_SECONDS = 10

// libvips also decodes SVG, TIFF and other formats, which an avatar does not need.
sharp.block({ operation: ["VipsForeignLoad"] })
sharp.unblock({
  operation: ["Png", "Jpeg", "Webp", "Nsgif"].map((format) => `VipsForeignLoad${format}`),
})

// Every upload is a different picture, so libvips' cache would only use memory.
sharp.cache(false)

/**
 * Re-encodes an uploaded picture as WebP: upright, at most `AVATAR_SIDE_PIXELS` wide and high, without metadata. Keeps
 * only the first frame of an animation. No uploaded byte reaches the result. libvips decodes in a thread.
 */
export async function encodeAvatar(
  bytes: Uint8Array,
): Promise<Outcome<Uint8Array, "image-unsupported" | "too-many-pixels">> {
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
