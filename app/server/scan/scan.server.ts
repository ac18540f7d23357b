import { extname } from "node:path"
import { Worker } from "node:worker_threads"
import type { Scan, Scanned } from "#app/domain/ban/scan.ts"
import type { TextFile } from "#app/domain/reference/text-file.ts"
import type { TextDiff } from "#app/domain/text-diff.ts"
import { describeError, log } from "#app/server/log/log.server.ts"
import { ScanQueue } from "./scan-queue.server.ts"
import { doScanWork, type Found, type ScanJob, type ScanKind } from "./scan-work.server.ts"
import type { TextSketch } from "./text-sketch.server.ts"

/** Texts up to this many UTF-16 units take a few milliseconds at most, so we scan them inline. */
const INLINE_MAX_UNITS = 1_000
const THREAD_HEAP_MAX_MB = 256

// The build puts the worker's file beside the server's under this name (vite.config.ts); elsewhere it is the source.
const EXTENSION = extname(new URL(import.meta.url).pathname)
const FILE = new URL(`./scan-worker.server${EXTENSION}`, import.meta.url)

// The thread needs neither the process's options nor its secrets.
const OPTIONS = { execArgv: [], env: {}, resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MAX_MB } }

/** From so many UTF-16 units on, a text waits for others of its kind, so that nobody with a shorter one waits for it. */
const LONG_FROM_UNITS = 400_000
const SECOND_MS = 1_000
const start = () => new Worker(FILE, OPTIONS)
/** Twenty of the longest texts that are not long may wait, and twenty of the longest, each counted twice for its rating. */
const queue = new ScanQueue(start, { maxWaitingUnits: 8_000_000, timeoutMs: 20 * SECOND_MS })
const longQueue = new ScanQueue(start, { maxWaitingUnits: 40_000_000, timeoutMs: 60 * SECOND_MS })

/**
 * Runs `scanTexts` without blocking other requests: longer texts go to a worker thread. Null if too much is waiting or
 * the thread failed; callers must then refuse the text. `waits` queues regardless of how much is waiting, for
 * generations that we have already admitted.
 */
export async function scan(given: Scan, { waits = false } = {}): Promise<Scanned | null> {
  const units = [...given.texts, given.rated ?? ""].reduce((sum, text) => sum + text.length, 0)
  return findOut({ kind: "scan", given }, { units, waits })
}

/** Runs `readTextFile` like `scan`. */
export async function readFileInThread(file: TextFile): Promise<Found<"file"> | null> {
  return findOut({ kind: "file", given: file }, { units: file.bytes.length, waits: false })
}

/** Runs `sketchText` like `scan`. Queues regardless of how much is waiting, because `scan` has admitted the text. */
export async function sketchInThread(text: string): Promise<TextSketch | null> {
  return findOut({ kind: "sketch", given: text }, { units: text.length, waits: true })
}

/** Runs `isCopyOf` like `sketchInThread`. */
export async function isCopyInThread(text: string, known: TextSketch[]): Promise<boolean | null> {
  return findOut({ kind: "copy", given: { text, known } }, { units: text.length, waits: true })
}

/** Runs `compareTexts` like `scan`. */
export async function compareInThread(before: string, after: string): Promise<TextDiff | null> {
  return findOut(
    { kind: "diff", given: { before, after } },
    { units: before.length + after.length, waits: false },
  )
}

async function findOut<Kind extends ScanKind>(
  job: ScanJob<Kind>,
  { units, waits }: { units: number; waits: boolean },
): Promise<Found<Kind> | null> {
  if (units <= INLINE_MAX_UNITS) return doScanWork(job)
  try {
    return await (units < LONG_FROM_UNITS ? queue : longQueue).run(job, waits ? 0 : units)
  } catch (error) {
    log("error", "a text was not scanned", { kind: job.kind, error: describeError(error) })
    return null
  }
}
