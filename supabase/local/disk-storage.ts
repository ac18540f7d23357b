import { createHash, randomUUID } from "node:crypto"
import fs from "node:fs/promises"
import { dirname, resolve, sep } from "node:path"
import type { App } from "@supabase/lite"

type StorageAdapter = NonNullable<App["_storageAdapter"]>
type Body = Parameters<StorageAdapter["uploadObject"]>[3]
type Metadata = Awaited<ReturnType<StorageAdapter["headObject"]>>

/** Keeps uploaded files in a folder. Lite documents such an adapter but does not export one. */
export class DiskStorage implements StorageAdapter {
  driver = fs
  #root: string

  constructor(root: string) {
    this.#root = resolve(root)
  }

  async uploadObject(
    bucket: string,
    key: string,
    _version: string | undefined,
    body: Body,
    mimetype: string,
    cacheControl: string,
  ): Promise<Metadata> {
    const file = this.#fileOf(bucket, key)
    const bytes = await readAll(body)
    const eTag = `"${createHash("md5").update(bytes).digest("hex")}"`
    await fs.mkdir(dirname(file), { recursive: true })
    await replaceFile(file, bytes)
    await replaceFile(metadataFileOf(file), JSON.stringify({ mimetype, cacheControl, eTag }))
    return metadataOf(file)
  }

  async getObject(bucket: string, key: string) {
    const file = this.#fileOf(bucket, key)
    return { httpStatusCode: 200, metadata: await metadataOf(file), body: await fs.readFile(file) }
  }

  headObject(bucket: string, key: string): Promise<Metadata> {
    return metadataOf(this.#fileOf(bucket, key))
  }

  async deleteObject(bucket: string, key: string): Promise<void> {
    const file = this.#fileOf(bucket, key)
    await fs.rm(file, { force: true })
    await fs.rm(metadataFileOf(file), { force: true })
  }

  async deleteObjects(bucket: string, keys: string[]): Promise<void> {
    for (const key of keys) await this.deleteObject(bucket, key)
  }

  async copyObject(
    fromBucket: string,
    fromKey: string,
    _version: string | undefined,
    toBucket: string,
    toKey: string,
  ) {
    const from = this.#fileOf(fromBucket, fromKey)
    const to = this.#fileOf(toBucket, toKey)
    await fs.mkdir(dirname(to), { recursive: true })
    await fs.copyFile(from, to)
    await fs.copyFile(metadataFileOf(from), metadataFileOf(to))
    return { ...(await metadataOf(to)), httpStatusCode: 200 }
  }

  async privateAssetUrl(bucket: string, key: string): Promise<string> {
    return `file://${this.#fileOf(bucket, key)}`
  }

  /** Refuses a key that would leave the bucket's folder or hit the metadata file of another one. */
  #fileOf(bucket: string, key: string): string {
    const folder = resolve(this.#root, bucket)
    const file = resolve(folder, key)
    const inside = folder.startsWith(this.#root + sep) && file.startsWith(folder + sep)
    if (!inside || key.includes("\0") || key.includes("~")) throw new Error("refused object key")
    return file
  }
}

// No valid key contains a tilde, so no upload can have this name.
function metadataFileOf(file: string): string {
  return `${file}.~metadata.json`
}

async function metadataOf(file: string): Promise<Metadata> {
  const { size, mtime } = await fs.stat(file)
  const kept = JSON.parse(await fs.readFile(metadataFileOf(file), "utf8"))
  return { ...kept, size, contentLength: size, lastModified: mtime }
}

async function replaceFile(file: string, content: Uint8Array | string): Promise<void> {
  const fresh = `${file}.~${randomUUID()}`
  await fs.writeFile(fresh, content)
  await fs.rename(fresh, file)
}

async function readAll(body: Body): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return body
  const pieces: Uint8Array[] = []
  for await (const piece of body as ReadableStream<Uint8Array>) pieces.push(piece)
  return Buffer.concat(pieces)
}
