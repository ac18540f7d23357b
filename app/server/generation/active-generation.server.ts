import { countCharacters } from "#app/domain/count-characters.ts"
import type {
  Beat,
  BegunGeneration,
  GenerationCursor,
  GenerationFailure,
  GenerationRequest,
  GenerationSnapshot,
  GenerationStatus,
  WritingEvent,
  WritingRecord,
} from "#app/domain/generation.ts"
import type { Place } from "#app/server/limits/take-quota.server.ts"
import type { Cut, GenerationNews, StoredPlan } from "./generation-store.server.ts"

/** Readers are fed at most this often: a frame of text, not a token, is the unit of a write. */
const FRAME_MS = 100

interface Origin {
  id: string
  owner: string
  key: string
  request: GenerationRequest
  /** What it takes up while it runs; of one that another process began, only the database knows. */
  places?: Place[]
}

export interface Ending {
  status: Exclude<GenerationStatus, "running">
  failure: GenerationFailure | null
}

/**
 * A generation that readers of this process follow, whoever writes it. Where this process does, text lives
 * here first and the storing tick copies it to the database; else it is copied here from there.
 */
export class ActiveGeneration {
  readonly id: string
  /** Changes when its visitor signs in. */
  owner: string
  readonly key: string
  readonly request: GenerationRequest
  readonly places: Place[]
  /** Stops the model. */
  readonly controller = new AbortController()

  /** The row's key in the database; null until it was stored once. */
  row: { n: number; epoch: number } | null = null
  status: GenerationStatus = "running"
  failure: GenerationFailure | null = null
  /** How it is to end, from when that is known until it is stored: readers are told what will not change. */
  ending: Ending | null = null
  isStopAsked = false
  plan: Beat[] = []
  title: string | null = null
  style = ""
  record: WritingRecord | null = null
  beat = 0
  text = ""
  lastReadAt = Date.now()
  readonly startedAt = new Date()
  /** Oldest first; only ever added to. */
  readonly cuts: Cut[] = []

  #waiting = new Set<() => void>()
  #lastFrameAt = 0
  #frameTimer: NodeJS.Timeout | null = null

  constructor(origin: Origin) {
    this.id = origin.id
    this.owner = origin.owner
    this.key = origin.key
    this.request = origin.request
    this.places = origin.places ?? []
  }

  get epoch(): number {
    return this.row?.epoch ?? 1
  }

  /**
   * Takes up what the engine says, until an end is known or asked for; its ends are `runGeneration`'s to tell.
   * Text offsets are UTF-16 units.
   */
  apply(event: Exclude<WritingEvent, { type: "done" | "failed" }>): void {
    if (this.ending || (event.type === "text" && this.controller.signal.aborted)) return
    if (event.type === "plan") this.#takePlan(event)
    if (event.type === "beat") this.beat = event.index
    if (event.type === "text") this.text += event.text
    if (event.type === "rewind") {
      this.text = this.text.slice(0, event.to)
      this.cuts.push({ epoch: this.epoch, at: event.to })
    }
    if (event.type === "record") this.record = event.record
    this.#announce()
  }

  /** Asks for an end as stopped. It comes when what was written was looked at. */
  stop(): void {
    this.isStopAsked = true
    this.controller.abort()
  }

  /** Takes up what another process has stored. */
  follow(news: GenerationNews): void {
    if (!this.row) return
    // The process that writes it now began from what was stored: at least what was known here.
    if (news.epoch > this.epoch) this.cuts.push({ epoch: this.epoch, at: this.text.length })
    this.cuts.push(...news.cuts)
    this.row = { ...this.row, epoch: news.epoch }
    if (news.plan) this.#takePlan(news.plan)
    this.beat = news.beat
    this.text = this.text.slice(0, news.from) + news.text
    if (news.status === "done" || news.status === "stopped" || news.status === "failed")
      this.end(news.status, news.failure)
    this.#announce()
  }

  /** Takes up how it is to end, once: nothing follows, and the model's call is aborted. */
  conclude(ending: Ending): void {
    if (this.ending) return
    this.ending = ending
    this.#completeRecord()
    this.controller.abort()
  }

  /** Ends it once for its readers; a later end changes nothing. */
  end(status: Ending["status"], failure: GenerationFailure | null = null): void {
    if (this.status !== "running") return
    this.conclude({ status, failure })
    this.status = status
    this.failure = failure
    this.#announce()
  }

  /** How far a reader that comes with this cursor holds what stands. */
  safeOffset(from: GenerationCursor | null): number {
    if (!from || from.epoch > this.epoch) return 0
    const cuts = this.cuts.filter(({ epoch }) => epoch >= from.epoch)
    return Math.min(from.offset, ...cuts.map(({ at }) => at))
  }

  snapshot(): GenerationSnapshot {
    const { id, status, failure, request, plan, title, beat, text, epoch } = this
    return { id, status, failure, request, plan, title, beat, text, cursor: { epoch, offset: text.length } }
  }

  /** As it stands in a list. */
  begun(): BegunGeneration {
    const { id, status, request, startedAt } = this
    return { id, status, prompt: request.prompt, startedAt: startedAt.toISOString() }
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

  #takePlan({ beats, title, style }: StoredPlan): void {
    Object.assign(this, { plan: beats, title, style })
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
