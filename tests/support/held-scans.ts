// Loaded before the app (--import): tells of each job for the scanning thread, and hands it over when it is told to.
import { Worker } from "node:worker_threads"

export interface HeldScan {
  type: "scan-held"
}

export interface GoneScan {
  scan: "go"
}

const held: (() => void)[] = []
const { postMessage } = Worker.prototype

Worker.prototype.postMessage = function (this: Worker, ...given: Parameters<typeof postMessage>) {
  held.push(() => postMessage.apply(this, given))
  process.send?.({ type: "scan-held" } satisfies HeldScan)
}

process.on("message", ({ scan }: Partial<GoneScan>) => {
  if (scan === "go") held.shift()?.()
})
