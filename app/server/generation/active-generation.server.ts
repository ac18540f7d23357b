import { countCharacters } from "#app/domain/count-characters.ts"
import {
  type Beat,
  type BegunGeneration,
  type CardEdit,
  type GenerationCursor,
  type GenerationFailure,
  type GenerationRequest,
  type GenerationSnapshot,
  type GenerationStatus,
  hasEnded,
  linesOfPlan,
  type PlanLine,
  type ReadingProgress,
  type WritingEvent,
  type WritingRecord,
} from "#app/domain/generation.ts"
import type { GenerationFrame } from "#app/domain/generation-frame.ts"
import type { StoryMemory } from "#app/domain/memory/story-memory.ts"
import {
  approvedPlan,
  type Cut,
  type GenerationNews,
  type GenerationOrigin,
  type StoredPlan,
  type StoredProgress,
  shownPlan,
} from "./generation-rows.server.ts"

/** Send frames to readers at most this often, so that one write carries more than one token. */
const FRAME_MS = 100
/** What is due this soon is sent with the read from the model that brought it. */
const DUE_SOON_MS = 20

type TextFrame = Extract<GenerationFrame, { type: "text" }>

/** How a generation's run ends in this process. */
export interface Ending {
  status: Exclude<GenerationStatus, "running">
  failure: GenerationFailure | null
}

/**
 * A generation that readers of this process follow. If this process writes it, new text appears here first and the
 * store tick copies it to the database. If another process writes it, polling copies it here from the database.
 */
export class ActiveGeneration {
  readonly id: string
  /** Changes when the visitor signs in. */
  owner: string
  readonly key: string
  readonly request: GenerationRequest
  readonly slots: GenerationOrigin["slots"]
  /** Aborts the model's call. */
  readonly controller = new AbortController()

  /** The key of its row in the database; null until it has one. */
  row: { n: number; epoch: number } | null = null
  status: GenerationStatus = "running"
  failure: GenerationFailure | null = null
  /** Its ending, once known. Readers learn of it only after it is stored, so that what they see never changes. */
  ending: Ending | null = null
  isStopAsked = false
  plan: Beat[] = []
  /** False while the plan is only the beginning of one that is being made. */
  isPlanWhole = true
  /** The lines of a plan that is being made, as far as readers may see them. */
  draft: PlanLine[] = []
  /** How far the continued text is read, before there is a plan. */
  reading: ReadingProgress | null = null
  /** What is known of the whole story; and what was, when the new text began, once that is something else. */
  memory: StoryMemory
  memoryBefore: StoryMemory | null = null
  title: string | null = null
  style = ""
  head: StoredPlan["head"] = []
  turns: StoredPlan["turns"] = []
  scope: StoredPlan["scope"] = null
  isApproved = false
  former: StoredPlan["former"] = null
  /** The cards that its author has changed since the plan was sent. */
  edits: CardEdit[] = []
  record: WritingRecord | null = null
  beat = 0
  text = ""
  lastReadAt = Date.now()
  /** Since when the model has been silent in this call; in the future while the engine waits to ask again. */
  silentSince = Date.now()
  readonly startedAt = new Date()
  /** Oldest first, append-only. */
  readonly cuts: Cut[] = []

  #listeners = new Set<() => void>()
  #latestFrame: TextFrame | null = null
  #lastFrameAt = 0
  #isFrameDue = false

  constructor(origin: GenerationOrigin) {
    this.id = origin.id
    this.owner = origin.owner
    this.key = origin.key
    this.request = origin.request
    this.slots = origin.slots
    this.memory = origin.memory
  }

  get epoch(): number {
    return this.row?.epoch ?? 1
  }

  /**
   * Applies an event of the engine, unless the ending is known; ignores text and drafts after a stop.
   * `runGeneration` handles the engine's own endings. Text offsets are UTF-16 units.
   */
  apply(event: Exclude<WritingEvent, { type: "done" | "failed" | "outlined" }>): void {
    const isText = event.type === "text" || event.type === "draft"
    if (this.ending || (isText && this.controller.signal.aborted)) return
    this.silentSince = Date.now() + (event.type === "retry" ? event.delayMs : 0)
    if (event.type === "reading") this.reading = { done: event.done, all: event.all }
    if (event.type === "memory") this.#takeMemory(event.memory)
    if (event.type === "draft") this.draft = event.lines
    if (event.type === "plan") {
      const { isApproved, former, memoryBefore } = this
      // Other turns than before, even if the same: the plan is stored with them.
      this.#takePlan({ ...event, turns: [...this.turns], isApproved, former, memoryBefore })
    }
    if (event.type === "turn") Object.assign(this, { turns: event.turns, scope: event.scope })
    if (event.type === "beat") this.beat = event.index
    if (event.type === "text") this.text += event.text
    if (event.type === "rewind") {
      this.text = this.text.slice(0, event.to)
      this.cuts.push({ epoch: this.epoch, at: event.to })
    }
    if (event.type === "record") this.record = event.record
    this.#announce()
  }

  /** The plan as its row holds it. */
  storedPlan(): StoredPlan {
    const { plan: beats, isPlanWhole: isWhole, title, style, head, turns, scope } = this
    const { isApproved, former, memoryBefore } = this
    return { beats, isWhole, title, style, head, turns, scope, isApproved, former, memoryBefore }
  }

  /** The plan that its author has approved, before any text; null if nobody has. */
  get approved(): StoredPlan | null {
    return approvedPlan(this.storedPlan(), this)
  }

  /** Begins from a plan that its author has seen, before any text. */
  takeApproved(plan: StoredPlan): void {
    this.#takePlan(plan)
  }

