import { commonLines, type PlanLine, type PromptScope } from "#app/domain/generation.ts"
import { type ParsedPlan, readDraft, readPlan } from "./parse-plan.server.ts"

/** An answer is read anew after so many of its pieces. A plan has far fewer lines. */
const READS_MAX = 300
/** The first part needs its own card, and of the next one what must not come yet. */
const OPENING_CARDS = 2

/** The beginning of a plan, and what its prompt showed. */
export interface Opening extends ParsedPlan {
  beats: NonNullable<ParsedPlan["beats"]>
  scope: PromptScope
}

/** The lines of a plan while it is made: whoever reads the answer tells them, and the engine passes them on. */
export class PlanDraft {
  #lines: readonly PlanLine[] = []
  #readTo = -1
  #reads = 0
  #finished = ""
  #scope: PromptScope | null = null
  #kept: Opening | null = null
  #mayBegin = true
  readonly #onChange: () => void

  /** Calls `onChange` when there are other lines than before. */
  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  get lines(): readonly PlanLine[] {
    return this.#lines
  }

  /** What the first part has begun with, so that it stands whatever follows; null before. */
  get kept(): Opening | null {
    return this.#kept
  }

  /** Takes all that has come of an answer. An answer that begins anew takes the lines of the one before back. */
  take(answer: string, scope: PromptScope): void {
    const readTo = answer.lastIndexOf("\n")
    if (readTo === this.#readTo) return
    this.#reads = readTo < this.#readTo ? 1 : this.#reads + 1
    this.#readTo = readTo
    if (this.#reads > READS_MAX) return
    this.#finished = answer.slice(0, readTo + 1)
    this.#scope = scope
    const lines = readDraft(answer, scope.beatCount)
    if (commonLines(lines, this.#lines) === Math.max(lines.length, this.#lines.length)) return
    this.#lines = lines
    this.#onChange()
  }

  /** What the first part can begin with, once it is there: head, and its own card and the next. The last is never among it. */
  get opening(): Opening | null {
    const cards = this.#lines.filter(({ kind }) => kind === "beat").length
    const scope = this.#scope
    if (!this.#mayBegin || scope === null || cards < OPENING_CARDS || scope.beatCount <= OPENING_CARDS)
      return null
    const { title, head, beats } = readPlan(this.#finished, cards)
    return beats && { title, head, beats: beats.slice(0, scope.beatCount - 1), scope }
  }

  /** Offers no opening from now on: only the end of the answer tells what its prompt has shown the model. */
  awaitEnd(): void {
    this.#mayBegin = false
  }

  /** The opening, which stands from now on. */
  keep(opening: Opening): void {
    this.#kept = opening
  }
}
