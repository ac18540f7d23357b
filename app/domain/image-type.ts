export const IMAGE_TYPES = {
  png: "image/png",
  jpg: "image/jpeg",
  webp: "image/webp",
  gif: "image/gif",
} as const
export type ImageExtension = keyof typeof IMAGE_TYPES

/** Detects an image's type by its first 12 bytes, ignoring its name and stated media type; null if it is none of ours. */
export function findImageType(bytes: Uint8Array): ImageExtension | null {
  const start = String.fromCharCode(...bytes.subarray(0, 12))
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "png"
  if (start.startsWith("\xff\xd8\xff")) return "jpg"
  if (start.startsWith("GIF87a") || start.startsWith("GIF89a")) return "gif"
  if (start.startsWith("RIFF") && start.slice(8) === "WEBP") return "webp"
  return null
}
