// The upstream of the load rows, in its own thread.
import { parentPort, workerData } from "node:worker_threads"
import { Marks, PROBE_STORIES } from "./marks.ts"
import { type Pace, PacedUpstream } from "./upstream.ts"

const { marks, steady } = workerData as { marks: SharedArrayBuffer; steady: Pace }

const upstream = await PacedUpstream.start((story, call) => {
  if (story < PROBE_STORIES.from) return steady
  // A probe is read up to its first token, so its story is short.
  return call === 0 ? { ...steady, tokens: 2 } : null
}, new Marks(marks))
parentPort?.postMessage(upstream.port)
