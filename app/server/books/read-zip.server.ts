import { buffer } from "node:stream/consumers"
import { crc32 } from "node:zlib"
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"

export type ZipFailure = "not-a-zip" | "zip-broken" | "zip-encrypted" | "zip-too-large"

interface ZipLimits {
  entries: number
  /** All that is read of it, unpacked. */
  bytes: number
}

/**
 * A zip that a stranger packed: its entries are read one by one by their names, and nothing is unpacked beyond the
 * limits, whatever it says of its sizes.
 */
export class ReadZip {
  #file: ZipFile
  #entries: ReadonlyMap<string, Entry>
  #bytesLeft: number

  private constructor(file: ZipFile, entries: ReadonlyMap<string, Entry>, bytes: number) {
    this.#file = file
    this.#entries = entries
    this.#bytesLeft = bytes
  }

  static async open(bytes: Buffer, limits: ZipLimits): Promise<Outcome<ReadZip, ZipFailure>> {
    const file = await fromBufferPromise(bytes, { lazyEntries: true }).catch(() => null)
    if (!file) return refusal("not-a-zip")
    if (file.entryCount > limits.entries) return refusal("zip-too-large")
    const entries = new Map<string, Entry>()
    try {
      for await (const entry of file.eachEntry()) entries.set(entry.fileName, entry)
    } catch {
      return refusal("zip-broken")
    }
    return success(new ReadZip(file, entries, limits.bytes))
  }

  get names(): string[] {
    return [...this.#entries.keys()]
  }

  /** Reads an entry of at most this size; null if there is none of this name. */
  async read(name: string, maxBytes: number): Promise<Outcome<Buffer | null, ZipFailure>> {
    const entry = this.#entries.get(name)
    if (!entry) return success(null)
    if (entry.isEncrypted()) return refusal("zip-encrypted")
    if (entry.uncompressedSize > Math.min(maxBytes, this.#bytesLeft)) return refusal("zip-too-large")
    this.#bytesLeft -= entry.uncompressedSize
    try {
      // It fails as soon as more comes than the entry announced.
      const content = await buffer(await this.#file.openReadStreamPromise(entry))
      return crc32(content) === entry.crc32 ? success(content) : refusal("zip-broken")
    } catch {
      return refusal("zip-broken")
    }
  }
}
