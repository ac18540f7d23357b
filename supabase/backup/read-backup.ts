import { createHash } from "node:crypto"
import { buffer } from "node:stream/consumers"
import { crc32 } from "node:zlib"
import { type Entry, openPromise, type ZipFile } from "yauzl"
import {
  fileEntry,
  KEYS_ENTRY,
  MANIFEST_ENTRY,
  type Manifest,
  manifestSchema,
  tableEntry,
} from "./manifest.ts"

/** Why a file is no backup that this code can restore. */
export type BackupProblem = "not-a-backup" | "newer-format" | "damaged"

/** A backup whose every byte was compared with its manifest. */
export class Backup {
  readonly manifest: Manifest
  #zip: ZipFile
  #entries: ReadonlyMap<string, Entry>

  private constructor(manifest: Manifest, zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.manifest = manifest
    this.#zip = zip
    this.#entries = entries
  }

  /** Opens a file and reads all of it once. Throws where the file itself cannot be read. */
  static async open(path: string): Promise<Backup | BackupProblem> {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code) throw error
        return null
      },
    )
    if (!zip) return "not-a-backup"
    const opened = await Backup.#read(zip)
    if (typeof opened === "string") zip.close()
    return opened
  }

  static async #read(zip: ZipFile): Promise<Backup | BackupProblem> {
    const entries = new Map<string, Entry>()
    try {
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
    } catch {
      return "damaged"
    }
    const manifest = await readManifest(zip, entries)
    if (typeof manifest === "string") return manifest
    const backup = new Backup(manifest, zip, entries)
    return (await backup.#isWhole()) ? backup : "damaged"
  }

  /** The content of an entry, in pieces. */
  async *content(name: string): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(name)
    if (!entry) throw new Error(`the backup has no ${name}`)
    yield* await this.#zip.openReadStreamPromise(entry)
  }

  close(): void {
    this.#zip.close()
  }

  async #isWhole(): Promise<boolean> {
    const { tables, files, keys } = this.manifest
    const sums = new Map([
      ...tables.map((table) => [tableEntry(table), table.sha256] as const),
      ...files.map((file) => [fileEntry(file), file.sha256] as const),
      ...(keys === null ? [] : [[KEYS_ENTRY, keys] as const]),
    ])
    if (this.#entries.size !== sums.size + 1) return false
    try {
      for (const [name, sum] of sums) {
        const hash = createHash("sha256")
        for await (const piece of this.content(name)) hash.update(piece)
        if (hash.digest("hex") !== sum) return false
      }
      return true
    } catch {
      // An entry that is missing, or whose compressed bytes are none.
      return false
    }
  }
}

async function readManifest(
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
): Promise<Manifest | BackupProblem> {
  const entry = entries.get(MANIFEST_ENTRY)
  if (!entry) return "not-a-backup"
  try {
    const text = await buffer(await zip.openReadStreamPromise(entry))
    if (crc32(text) !== entry.crc32) return "damaged"
    const told = JSON.parse(text.toString())
    if (told.format === "luobi-backup" && told.version > manifestSchema.shape.version.value)
      return "newer-format"
    return manifestSchema.safeParse(told).data ?? "not-a-backup"
  } catch {
    return "damaged"
  }
}
