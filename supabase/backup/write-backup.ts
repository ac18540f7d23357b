import { createHash } from "node:crypto"
import { PassThrough, type Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { StorageApiError, type SupabaseClient } from "@supabase/supabase-js"
import { ZipFile } from "yazl"
import {
  type BackedUpFile,
  type BackedUpTable,
  type BackendKind,
  FORMAT,
  fileEntry,
  KEYS_ENTRY,
  MANIFEST_ENTRY,
  type Manifest,
  tableEntry,
} from "./manifest.ts"
import type { Outline, StoredObject, TableContent } from "./tables.ts"

const LINE_END = 0x0a
/** What the storage says in its body, whatever the status of the answer. */
const NOT_FOUND = "404"

export interface BackupSource {
  backend: BackendKind
  outline: Outline
  tables: AsyncIterable<TableContent> | Iterable<TableContent>
  storage: SupabaseClient["storage"]
  /** The text of keys.json; null at a hosted project. */
  keys: string | null
}

/**
 * Packs a backup while it is read. The manifest comes last; an error breaks the stream before it, so that nobody
 * takes a part for the whole.
 */
export function writeBackup(source: BackupSource): Readable {
  const zip = new ZipFile()
  const output = new PassThrough()
  zip.on("error", (error) => output.destroy(error))
  // Listens also when whoever reads has gone already.
  output.on("error", () => {})
  zip.outputStream.pipe(output)
  void pack(zip, source).catch((error) => output.destroy(error))
  return output
}

async function pack(zip: ZipFile, { backend, outline, tables, storage, keys }: BackupSource): Promise<void> {
  const packed: BackedUpTable[] = []
  for await (const { name, columns, content } of tables) {
    const { lines, sha256 } = await add(zip, tableEntry({ name }), content)
    packed.push({ name, columns, rows: lines, sha256 })
  }
  const files: BackedUpFile[] = []
  for (const object of outline.objects) {
    const content = await readFile(storage, object)
    // Deleted since its row was read.
    if (!content) continue
    const { bucket, path, cacheSeconds } = object
    const { sha256 } = await add(zip, fileEntry(object), [content])
    files.push({ bucket, path, type: object.type ?? "application/octet-stream", cacheSeconds, sha256 })
  }
  const manifest: Manifest = {
    ...FORMAT,
    backend,
    madeAt: new Date().toISOString(),
    migrations: outline.migrations,
    tables: packed,
    sequences: outline.sequences,
    files,
    keys: keys && (await add(zip, KEYS_ENTRY, [Buffer.from(keys)])).sha256,
  }
  zip.addBuffer(Buffer.from(JSON.stringify(manifest, null, 2)), MANIFEST_ENTRY)
  zip.end()
}

async function add(
  zip: ZipFile,
  name: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<{ lines: number; sha256: string }> {
  const hash = createHash("sha256")
  let lines = 0
  const entry = new PassThrough()
  zip.addReadStream(entry, name)
  await pipeline(async function* () {
    for await (const piece of content) {
      hash.update(piece)
      lines += piece.reduce((count, byte) => count + Number(byte === LINE_END), 0)
      yield piece
    }
  }, entry)
  return { lines, sha256: hash.digest("hex") }
}

async function readFile(
  storage: SupabaseClient["storage"],
  { bucket, path }: StoredObject,
): Promise<Uint8Array | null> {
  const { data, error } = await storage.from(bucket).download(path)
  if (data) return data.bytes()
  if (error instanceof StorageApiError && error.statusCode === NOT_FOUND) return null
  throw error
}
