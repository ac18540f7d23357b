import type { GenerationRequest, WritingEvent } from "#app/domain/generation.ts"
import { targetCharacters } from "#app/domain/novel-length.ts"
import type { AnswerSetting } from "#app/server/writing/endpoint/writer.server.ts"
import { makeStyleNotes } from "#app/server/writing/manner/style-notes.server.ts"
import { openingToTarget } from "./parse-plan.server.ts"
import { makePlan, type Planned, type PlanSetting } from "./plan.server.ts"
import { PlanDraft } from "./plan-draft.server.ts"

/** A plan, whole or its beginning, with the notes on the reference. */
export interface Prepared extends Planned {
  style: string
}

type PlanningSetting = Omit<PlanSetting, "draft"> & AnswerSetting & { backoffMs: number }

/**
 * A plan in the making and, beside it, the notes on the reference. The first part may begin with the head and the
 * first cards, while the rest is still coming.
 */
export class Planning {
  readonly #draft = new PlanDraft(() => this.#wake())
  readonly #request: GenerationRequest
  readonly #over = new AbortController()
  readonly #planned: Promise<Prepared | null>
  #style: string | null = null
  #isSettled = false
  #told: PlanDraft["lines"] = this.#draft.lines
  #hasToldWhole = false
  #wake = () => {}
  #change = this.#nextChange()

  constructor(request: GenerationRequest, setting: PlanningSetting) {
    this.#request = request
    const signal = AbortSignal.any([setting.signal, this.#over.signal])
    this.#planned = this.#make({ ...setting, signal })
    const settle = () => {
      this.#isSettled = true
      this.#wake()
    }
    this.#planned.then(settle, settle)
  }

  /**
   * Yields drafts and returns the plan, or its opening as soon as the first part can begin with it. Throws a
   * `WriterError` when there is no plan.
   */
  async *begin(mayStartEarly: boolean): AsyncGenerator<WritingEvent, Prepared> {
    while (!this.#isSettled) {
      const change = this.#change
      yield* this.#news()
      const opening = mayStartEarly && this.#style !== null && !this.#isSettled ? this.#draft.opening : null
      if (opening !== null && this.#style !== null) {
        const { beats, scope } = opening
        const target = targetCharacters(this.#request.length)
        const share = openingToTarget(beats, scope.beatCount, target)
        const kept = { ...opening, beats: share }
        this.#draft.keep(kept)
        return { ...kept, style: this.#style, isWhole: false }
      }
      await change
    }
    const planned = await this.#planned
    if (planned === null) throw new Error("a plan without an opening is whole")
    this.#hasToldWhole = true
    return planned
  }

  /** The events of a call for the first part and, between them, drafts and the whole plan as they come. */
  async *beside<Outcome>(call: AsyncGenerator<WritingEvent, Outcome>): AsyncGenerator<WritingEvent, Outcome> {
    let next: ReturnType<typeof call.next> | null = null
    let isDone = false
    try {
      for (;;) {
        const change = this.#change
        yield* this.#news()
        if (this.#isSettled) yield* this.#tellWhole()
        next ??= call.next()
        // Once settled, nothing may wait for a change: each event would stay with a promise that never resolves.
        if (!this.#isSettled && !(await Promise.race([next.then(() => true), change.then(() => false)])))
          continue
        const { done, value } = await next
        next = null
        isDone = done === true
        if (done) return value
        yield value
      }
    } finally {
      if (!isDone) {
        // Nobody waits for a silent model to learn that it is over.
        this.end()
        await call.return(undefined as never)
      }
    }
  }

  /**
   * Yields what is left of the drafts, and the whole plan unless it was told, and returns it; null where only the
   * opening has come. Throws a `WriterError` when the model declines.
   */
  async *rest(): AsyncGenerator<WritingEvent, Prepared | null> {
    while (!this.#isSettled) {
      const change = this.#change
      yield* this.#news()
      await change
    }
    yield* this.#tellWhole()
    return await this.#planned
  }

  /** Aborts when the plan is no longer wanted, and then no call beside it is. */
  get signal(): AbortSignal {
    return this.#over.signal
  }

  /** Ends the calls that still run. */
  end(): void {
    this.#over.abort()
  }

  async #make(setting: PlanningSetting): Promise<Prepared | null> {
    const failed = new AbortController()
    const signal = AbortSignal.any([setting.signal, failed.signal])
    const notes = makeStyleNotes(this.#request.reference, { ...setting, signal })
    notes.then((style) => {
      this.#style = style
      this.#wake()
    })
    try {
      const planned = await makePlan(this.#request, { ...setting, draft: this.#draft })
      return planned && { ...planned, style: await notes }
    } catch (error) {
      failed.abort()
      await notes
      throw error
    }
  }

  *#news(): Generator<WritingEvent> {
    const { lines } = this.#draft
    if (lines === this.#told || this.#isSettled) return
    this.#told = lines
    yield { type: "draft", lines: [...lines] }
  }

  async *#tellWhole(): AsyncGenerator<WritingEvent> {
    if (this.#hasToldWhole) return
    this.#hasToldWhole = true
    // Whoever awaits the rest learns of a failure.
    const planned = await this.#planned.catch(() => null)
    if (planned) yield { type: "plan", ...planned }
  }

  #nextChange(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#change = this.#nextChange()
        resolve()
      }
    })
  }
}
