import type { Worker } from "node:worker_threads"
import type { Found, ScanJob, ScanKind } from "./scan-work.server.ts"
import { TaskQueue } from "./task-queue.server.ts"

interface Bounds {
  /** How much text may wait, in UTF-16 units. */
  maxWaitingUnits: number
  /** After this time a scan fails and its thread is terminated. */
  timeoutMs: number
}

/**
 * Runs scans one after another in a worker thread that starts with the first one. If the thread dies, its scan
 * fails and the next one gets a new thread.
 */
export class ScanQueue {
  readonly #start: () => Worker
  readonly #bounds: Bounds
  readonly #turns = new TaskQueue(1)
  #worker: Worker | null = null
  #answer: PromiseWithResolvers<unknown> | null = null
  #waitingUnits = 0

  constructor(start: () => Worker, bounds: Bounds) {
    this.#start = start
    this.#bounds = bounds
  }

  /** Runs a job on `units` of text, which count against `maxWaitingUnits`. Rejects if too much is waiting or its thread dies or times out. */
  async run<Kind extends ScanKind>(work: ScanJob<Kind>, units: number): Promise<Found<Kind>> {
    if (this.#waitingUnits + units > this.#bounds.maxWaitingUnits) {
      throw new Error("too many scans are waiting")
    }
    this.#waitingUnits += units
    const found = await this.#turns.run(() => {
      this.#waitingUnits -= units
      return this.#hand(work)
    })
    return found as Found<Kind>
  }

  async #hand(work: ScanJob): Promise<unknown> {
    const worker = this.#worker ?? this.#begin()
    const answer = Promise.withResolvers<unknown>()
    this.#answer = answer
    const giveUp = () => this.#fail(worker, new Error("a scan took too long"))
    const timeout = setTimeout(giveUp, this.#bounds.timeoutMs)
    worker.ref()
    try {
      worker.postMessage(work)
      return await answer.promise
    } finally {
      clearTimeout(timeout)
      this.#answer = null
      // An idle thread must not keep the process alive.
      worker.unref()
    }
  }

  #begin(): Worker {
    const worker = this.#start()
    this.#worker = worker
    worker.on("message", (found: unknown) => {
      if (worker === this.#worker) this.#answer?.resolve(found)
    })
    worker.on("error", (error: Error) => this.#fail(worker, error))
    worker.on("exit", () => this.#fail(worker, new Error("the scanning thread ended")))
    return worker
  }

  #fail(worker: Worker, error: Error): void {
    if (worker !== this.#worker) return
    this.#worker = null
    void worker.terminate()
    this.#answer?.reject(error)
  }
}
