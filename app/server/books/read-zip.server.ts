import { crc32 } from "node:zlib"
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl"
import type { ZipFailure } from "#app/domain/forms/library.ts"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"

/** A zip that a stranger packed. Its entries are read one by one, and never beyond the sizes that they announce. */
export class ReadZip {
  #file: ZipFile
  #entries: ReadonlyMap<string, Entry>

  private constructor(file: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#file = file
    this.#entries = entries
  }

  static async open(bytes: Buffer, maxEntries: number): Promise<Outcome<ReadZip, ZipFailure>> {
    const file = await fromBufferPromise(bytes, { lazyEntries: true }).catch(() => null)
    if (!file) return refusal("not-a-zip")
    if (file.entryCount > maxEntries) return refusal("zip-too-large")
    const entries = new Map<string, Entry>()
    try {
      for await (const entry of file.eachEntry()) entries.set(entry.fileName, entry)
    } catch {
      return refusal("zip-broken")
    }
    return success(new ReadZip(file, entries))
  }

  get names(): string[] {
    return [...this.#entries.keys()]
  }

  /** Why these entries may not be read: one is encrypted, or larger than allowed, or all of them together are. */
  findProblem(
    names: readonly string[],
    { each, all }: { each: number; all: number },
  ): "zip-encrypted" | "zip-too-large" | null {
    let bytes = 0
    for (const name of names) {
      const entry = this.#entries.get(name)
      if (entry?.isEncrypted()) return "zip-encrypted"
      const size = entry?.uncompressedSize ?? 0
      bytes += size
      if (size > each || bytes > all) return "zip-too-large"
    }
    return null
  }

  /** The content of an entry; null if there is none of this name, or if it is broken. */
  async read(name: string): Promise<Buffer | null> {
    const entry = this.#entries.get(name)
    if (!entry) return null
    try {
      const pieces: Buffer[] = []
      for await (const piece of await this.#file.openReadStreamPromise(entry)) pieces.push(piece)
      const content = Buffer.concat(pieces)
      return crc32(content) === entry.crc32 ? content : null
    } catch {
      return null
    }
  }
}
