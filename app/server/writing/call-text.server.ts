import { CleanText } from "./clean-text.server.ts"
import { EndingGate, type EndingLimits } from "./ending-gate.server.ts"
import { JOIN_TAIL_UNITS, JoinCut } from "./join-cut.server.ts"
import type { Manuscript } from "./manuscript.server.ts"
import { RepeatedParagraphs } from "./repeated-paragraphs.server.ts"

const LOOPING_FROM_DROPPED_PARAGRAPHS = 2

/** One call's answer on its way to the reader: cleaned, joined, rid of repetitions, ended in time. */
export class CallText {
  readonly #clean = new CleanText()
  readonly #manuscript: Manuscript
  readonly #limits: EndingLimits
  #stages: Stages
  #restarts = 0
  #hasStory = false

  constructor(manuscript: Manuscript, limits: EndingLimits) {
    this.#manuscript = manuscript
    this.#limits = limits
    this.#stages = createStages(manuscript, limits)
  }

  get isFull(): boolean {
    return this.#stages.gate.isClosed
  }

  get isLooping(): boolean {
    return this.#stages.repeats.dropped >= LOOPING_FROM_DROPPED_PARAGRAPHS
  }

  get declined(): boolean {
    return this.#clean.declined
  }

  /** Whether there was any story in the answer, new or not. */
  get hasStory(): boolean {
    return this.#hasStory
  }

  /** What a reader may see of this piece. `withdraw` is asked for first when all before was a thought. */
  push(piece: string, withdraw: () => void): string {
    const story = this.#clean.push(piece)
    if (this.#clean.restarts > this.#restarts) {
      this.#restarts = this.#clean.restarts
      withdraw()
      this.#stages = createStages(this.#manuscript, this.#limits)
      this.#hasStory = false
    }
    return this.#pass(story)
  }

  /** What was held and may stand. */
  end(): string {
    const { join, repeats, gate } = this.#stages
    const passed = this.#pass(this.#clean.end())
    return passed + gate.push(repeats.push(join.end()) + repeats.end()) + gate.end()
  }

  #pass(story: string): string {
    const { join, repeats, gate } = this.#stages
    if (story !== "") this.#hasStory = true
    return gate.push(repeats.push(join.push(story)))
  }
}

interface Stages {
  join: JoinCut
  repeats: RepeatedParagraphs
  gate: EndingGate
}

function createStages(manuscript: Manuscript, limits: EndingLimits): Stages {
  const { existing, written, characters } = manuscript
  const hasWritten = written !== ""
  return {
    join: new JoinCut({ tail: manuscript.tail(JOIN_TAIL_UNITS), beginsText: !hasWritten }),
    repeats: new RepeatedParagraphs({ before: `${existing}\n${written}`, continues: hasWritten }),
    gate: new EndingGate(written, characters, limits),
  }
}
