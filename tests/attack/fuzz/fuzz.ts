import { connect } from "node:net"
import { Dice } from "../../faults/dice.ts"
import { askProbe } from "../../support/ask-probe.ts"
import { ask } from "../../support/http-request.ts"
import type { OwnApp } from "../../support/own-app.ts"
import { type BadRequest, badRequest, type Surroundings } from "./bad-request.ts"

export interface FuzzResult {
  tried: number
  held: number
  /** Answers by status; 0 stands for a connection that was closed without one. */
  statuses: Record<string, number>
  /** By what is wrong with a request: how many were tried and how many were held. */
  kinds: Record<string, { tried: number; held: number }>
  routes: number
  failures: { kind: string; reason: string; request: string }[]
  /** After a forced collection: at the first tenth, at half and at the end. */
  memory: { rssMb: number; heapMb: number }[]
}

const AT_ONCE = 12
const MEASURES = [0.1, 0.55, 1]
const MIB = 1_024 * 1_024
/** A complete request is answered long before this. */
const PATIENCE_MS = 60_000
const ANSWER_MAX_BYTES = 2 * MIB
const SHOWN_CHARS = 600
/** Stack frames, and the places of files on this machine. */
const INTERNALS = /\n\s+at \S|\bat \S+ \((?:file|node|\/)|node_modules|build\/server|\/server\.ts:\d/
const CLOSED = 0

/** Memory after a forced collection may grow by this much from half of a run to its end. */
export const MEMORY_MAX_GROWTH_MB = { rss: 100, heap: 10 }
/** In a shorter run the resident memory has not levelled off, so only the heap is judged. */
const LEVEL_FROM_REQUESTS = 5_000

/**
 * Sends this many bad requests and tells which were held. The same seed and surroundings give the same requests.
 */
export async function runFuzz(
  app: OwnApp,
  around: Surroundings,
  { seed, requests }: { seed: number; requests: number },
): Promise<FuzzResult> {
  const dice = new Dice(seed)
  const result: FuzzResult = {
    tried: 0,
    held: 0,
    statuses: {},
    kinds: {},
    routes: 0,
    failures: [],
    memory: [],
  }
  const routes = new Set<string>()
  for (const share of MEASURES) {
    const until = Math.round(requests * share)
    const send = async () => {
      while (result.tried < until) {
        result.tried += 1
        const request = badRequest(dice, around)
        routes.add(`${request.method} ${request.route}`)
        note(result, request, await exchange(app.origin, request))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, send))
    result.memory.push(await measure(app))
  }
  return { ...result, routes: routes.size }
}

/** True when all requests were held, the memory is flat, and the same process still answers as before. */
export async function isHeld(app: OwnApp, { tried, held, memory }: FuzzResult): Promise<boolean> {
  const [, half, end] = memory
  if (!half || !end) return false
  const isLevel = tried < LEVEL_FROM_REQUESTS || end.rssMb - half.rssMb <= MEMORY_MAX_GROWTH_MB.rss
  const isFlat = isLevel && end.heapMb - half.heapMb <= MEMORY_MAX_GROWTH_MB.heap
  const page = await ask(app.origin)
  const isAlive = app.child.exitCode === null && page.status === 200 && page.body.endsWith("</html>")
  return held === tried && isFlat && isAlive
}

interface Exchange {
  status: number
  body: string
  isStuck: boolean
}

/** Says why an answer shows that a request was not held; null where it was. */
export function failureOf({ status, body, isStuck }: Exchange, mayClose = false): string | null {
  if (isStuck) return "no answer"
  if (status === CLOSED && !mayClose) return "closed without an answer"
  if (status >= 500) return `status ${status}`
  const internals = INTERNALS.exec(body)?.[0]
  return internals ? `internals: ${internals}` : null
}

function note(result: FuzzResult, request: BadRequest, answer: Exchange): void {
  const { status } = answer
  const reason = failureOf(answer, request.isUnfinished)
  const kind = result.kinds[request.kind] ?? { tried: 0, held: 0 }
  result.kinds[request.kind] = kind
  result.statuses[status] = (result.statuses[status] ?? 0) + 1
  kind.tried += 1
  if (reason === null) {
    kind.held += 1
    result.held += 1
  } else {
    const shown = request.bytes.subarray(0, SHOWN_CHARS).toString("latin1")
    result.failures.push({ kind: request.kind, reason, request: shown })
  }
}

/** Writes the bytes and reads the answer until the server closes the connection. */
function exchange(origin: string, { bytes, isUnfinished }: BadRequest): Promise<Exchange> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(origin).port), "localhost")
    let answer = ""
    let isStuck = false
    const patience = setTimeout(() => {
      isStuck = true
      socket.destroy()
    }, PATIENCE_MS)
    socket.on("data", (piece) => {
      if (answer.length < ANSWER_MAX_BYTES) answer += piece.toString("latin1")
    })
    socket.on("error", () => {}) // A server that refuses a request may reset the connection while it is still being sent.
    socket.on("close", () => {
      clearTimeout(patience)
      // A 100 only says that the body may come.
      const status = /(?:^|\r\n\r\n)HTTP\/1\.1 ([2-5]\d\d)/.exec(answer)?.[1] ?? CLOSED
      resolve({ status: Number(status), body: answer, isStuck })
    })
    socket.on("connect", () => (isUnfinished ? socket.end(bytes) : socket.write(bytes)))
  })
}

async function measure({ child }: OwnApp): Promise<{ rssMb: number; heapMb: number }> {
  const { rss, heapUsed } = await askProbe(child)
  return { rssMb: Math.round(rss / MIB), heapMb: Math.round(heapUsed / MIB) }
}
