import { findImageType, type ImageExtension } from "#app/domain/image-type.ts"
import { type Size, sizesIn } from "./image-pixels.server.ts"
import { stripGif } from "./strip-gif.server.ts"
import { stripJpeg } from "./strip-jpeg.server.ts"
import { stripPng } from "./strip-png.server.ts"
import { stripWebp } from "./strip-webp.server.ts"

const STRIP: Record<ImageExtension, (bytes: Uint8Array) => Uint8Array[] | null> = {
  png: stripPng,
  jpg: stripJpeg,
  webp: stripWebp,
  gif: stripGif,
}

interface StrippedImage {
  extension: ImageExtension
  bytes: Uint8Array
  /** The sizes of the whole and of each frame, according to their headers. */
  sizes: Size[]
}

/**
 * Removes a picture's metadata; null if the bytes are not a complete picture of a supported type.
 * Never decodes the picture: the remaining pieces stay as they are.
 */
export function stripImage(bytes: Uint8Array): StrippedImage | null {
  const extension = findImageType(bytes)
  const pieces = extension && STRIP[extension](bytes)
  return (
    pieces && {
      extension,
      bytes: new Uint8Array(Buffer.concat(pieces)),
      sizes: sizesIn(extension, pieces),
    }
  )
}
