import { extname } from "node:path"
import { Worker } from "node:worker_threads"
import { type Scan, type Scanned, scanTexts } from "#app/domain/ban/scan.ts"
import { describeError, log } from "#app/server/log/log.server.ts"
import { ScanQueue } from "./scan-queue.server.ts"

/** Texts up to this many UTF-16 units take a few milliseconds at most, so we scan them inline. */
const INLINE_MAX_UNITS = 1_000
const THREAD_HEAP_MAX_MB = 256

// The build puts the worker's file beside the server's under this name (vite.config.ts); elsewhere it is the source.
const EXTENSION = extname(new URL(import.meta.url).pathname)
const FILE = new URL(`./scan-worker.server${EXTENSION}`, import.meta.url)

// The thread needs neither the process's options nor its secrets.
const OPTIONS = { execArgv: [], env: {}, resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MAX_MB } }

const queue = new ScanQueue(() => new Worker(FILE, OPTIONS))

/**
 * Runs `scanTexts` without blocking other requests: long texts go to a worker thread. Null if too much is waiting or
 * the thread failed; callers must then refuse the text. `waits` queues regardless of how much is waiting, for
 * generations that we have already admitted.
 */
export async function scan(work: Scan, { waits = false } = {}): Promise<Scanned | null> {
  if (unitsOf(work) <= INLINE_MAX_UNITS) return scanTexts(work)
  try {
    return await queue.run(work, waits ? 0 : unitsOf(work))
  } catch (error) {
    log("error", "a text was not scanned", { error: describeError(error) })
    return null
  }
}

function unitsOf({ texts, rated }: Scan): number {
  return [...texts, rated ?? ""].reduce((units, text) => units + text.length, 0)
}
