import {
  commonLines,
  type GenerationCursor,
  type GenerationSnapshot,
  type PlanLine,
} from "#app/domain/generation.ts"
import type { GenerationEnd, GenerationFrame } from "#app/domain/generation-frame.ts"
import type { ActiveGeneration } from "./active-generation.server.ts"

const HEARTBEAT_MS = 15_000
const SECOND_MS = 1_000
/** A reader is told that the model thinks once it has been silent for so long. */
const THINKING_FROM_MS = 10 * SECOND_MS

/**
 * Yields a generation's frames from a cursor to the last frame. A reader has an offset, not a queue, so a slow
 * reader gets fewer, larger frames. Ends early if the signal aborts.
 */
export async function* readFrames(
  generation: ActiveGeneration,
  from: GenerationCursor | null,
  signal: AbortSignal,
): AsyncGenerator<GenerationFrame, void> {
  let cutsSeen = generation.cuts.length
  // The offset may be past the text here: the reader comes from the writing process, whose news has not arrived yet.
  let offset = generation.safeOffset(from)
  if (from && offset < from.offset) yield { type: "reset", at: offset }

  // A reader that comes back without text may hold lines of an earlier draft, of another process even.
  let linesSent: readonly PlanLine[] | null = from?.offset === 0 ? null : []
  let readTold = ""
  let planSent = false
  let beatSent = -1
  let thinkingSent = false
  let heardAt = Date.now()
  while (!signal.aborted) {
    generation.lastReadAt = Date.now()
    if (!planSent && generation.toldPlan.length > 0) {
      planSent = true
      const { toldPlan: beats, head, title } = generation
      yield { type: "plan", beats, head, title }
    }
    if (!planSent && generation.status === "running") {
      const { draft, reading } = generation
      const told = reading ? `${reading.done}/${reading.all}` : ""
      if (reading && told !== readTold) {
        yield { type: "reading", ...reading }
        heardAt = Date.now()
      }
      readTold = told
      const at = commonLines(linesSent ?? [], draft)
      const isNew = linesSent === null || at < Math.max(draft.length, linesSent.length)
      linesSent = draft
      if (isNew) {
        yield { type: "draft", at, lines: draft.slice(at) }
        heardAt = Date.now()
      }
    }
    if (planSent && generation.beat !== beatSent) {
      beatSent = generation.beat
      yield { type: "beat", index: beatSent }
    }

    // No await between here and reading the text: a withdrawal in between would go unnoticed.
    const ended = generation.status !== "running"
    const cuts = generation.cuts.slice(cutsSeen).map(({ at }) => at)
    cutsSeen = generation.cuts.length
    const stands = Math.min(...cuts, ended ? generation.text.length : Number.POSITIVE_INFINITY)
    if (stands < offset) {
      offset = stands
      yield { type: "reset", at: offset }
      continue
    }

    if (generation.text.length > offset) {
      const at = offset
      offset = generation.text.length
      yield { type: "text", at, text: generation.text.slice(at) }
      heardAt = Date.now()
      thinkingSent = false // text says it, too
      continue // the engine may have written more while the reader was busy
    }

    const end = endFrame(generation)
    if (end) {
      yield end
      return
    }

    const silentMs = generation.ending ? 0 : Date.now() - generation.silentSince
    const isThinking = silentMs >= THINKING_FROM_MS
    if (isThinking !== thinkingSent) {
      thinkingSent = isThinking
      yield { type: "thinking", seconds: isThinking ? Math.floor(silentMs / SECOND_MS) : null }
      heardAt = Date.now()
      continue
    }

    const leftMs = generation.ending || thinkingSent ? HEARTBEAT_MS : THINKING_FROM_MS - silentMs
    await generation.waitForFrame(Math.min(heardAt + HEARTBEAT_MS - Date.now(), leftMs), signal)
    if (Date.now() - heardAt >= HEARTBEAT_MS && !signal.aborted) {
      yield { type: "heartbeat" }
      heardAt = Date.now()
    }
  }
}

function endFrame({ status, failure }: Pick<GenerationSnapshot, "status" | "failure">): GenerationEnd | null {
  if (status === "running") return null
  if (status === "failed") return { type: "failed", failure: failure ?? "internal" }
  return { type: status }
}
