import sharp from "sharp"
import { findImageType } from "#app/domain/image-type.ts"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { AVATAR_MAX_PIXELS, AVATAR_SIDE_PIXELS, hasTooManyPixels } from "#app/domain/profile.ts"

const TIMEOUT_SECONDS = 10

// Every upload is another picture: what libvips remembers of the last one is only memory.
sharp.cache(false)

/**
 * Draws an uploaded picture anew as WebP: upright, at most `AVATAR_SIDE_PIXELS` wide and high, without metadata. Of
 * an animation the first frame counts. None of the uploaded bytes is in the answer. libvips decodes in a thread.
 */
export async function encodeAvatar(
  bytes: Uint8Array,
): Promise<Outcome<Uint8Array, "image-unsupported" | "too-many-pixels">> {
  // libvips also reads SVG, PDF and more, which is more than a picture of a person needs.
  if (!findImageType(bytes)) return refusal("image-unsupported")
  try {
    // The head alone is read here, however much it promises.
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
    // sharp says what is wrong in sentences of its own; for the visitor it is one thing.
    return refusal("image-unsupported")
  }
}
