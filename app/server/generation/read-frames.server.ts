import type { GenerationCursor, GenerationSnapshot } from "../../domain/generation.ts"
import type { GenerationEnd, GenerationFrame } from "../../domain/generation-frame.ts"
import type { ActiveGeneration } from "./active-generation.server.ts"

const HEARTBEAT_MS = 15_000

/**
 * A generation as its reader sees it, from a cursor to the last frame. The reader holds an offset,
 * not a queue: whoever reads slowly gets fewer and larger frames. Ends early when the signal aborts.
 */
export async function* readFrames(
  generation: ActiveGeneration,
  from: GenerationCursor | null,
  signal: AbortSignal,
): AsyncGenerator<GenerationFrame, void> {
  let rewindsSeen = generation.rewinds.length
  let offset = firstSafeOffset(generation, from)
  if (from && offset < from.offset) yield { type: "reset", at: offset }

  let planSent = false
  let beatSent = -1
  while (!signal.aborted) {
    generation.lastReadAt = Date.now()
    if (!planSent && generation.plan.length > 0) {
      planSent = true
      yield { type: "plan", beats: generation.plan, title: generation.title }
    }
    if (planSent && generation.beat !== beatSent) {
      beatSent = generation.beat
      yield { type: "beat", index: beatSent }
    }

    // From here to the text there is no pause in which it could be withdrawn unseen.
    const withdrawnTo = Math.min(...generation.rewinds.slice(rewindsSeen))
    rewindsSeen = generation.rewinds.length
    if (withdrawnTo < offset) {
      offset = withdrawnTo
      yield { type: "reset", at: offset }
      continue
    }

    if (generation.text.length > offset) {
      const at = offset
      offset = generation.text.length
      yield { type: "text", at, text: generation.text.slice(at) }
      continue // something may have been written while the reader was busy
    }

    const end = endFrame(generation)
    if (end) {
      yield end
      return
    }

    const waitedFrom = Date.now()
    await generation.waitForFrame(HEARTBEAT_MS, signal)
    if (Date.now() - waitedFrom >= HEARTBEAT_MS && !signal.aborted) yield { type: "heartbeat" }
  }
}

/** The whole of a generation that nobody writes any more, as frames. */
export function* storedFrames(
  snapshot: GenerationSnapshot,
  from: GenerationCursor | null,
): Generator<GenerationFrame, void> {
  // What is stored may be shorter than what a reader of an earlier epoch saw.
  const known = from !== null && from.epoch === snapshot.cursor.epoch
  const offset = known ? Math.min(from.offset, snapshot.text.length) : 0
  if (from && from.offset > offset) yield { type: "reset", at: offset }
  if (snapshot.plan.length > 0) yield { type: "plan", beats: snapshot.plan, title: snapshot.title }
  if (snapshot.text.length > offset) yield { type: "text", at: offset, text: snapshot.text.slice(offset) }
  const end = endFrame(snapshot)
  if (end) yield end
}

function endFrame({ status, failure }: Pick<GenerationSnapshot, "status" | "failure">): GenerationEnd | null {
  if (status === "running") return null
  if (status === "failed") return { type: "failed", failure: failure ?? "internal" }
  return { type: status }
}

/** Beyond this offset a reader may hold text that was withdrawn, or that died with another process. */
function firstSafeOffset(generation: ActiveGeneration, from: GenerationCursor | null): number {
  if (!from || from.epoch > generation.epoch || from.epoch < generation.epoch - 1) return 0
  const takenOverAt = from.epoch === generation.epoch ? Infinity : generation.takenOverAt
  return Math.min(from.offset, generation.text.length, takenOverAt, ...generation.rewinds)
}
