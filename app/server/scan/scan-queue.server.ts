import type { Worker } from "node:worker_threads"
import type { Found, ScanJob, ScanKind } from "./scan-work.server.ts"

interface Job {
  work: ScanJob
  units: number
  resolve(found: unknown): void
  reject(error: unknown): void
}

interface Bounds {
  /** How much text may wait, in UTF-16 units: about twenty of the longest novels. */
  maxWaitingUnits: number
  /** After this time a scan fails and its thread is terminated. */
  timeoutMs: number
}

const BOUNDS: Bounds = { maxWaitingUnits: 8_000_000, timeoutMs: 20_000 }

/**
 * Runs scans one after another in a worker thread that starts with the first one. If the thread dies, its scan
 * fails and the next one gets a new thread.
 */
export class ScanQueue {
  readonly #start: () => Worker
  readonly #bounds: Bounds
  #worker: Worker | null = null
  #running: Job | null = null
  #waiting: Job[] = []
  #waitingUnits = 0
  #timeout: NodeJS.Timeout | undefined

  constructor(start: () => Worker, bounds: Bounds = BOUNDS) {
    this.#start = start
    this.#bounds = bounds
  }

  /** Runs a job on `units` of text, which count against `maxWaitingUnits`. Rejects if too much is waiting or its thread dies or times out. */
  run<Kind extends ScanKind>(work: ScanJob<Kind>, units: number): Promise<Found<Kind>> {
    if (this.#waitingUnits + units > this.#bounds.maxWaitingUnits) {
      return Promise.reject(new Error("too many scans are waiting"))
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work, units, resolve: (found) => resolve(found as Found<Kind>), reject })
      this.#waitingUnits += units
      this.#next()
    })
  }

  #next(): void {
    if (this.#running) return
    const job = this.#waiting.shift()
    // An idle thread must not keep the process alive.
    if (!job) this.#worker?.unref()
    if (!job) return
    this.#waitingUnits -= job.units
    this.#running = job
    try {
      this.#hand(job.work, this.#worker ?? this.#begin())
    } catch (error) {
      this.#settle(({ reject }) => reject(error))
    }
  }

  #hand(work: ScanJob, worker: Worker): void {
    const giveUp = () => this.#fail(worker, new Error("a scan took too long"))
    this.#timeout = setTimeout(giveUp, this.#bounds.timeoutMs)
    worker.ref()
    worker.postMessage(work)
  }

  #begin(): Worker {
    const worker = this.#start()
    this.#worker = worker
    worker.on("message", (found: unknown) => {
      if (worker === this.#worker) this.#settle((job) => job.resolve(found))
    })
    worker.on("error", (error: Error) => this.#fail(worker, error))
    worker.on("exit", () => this.#fail(worker, new Error("the scanning thread ended")))
    return worker
  }

  #fail(worker: Worker, error: Error): void {
    if (worker !== this.#worker) return
    this.#worker = null
    void worker.terminate()
    this.#settle((job) => job.reject(error))
  }

  #settle(answer: (job: Job) => void): void {
    clearTimeout(this.#timeout)
    const job = this.#running
    this.#running = null
    if (job) answer(job)
    this.#next()
  }
}