  /** Ends a plan that waits for its author. */
  stopOutlined(): void {
    if (this.status !== "outlined") return
    this.status = "stopped"
    this.ending = { status: "stopped", failure: null }
    this.#announce()
  }

  /** Requests a stop. The generation ends as `stopped` once moderation has checked the last paragraph. */
  stop(): void {
    this.isStopAsked = true
    this.controller.abort()
  }

  /** Applies what another process has stored. */
  follow(news: GenerationNews): void {
    if (!this.row) return
    // The process that took over continued from the stored text, which is at least as long as the text here.
    if (news.epoch > this.epoch) this.cuts.push({ epoch: this.epoch, at: this.text.length })
    this.cuts.push(...news.cuts)
    this.row = { ...this.row, epoch: news.epoch }
    const hasProgressed = news.progress !== null && this.#takeProgress(news.progress)
    if (news.plan) this.#takePlan(news.plan)
    this.beat = news.beat
    // The beginning of a plan comes again until the whole is there.
    const isNews = hasProgressed || news.plan?.isWhole || news.text !== "" || news.cuts.length > 0
    if (isNews) this.silentSince = Date.now()
    this.text = this.text.slice(0, news.from) + news.text
    if (hasEnded(news.status) || news.status === "outlined") this.end(news.status, news.failure)
    this.#announce()
  }

  /** Fixes the ending and aborts the model's call. Only the first call has an effect. */
  conclude(ending: Ending): void {
    if (this.ending) return
    this.ending = ending
    Object.assign(this, { draft: [], reading: null })
    this.#completeRecord()
    this.controller.abort()
    this.#announce()
  }

  /** Ends the generation for its readers. Only the first call has an effect. */
  end(status: Ending["status"], failure: GenerationFailure | null = null): void {
    if (this.status !== "running") return
    this.conclude({ status, failure })
    this.status = status
    this.failure = failure
    this.#announce()
  }

  /** Up to which offset a reader with this cursor has text that is still valid; 0 without a usable cursor. */
  safeOffset(from: GenerationCursor | null): number {
    if (!from || from.epoch > this.epoch) return 0
    const cuts = this.cuts.filter(({ epoch }) => epoch >= from.epoch)
    return Math.min(from.offset, ...cuts.map(({ at }) => at))
  }

  /** The plan as readers see it: while it is being made, they see its draft. */
  get toldPlan(): Beat[] {
    return this.isPlanWhole || this.ending ? shownPlan({ ...this, beats: this.plan }, this) : []
  }

  snapshot(): GenerationSnapshot {
    const { id, status, failure, request, head, draft, reading, title, beat, text, epoch, former } = this
    const cursor = { epoch, offset: text.length }
    const known = { head, draft, reading, title, beat, text, cursor, former }
    return { id, status, failure, request, plan: this.toldPlan, ...known }
  }

  /** Its entry in the list of recent generations. */
  begun(): BegunGeneration {
    const { id, status, request, startedAt } = this
    const started = startedAt.toISOString()
    return { id, status, prompt: request.prompt, startedAt: started, beforeLogin: false, isSaved: false }
  }

  /** The text from an offset on, as one frame for all readers who are as far. */
  textFrom(at: number): TextFrame {
    const { text } = this
    const latest = this.#latestFrame
    if (latest?.at === at && at + latest.text.length === text.length && text.endsWith(latest.text))
      return latest
    this.#latestFrame = { type: "text", at, text: text.slice(at) }
    return this.#latestFrame
  }

  /** Calls `hear` at each frame, until the caller calls the returned function. */
  listen(hear: () => void): () => void {
    this.#listeners.add(hear)
    return () => this.#listeners.delete(hear)
  }

  /** Resolves when it has ended for its readers, or when the signal aborts. */
  untilEnded(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.status === "running" && !signal.aborted) return
        leave()
        resolve()
      }
      const leave = this.listen(look)
      signal.addEventListener("abort", look, { once: true })
      look()
    })
  }

  /** Updates the length in the last record, because an aborted call reports none. */
  #completeRecord(): void {
    if (!this.record) return
    const got = countCharacters(this.text)
    this.record = { ...this.record, got, ratio: got / this.record.asked }
  }

  #takePlan({ beats, isWhole, ...told }: StoredPlan): void {
    if (!isWhole && this.draft.length === 0) this.draft = linesOfPlan({ ...told, beats })
    if (isWhole && beats.length > 0) this.draft = []
    if (beats.length > 0) this.reading = null
    Object.assign(this, told, { plan: beats, isPlanWhole: isWhole })
  }

  /** Whether it is other than before. */
  #takeProgress({ draft, reading }: StoredProgress): boolean {
    const known = JSON.stringify([this.draft, this.reading])
    Object.assign(this, { draft, reading })
    return JSON.stringify([draft, reading]) !== known
  }

  #takeMemory(memory: StoryMemory): void {
    if (this.plan.length > 0) this.memoryBefore ??= this.memory
    this.memory = memory
  }

  /** Wakes the readers, but about once per `FRAME_MS` at most. */
  #announce(): void {
    if (this.#isFrameDue) return
    this.#isFrameDue = true
    const dueMs = this.#lastFrameAt + FRAME_MS - Date.now()
    const tell = () => {
      this.#isFrameDue = false
      this.#lastFrameAt = Date.now()
      for (const hear of this.#listeners) hear()
    }
    // Reading has the same pace, so a timer beside it would only put the frame off. Once what was read is applied:
    if (dueMs <= DUE_SOON_MS) setImmediate(tell)
    else setTimeout(tell, dueMs)
  }
}
