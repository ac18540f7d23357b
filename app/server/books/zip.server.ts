import { PassThrough, Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { finished } from "node:stream/promises"
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

/** An entry of a zip that leaves while it is made. */
export interface StreamedEntry {
  name: string
  content: string
  modifiedAt: Date
}

/**
 * Packs entries while they come, and asks for the next one only once somebody has taken the one before. An error of
 * theirs breaks the stream, so that nobody takes a part for the whole; whoever stops reading stops them.
 */
export function zipStream(entries: AsyncIterable<StreamedEntry>): Readable {
  const file = new ZipFile()
  const output = new PassThrough()
  let content: PassThrough | undefined
  file.on("error", (error) => output.destroy(error))
  // Web streams stop listening before they destroy what they read from.
  output.on("error", () => {})
  output.once("close", () => content?.destroy())
  file.outputStream.pipe(output)
  void pack()
  return output

  async function pack(): Promise<void> {
    try {
      for await (const { name, content: text, modifiedAt } of entries) {
        if (output.destroyed) return
        // yazl holds every stream to the end, and one made from a list would hold its text.
        content = new PassThrough().end(Buffer.from(text))
        file.addReadStream(content, name, { mtime: modifiedAt, forceDosTimestamp: true })
        await finished(content)
      }
      file.end()
    } catch (error) {
      output.destroy(error as Error)
    }
  }
}
