import { extname } from "node:path"
import { Worker } from "node:worker_threads"
import type { Scan, Scanned } from "#app/domain/ban/scan.ts"
import { describeError, log } from "#app/server/log/log.server.ts"
import type { TextSketch } from "#app/server/novels/text-sketch.server.ts"
import { ScanQueue } from "./scan-queue.server.ts"
import { doScanWork, type Found, type ScanJob, type ScanKind } from "./scan-work.server.ts"

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
export async function scan(given: Scan, { waits = false } = {}): Promise<Scanned | null> {
  const units = [...given.texts, given.rated ?? ""].reduce((sum, text) => sum + text.length, 0)
  return findOut({ kind: "scan", given }, { units, waits })
}

/** What `sketchText` makes of a text that has been scanned and so takes its turn, in the same way. */
export async function sketchInThread(text: string): Promise<TextSketch | null> {
  return findOut({ kind: "sketch", given: text }, { units: text.length, waits: true })
}

/** What `isCopyOf` says of such a text, in the same way. */
export async function isCopyInThread(text: string, known: TextSketch[]): Promise<boolean | null> {
  return findOut({ kind: "copy", given: { text, known } }, { units: text.length, waits: true })
}

async function findOut<Kind extends ScanKind>(
  job: ScanJob<Kind>,
  { units, waits }: { units: number; waits: boolean },
): Promise<Found<Kind> | null> {
  if (units <= INLINE_MAX_UNITS) return doScanWork(job)
  try {
    return await queue.run(job, waits ? 0 : units)
  } catch (error) {
    log("error", "a text was not scanned", { kind: job.kind, error: describeError(error) })
    return null
  }
}
