import { findImageType, type ImageExtension } from "../../domain/image-type.ts"

/** The same picture without metadata; null where the bytes are no whole picture of a kind we know. */
export function stripImage(bytes: Uint8Array): { extension: ImageExtension; bytes: Uint8Array } | null {
  const extension = findImageType(bytes)
  return extension && { extension, bytes }
}
