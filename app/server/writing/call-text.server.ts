import { CleanText } from "./clean-text.server.ts"
import { EndingGate, type EndingLimits } from "./ending-gate.server.ts"
import { JOIN_TAIL_UNITS, JoinCut } from "./join-cut.server.ts"
import type { Manuscript } from "./manuscript.server.ts"
import { SPEAKS_OF_WRITING } from "./remarks.lexicon.server.ts"
import { RepeatedParagraphs } from "./repeated-paragraphs.server.ts"
import { ThoughtHold } from "./thought-hold.server.ts"
import { VerbatimCut } from "./verbatim-cut.server.ts"

const LOOPING_FROM_DROPPED_PARAGRAPHS = 2
const VERBATIM_TAIL_UNITS = 60
/** A model is told the end of what it goes on from, and repeats nothing of what stands long before. */
const REPEATS_FROM_UNITS = 30_000
/** A thought says within so much of its beginning what it thinks about. */
const BEGINNING_MAX_UNITS = 1_000

export interface CallRules {
  limits: EndingLimits
  /** Nothing of this text may be copied; empty when there is none. */
  reference: string
}

/** One call's answer on its way to the reader: cleaned, rid of copies and repetitions, joined, ended in time. */
export class CallText {
  readonly #isUnknown: boolean
  #beginning = ""
  #speaksOfWriting = false
  readonly #thought: ThoughtHold
  readonly #clean = new CleanText()
  readonly #manuscript: Manuscript
  readonly #rules: CallRules
  #stages: Stages
  #restarts = 0
  #hasStory = false

  /** `lacksThoughtOpening`: whether the endpoint swallows the tag that opens a thought; null is unknown. */
  constructor(manuscript: Manuscript, rules: CallRules, lacksThoughtOpening: boolean | null) {
    this.#manuscript = manuscript
    this.#rules = rules
    this.#isUnknown = lacksThoughtOpening === null
    this.#thought = new ThoughtHold(lacksThoughtOpening === true)
    this.#stages = createStages(manuscript, rules)
  }

  /** Long enough. What still comes could show that all of it was a thought, where `mayBeThought`. */
  get isFull(): boolean {
    return this.#stages.gate.isClosed
  }

  get mayBeThought(): boolean {
    return this.#isUnknown && this.#restarts === 0 && this.#speaksOfWriting
  }

  get isLooping(): boolean {
    return this.#stages.repeats.dropped >= LOOPING_FROM_DROPPED_PARAGRAPHS
  }

  get declined(): boolean {
    return this.#clean.declined
  }

  /** All before turned out to be a thought, whose opening tag the endpoint swallowed. */
  get wasThought(): boolean {
    return this.#restarts > 0
  }

  /** Whether there was any story in the answer, new or not. */
  get hasStory(): boolean {
    return this.#hasStory
  }

  /** What a reader may see of this piece. `withdraw` is asked for first when all before was a thought. */
  push(piece: string, withdraw: () => void): string {
    let out = ""
    this.#lookForThought(piece)
    for (const character of this.#thought.push(piece)) {
      if (this.isFull && !this.mayBeThought) break
      const story = this.#clean.push(character)
      if (this.#clean.restarts > this.#restarts) {
        withdraw()
        out = ""
        this.#restart()
      }
      out += this.#pass(story)
    }
    return out
  }

  /** What was held and may stand. `wasCutOff`: the endpoint's limit ended the answer. */
  end(wasCutOff = false): string {
    const { verbatim, join, repeats, gate } = this.#stages
    const last = this.#clean.push(this.#thought.end(wasCutOff)) + this.#clean.end()
    if (last !== "") this.#hasStory = true
    const joined = join.push(verbatim.push(last) + verbatim.end()) + join.end()
    return gate.end(repeats.push(joined) + repeats.end())
  }

  #lookForThought(piece: string): void {
    if (!this.#isUnknown || this.#beginning.length >= BEGINNING_MAX_UNITS) return
    this.#beginning += piece
    this.#speaksOfWriting = SPEAKS_OF_WRITING.test(this.#beginning)
  }

  #restart(): void {
    this.#restarts = this.#clean.restarts
    this.#stages = createStages(this.#manuscript, this.#rules)
    this.#hasStory = false
  }

  #pass(story: string): string {
    const { verbatim, join, repeats, gate } = this.#stages
    if (story !== "") this.#hasStory = true
    return gate.push(repeats.push(join.push(verbatim.push(story))))
  }
}

interface Stages {
  verbatim: VerbatimCut
  join: JoinCut
  repeats: RepeatedParagraphs
  gate: EndingGate
}

function createStages(manuscript: Manuscript, { limits, reference }: CallRules): Stages {
  const { existing, written, characters } = manuscript
  const hasWritten = written !== ""
  return {
    verbatim: new VerbatimCut(reference, manuscript.tail(VERBATIM_TAIL_UNITS)),
    join: new JoinCut({ tail: manuscript.tail(JOIN_TAIL_UNITS), beginsText: !hasWritten }),
    repeats: new RepeatedParagraphs({
      before: `${existing.slice(-REPEATS_FROM_UNITS)}\n${written}`,
      continues: hasWritten,
    }),
    gate: new EndingGate(written, characters, limits),
  }
}
