import { createHash } from "node:crypto"
import { TaskQueue } from "#app/server/scan/task-queue.server.ts"
import { drawPreview, type Preview } from "./draw-preview.server.ts"

/** Some 30 kB each. */
const KEPT_PICTURES = 100
const WAITING_MAX = 60

export interface PreviewPicture {
  bytes: Uint8Array<ArrayBuffer>
  etag: string
}

/** By what stands on them, those that were asked for last at the end. */
const pictures = new Map<string, Promise<PreviewPicture | null>>()
// A picture takes two cores some 50 ms, and nobody waits for it in front of a page.
const turns = new TaskQueue(1)
let waiting = 0

/** The picture of a link, drawn once. Null if the font cannot write it; "busy" if too many are being drawn. */
export function previewPicture(preview: Preview): Promise<PreviewPicture | null> | "busy" {
  const key = JSON.stringify(preview)
  const known = pictures.get(key)
  if (!known && waiting >= WAITING_MAX) return "busy"
  const picture = known ?? draw(preview, key)
  pictures.delete(key)
  pictures.set(key, picture)
  const [oldest] = pictures.keys()
  if (pictures.size > KEPT_PICTURES && oldest !== undefined) pictures.delete(oldest)
  return picture
}

async function draw(preview: Preview, key: string): Promise<PreviewPicture | null> {
  waiting += 1
  try {
    const drawn = await turns.run(() => drawPreview(preview))
    if (!drawn) return null
    const bytes = new Uint8Array(drawn)
    return { bytes, etag: `"${createHash("sha256").update(bytes).digest("base64url")}"` }
  } catch (error) {
    pictures.delete(key)
    throw error
  } finally {
    waiting -= 1
  }
}
