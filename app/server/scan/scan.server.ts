import { extname } from "node:path"
import { Worker } from "node:worker_threads"
import { type Scan, type Scanned, scanTexts } from "#app/domain/ban/scan.ts"
import { describeError, log } from "#app/server/log/log.server.ts"
import { ScanQueue } from "./scan-queue.server.ts"

/** At most a few milliseconds, whatever they hold; more than this goes to the thread. In UTF-16 units. */
const INLINE_MAX_UNITS = 1_000
const THREAD_HEAP_MAX_MB = 256

// The build puts the thread's file beside the server's and names it so (vite.config.ts); elsewhere it is the source.
const EXTENSION = extname(new URL(import.meta.url).pathname)
const FILE = new URL(`./scan-worker.server${EXTENSION}`, import.meta.url)

// It needs none of the process's options, and none of its secrets.
const OPTIONS = { execArgv: [], env: {}, resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MAX_MB } }

const queue = new ScanQueue(() => new Worker(FILE, OPTIONS))

/**
 * What `scanTexts` finds out, without holding up other requests: long texts are looked at in a thread of their
 * own. Null where it could not be found out: too much is waiting, or the thread failed. Nothing passes unseen.
 * `waits`: for one that has been let in before, and takes its turn however much is waiting.
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
