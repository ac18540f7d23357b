/** When the upstream did what for each story, in memory that its thread and the readers' thread share. */
export const Mark = { planCame: 0, planSent: 1, beatCame: 2, firstSent: 3 } as const
const MARKS = 4
const PLACES = 2_048
const STORIES = 2_500
/** Probes are read up to their first token only. */
export const PROBE_STORIES = { from: 1_500, to: STORIES }

/** From the request to the call for the plan, from the plan to the call for text, from the first token to its reader. */
export interface Step {
  toPlan: number
  toText: number
  toReader: number
}

export class Marks {
  readonly buffer: SharedArrayBuffer
  readonly #values: Float64Array

  constructor(buffer = new SharedArrayBuffer(STORIES * (MARKS + PLACES) * 8)) {
    this.buffer = buffer
    this.#values = new Float64Array(buffer)
  }

  set(story: number, mark: number, time: number): void {
    const at = rowOf(story) + mark
    // Readers wait for the first beat's marks, so later ones do not replace them.
    if (this.#values[at] === 0) this.#values[at] = time
  }

  get(story: number, mark: number): number {
    return this.#values[rowOf(story) + mark] ?? 0
  }

  sent(story: number, place: number, time: number): void {
    this.#values[rowOf(story) + MARKS + (place % PLACES)] = time
  }

  sentAt(story: number, place: number): number {
    return this.#values[rowOf(story) + MARKS + (place % PLACES)] ?? 0
  }

  /** The three waits before the first token of a story, which the app makes and not the upstream, in milliseconds. */
  steps(story: number, openedAt: number, firstAt: number): Step {
    return {
      toPlan: this.get(story, Mark.planCame) - openedAt,
      toText: this.get(story, Mark.beatCame) - this.get(story, Mark.planSent),
      toReader: firstAt - this.get(story, Mark.firstSent),
    }
  }

  /** The upstream's own time before the first token of a story, in milliseconds. */
  upstreamTime(story: number): number {
    const planned = this.get(story, Mark.planSent) - this.get(story, Mark.planCame)
    return planned + this.get(story, Mark.firstSent) - this.get(story, Mark.beatCame)
  }
}

function rowOf(story: number): number {
  return (story % STORIES) * (MARKS + PLACES)
}
