// Loaded before a measured process (--import): reports on request what the process uses after a forced
// collection, or its processor time alone. The second after a collection takes up to twice the time, because V8 also
// drops compiled code.
import { queryObjects } from "node:v8"

export interface Probe {
  /** Processor time since the process began. */
  cpuMs: number
  rss: number
  heapUsed: number
  /** Live objects and the buffers that they hold. */
  live: number
  /** How many AbortControllers something still holds. */
  controllers: number
  streams: number
}

export type ProbeRequest = { probe: "usage" | "living" | "time" } | { probe: "clock"; forwardMs: number }

const dateNow = Date.now
/** Processor time of the forced collections, which are not part of the measured work. */
let collectingMs = 0

process.on("message", (message: ProbeRequest) => {
  if (!message.probe) return
  if (message.probe === "clock") {
    const { forwardMs } = message
    Date.now = () => dateNow() + forwardMs
    return
  }
  const cpuMs = processorMs() - collectingMs
  const from = processorMs()
  if (message.probe !== "time") globalThis.gc?.()
  collectingMs += processorMs() - from
  const isLiving = message.probe === "living"
  const { rss, heapUsed, external } = process.memoryUsage()
  process.send?.({
    type: "probe",
    cpuMs,
    rss,
    heapUsed,
    live: heapUsed + external,
    controllers: isLiving ? countOf(AbortController) : 0,
    streams: isLiving ? countOf(ReadableStream) : 0,
  })
})

function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

function countOf(kind: object): number {
  return Number(queryObjects(kind as never, { format: "count" }))
}
