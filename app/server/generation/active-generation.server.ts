import { countCharacters } from "../../domain/count-characters.ts"
import type {
  Beat,
  GenerationFailure,
  GenerationRequest,
  GenerationSnapshot,
  GenerationStatus,
  WritingEvent,
  WritingRecord,
} from "../../domain/generation.ts"

/** Readers are fed at most this often: a frame of text, not a token, is the unit of a write. */
const FRAME_MS = 100

interface Origin {
  id: string
  owner: string
  key: string
  request: GenerationRequest
}

/**
 * A generation that this process writes. Text lives here first; readers follow it from here, and
 * the storing tick copies it to the database.
 */
export class ActiveGeneration {
  readonly id: string
  readonly owner: string
  readonly key: string
  readonly request: GenerationRequest
  readonly controller = new AbortController()

  /** The row's key in the database; null until it was stored once. */
  row: { n: number; epoch: number } | null = null
  status: GenerationStatus = "running"
  failure: GenerationFailure | null = null
  plan: Beat[] = []
  title: string | null = null
  style = ""
  record: WritingRecord | null = null
  beat = 0
  text = ""
  lastReadAt = Date.now()
  /** Where this process went on from stored text; readers may have seen more of what was lost. */
  takenOverAt = 0
  /** Every offset that text was withdrawn to, so that a reader beyond one learns of it. */
  readonly rewinds: number[] = []

  #waiting = new Set<() => void>()
  #lastFrameAt = 0
  #frameTimer: NodeJS.Timeout | null = null

  constructor(origin: Origin) {
    this.id = origin.id
    this.owner = origin.owner
    this.key = origin.key
    this.request = origin.request
  }

  get epoch(): number {
    return this.row?.epoch ?? 1
  }

  /** Takes up what the engine says. Text offsets are UTF-16 units. */
  apply(event: WritingEvent): void {
    if (event.type === "plan") ({ beats: this.plan, title: this.title, style: this.style } = event)
    if (event.type === "beat") this.beat = event.index
    if (event.type === "text") this.text += event.text
    if (event.type === "rewind") this.rewind(event.to)
    if (event.type === "record") this.record = event.record
    if (event.type === "done") this.end("done")
    if (event.type === "failed") this.end("failed", event.failure)
    this.#announce()
  }

  rewind(to: number): void {
    this.text = this.text.slice(0, to)
    this.rewinds.push(to)
  }

  /** Ends it once; a later end changes nothing. Aborts the model's call. */
  end(status: Exclude<GenerationStatus, "running">, failure: GenerationFailure | null = null): void {
    if (this.status !== "running") return
    this.status = status
    this.failure = failure
    this.#completeRecord()
    this.controller.abort()
    this.#announce()
  }

  snapshot(): GenerationSnapshot {
    const { id, status, failure, request, plan, title, beat, text, epoch } = this
    return { id, status, failure, request, plan, title, beat, text, cursor: { epoch, offset: text.length } }
  }

  /** Resolves at the next frame, when `timeoutMs` have passed, or when the signal aborts. */
  waitForFrame(timeoutMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        this.#waiting.delete(wake)
        signal.removeEventListener("abort", wake)
        resolve()
      }
      const timer = setTimeout(wake, timeoutMs)
      this.#waiting.add(wake)
      signal.addEventListener("abort", wake)
      if (signal.aborted) wake()
    })
  }

  /** The last record may be from before the last text: a call that was stopped tells none. */
  #completeRecord(): void {
    if (!this.record) return
    const got = countCharacters(this.text)
    this.record = { ...this.record, got, ratio: got / this.record.asked }
  }

  /** Wakes the readers at once when the last frame is old enough, else at the frame's end. */
  #announce(): void {
    if (this.#frameTimer) return
    const dueMs = Math.max(0, this.#lastFrameAt + FRAME_MS - Date.now())
    this.#frameTimer = setTimeout(() => {
      this.#frameTimer = null
      this.#lastFrameAt = Date.now()
      for (const wake of [...this.#waiting]) wake()
    }, dueMs)
  }
}
