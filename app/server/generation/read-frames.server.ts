import { commonLines, type GenerationCursor, type PlanLine } from "#app/domain/generation.ts"
import type { GenerationEnd, GenerationFrame } from "#app/domain/generation-frame.ts"
import type { ActiveGeneration } from "./active-generation.server.ts"

const HEARTBEAT_MS = 15_000
const SECOND_MS = 1_000
/** A reader is told that the model thinks once it has been silent for so long. */
const THINKING_FROM_MS = 10 * SECOND_MS

/** All readers of this process, for what is due without any news. */
const readers = new Set<() => void>()
let clock: NodeJS.Timeout | null = null

/**
 * A reader's place in a generation. It has an offset, not a queue, so a slow reader gets fewer, larger frames.
 */
export class FrameReader {
  readonly #generation: ActiveGeneration
  #cutsSeen: number
  #offset: number
  #isSetBack: boolean
  /** A reader that comes back without text may hold lines of an earlier draft, of another process even. */
  #linesSent: readonly PlanLine[] | null
  #readTold = ""
  #planSent = false
  #beatSent = -1
  #thinkingSent = false
  #heardAt = Date.now()
  #isOver = false

  constructor(generation: ActiveGeneration, from: GenerationCursor | null) {
    this.#generation = generation
    this.#cutsSeen = generation.cuts.length
    // May be past the text here: the reader comes from the writing process, whose news has not arrived yet.
    this.#offset = generation.safeOffset(from)
    this.#isSetBack = from !== null && this.#offset < from.offset
    this.#linesSent = from?.offset === 0 ? null : []
  }

  /** Whether the last frame was the end. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** The epoch of the latest frame; a takeover starts a new one. */
  get epoch(): number {
    return this.#generation.epoch
  }

  /** The frame that is due now; null while there is none. */
  next(): GenerationFrame | null {
    if (this.#isOver) return null
    this.#generation.lastReadAt = Date.now()
    const frame = this.#planFrame() ?? this.#textFrame() ?? this.#endFrame() ?? this.#silenceFrame()
    if (frame) this.#heardAt = Date.now()
    return frame
  }

  /** Calls `hear` whenever a frame may be due, until the caller calls the returned function. */
  listen(hear: () => void): () => void {
    // A listener of its own, for a function that listens twice.
    const listener = () => hear()
    const unlisten = this.#generation.listen(listener)
    readers.add(listener)
    clock ??= setInterval(tellAll, SECOND_MS).unref()
    return () => {
      unlisten()
      readers.delete(listener)
      if (readers.size > 0 || !clock) return
      clearInterval(clock)
      clock = null
    }
  }

  #planFrame(): GenerationFrame | null {
    const generation = this.#generation
    if (this.#isSetBack) {
      this.#isSetBack = false
      return { type: "reset", at: this.#offset }
    }
    if (!this.#planSent && generation.toldPlan.length > 0) {
      this.#planSent = true
      const { toldPlan: beats, head, title } = generation
      return { type: "plan", beats, head, title }
    }
    if (!this.#planSent && generation.status === "running") return this.#readingFrame() ?? this.#draftFrame()
    if (!this.#planSent || generation.beat === this.#beatSent) return null
    this.#beatSent = generation.beat
    return { type: "beat", index: this.#beatSent }
  }

  #readingFrame(): GenerationFrame | null {
    const { reading } = this.#generation
    const told = reading ? `${reading.done}/${reading.all}` : ""
    const isNew = told !== this.#readTold
    this.#readTold = told
    return reading && isNew ? { type: "reading", ...reading } : null
  }

  #draftFrame(): GenerationFrame | null {
    const { draft } = this.#generation
    const sent = this.#linesSent
    if (sent === draft) return null
    const at = commonLines(sent ?? [], draft)
    this.#linesSent = draft
    const isNew = sent === null || at < Math.max(draft.length, sent.length)
    return isNew ? { type: "draft", at, lines: draft.slice(at) } : null
  }

  #textFrame(): GenerationFrame | null {
    const generation = this.#generation
    const ended = generation.status !== "running"
    let stands = ended ? generation.text.length : Number.POSITIVE_INFINITY
    for (; this.#cutsSeen < generation.cuts.length; this.#cutsSeen += 1) {
      stands = Math.min(stands, generation.cuts[this.#cutsSeen]?.at ?? stands)
    }
    if (stands < this.#offset) {
      this.#offset = stands
      return { type: "reset", at: stands }
    }
    if (generation.text.length <= this.#offset) return null
    const frame = generation.textFrom(this.#offset)
    this.#offset = generation.text.length
    this.#thinkingSent = false // text says it, too
    return frame
  }

  #endFrame(): GenerationEnd | null {
    const { status, failure } = this.#generation
    if (status === "running") return null
    this.#isOver = true
    return status === "failed" ? { type: status, failure: failure ?? "internal" } : { type: status }
  }

  #silenceFrame(): GenerationFrame | null {
    const { ending, silentSince } = this.#generation
    const now = Date.now()
    const silentMs = ending ? 0 : now - silentSince
    const isThinking = silentMs >= THINKING_FROM_MS
    if (isThinking !== this.#thinkingSent) {
      this.#thinkingSent = isThinking
      return { type: "thinking", seconds: isThinking ? Math.floor(silentMs / SECOND_MS) : null }
    }
    return now - this.#heardAt >= HEARTBEAT_MS ? { type: "heartbeat" } : null
  }
}

/** A reader, and how it joins: `hear` is called whenever a frame may be due, until the returned function is. */
export interface Joining {
  reader: FrameReader
  join(hear: () => void): () => void
}

/** Yields a reader's frames to the last one. Ends early if the signal aborts. */
export async function* readFrames(
  { reader, join }: Joining,
  signal: AbortSignal,
): AsyncGenerator<GenerationFrame, void> {
  let wake = () => {}
  const hear = () => wake()
  const leave = join(hear)
  signal.addEventListener("abort", hear)
  try {
    while (!signal.aborted && !reader.isOver) {
      const frame = reader.next()
      if (frame) yield frame
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    signal.removeEventListener("abort", hear)
    leave()
  }
}

function tellAll(): void {
  for (const hear of readers) hear()
}
