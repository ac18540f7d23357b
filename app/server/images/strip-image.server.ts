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
  /** Of the whole and of each frame, as their heads say. */
  sizes: Size[]
}

/**
 * The same picture without metadata; null where the bytes are no whole picture of a kind we know.
 * The picture itself is never decoded: every piece of it is passed on as it came.
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
