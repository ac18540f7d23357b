import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { ZipFile } from "yazl"

export interface ZipEntry {
  name: string
  /** The whole file, or its pieces, which are made one by one while others are packed. */
  content: string | Generator<string>
  isStored?: true
}

/** Packs files in this order. Compression runs in other threads, and pieces let other requests go between them. */
export async function zip(entries: readonly ZipEntry[], modifiedAt: Date): Promise<Buffer> {
  const file = new ZipFile()
  const failure = Promise.withResolvers<never>()
  file.on("error", failure.reject)
  for (const { name, content, isStored = false } of entries) {
    // EPUB allows no further fields in the head of its first entry.
    const options = { mtime: modifiedAt, forceDosTimestamp: true, compress: !isStored }
    if (typeof content === "string") file.addBuffer(Buffer.from(content), name, options)
    else {
      file.addReadStreamLazy(name, options, (give) => {
        give(null, Readable.from(content, { highWaterMark: 1 }).on("error", failure.reject))
      })
    }
  }
  file.end()
  return Promise.race([buffer(file.outputStream), failure.promise])
}
