import { findLoop, LOOP_WINDOW_UNITS } from "#app/server/writing/prose/loop-guard.server.ts"
import type { Manuscript } from "#app/server/writing/prose/manuscript.server.ts"
import { CleanText } from "./clean-text.server.ts"
import { EndingGate, type EndingLimits } from "./ending-gate.server.ts"
import { JOIN_TAIL_UNITS, JoinCut } from "./join-cut.server.ts"
import { RepeatedParagraphs } from "./repeated-paragraphs.server.ts"
import { CharacterFilter, chain } from "./text-filter.server.ts"
import type { ThoughtHabit } from "./think-filter.server.ts"
import { VerbatimCut } from "./verbatim-cut.server.ts"

const LOOPING_FROM_DROPPED_PARAGRAPHS = 2
const VERBATIM_TAIL_UNITS = 60
/** A text that is long enough but may be a thought is read on for so many UTF-16 units. */
const READ_ON_MAX_UNITS = 100_000
/** Prompts show less of the continued text, so a model repeats no paragraph from further back, in UTF-16 units. */
const REPEATS_FROM_UNITS = 30_000

export interface CallRules {
  limits: EndingLimits
  /** Nothing of this text may be copied; empty when there is none. */
  reference: string
  habit: ThoughtHabit
}

type CallEnd = "refused" | "full" | "looped"

/** One call's answer on its way to the reader: cleaned, rid of copies and repetitions, joined, ended in time. */
export class CallText extends CharacterFilter {
  readonly #manuscript: Manuscript
  readonly #rules: CallRules
  readonly #clean: CleanText
  #story: ReturnType<typeof openStory>
  #readOn = 0
  #ended: CallEnd | null = null

  /** `onSwallowed`: called to take what this call wrote out of the manuscript, for it was a thought. */
  constructor(manuscript: Manuscript, rules: CallRules, onSwallowed: () => void) {
    super()
    this.#manuscript = manuscript
    this.#rules = rules
    this.#story = openStory(manuscript, rules)
    this.#clean = new CleanText(rules.habit, () => {
      this.withdraw()
      onSwallowed()
      this.#story = openStory(this.#manuscript, this.#rules)
    })
  }

  /** Why nothing more of the answer is wanted; null while it goes on. */
  get ended(): CallEnd | null {
    return this.#ended
  }

  /** Whether the text is long enough. */
  get isFull(): boolean {
    return this.#story.gate.isClosed
  }

  /** Whether the model declined in its own words. */
  get declined(): boolean {
    return this.#clean.lines.declined
  }

  /** Whether there was any story in the answer, new or not. */
  get hasStory(): boolean {
    return this.#clean.lines.hasText
  }

  /** Call before `end` where the endpoint did not end the answer by itself: a thought may be unfinished. */
  dropHeldThought(): void {
    this.#clean.think.dropHeld()
  }

  protected take(character: string): string {
    if (this.#ended !== null) return ""
    const cleaned = this.#clean.push(character)
    const passed = this.#story.filters.push(cleaned)
    this.#story.recent = (this.#story.recent + passed).slice(-LOOP_WINDOW_UNITS)
    this.#ended = this.#findEnd(character)
    return passed
  }

  protected override finish(): string {
    return this.#story.filters.end(this.#clean.end())
  }

  #findEnd(character: string): CallEnd | null {
    const { gate, repeats, recent } = this.#story
    if (this.#clean.lines.declined) return "refused"
    if (!gate.isClosed) {
      const isLooping = repeats.dropped >= LOOPING_FROM_DROPPED_PARAGRAPHS || findLoop(recent) !== null
      return isLooping ? "looped" : null
    }
    this.#readOn += character.length
    return this.#clean.think.mayBeThought && this.#readOn < READ_ON_MAX_UNITS ? null : "full"
  }
}

function openStory(manuscript: Manuscript, { limits, reference }: CallRules) {
  const { existing, written, characters } = manuscript
  const hasWritten = written !== ""
  const copies = reference === "" ? [] : [new VerbatimCut(reference, manuscript.tail(VERBATIM_TAIL_UNITS))]
  const join = new JoinCut({ tail: manuscript.tail(JOIN_TAIL_UNITS), beginsText: !hasWritten })
  const before = `${existing.slice(-REPEATS_FROM_UNITS)}\n${written}`
  const repeats = new RepeatedParagraphs({ before, continues: hasWritten })
  const gate = new EndingGate(written, characters, limits)
  return {
    repeats,
    gate,
    filters: chain(...copies, join, repeats, gate),
    /** The end of the manuscript, as far back as a loop is looked for. */
    recent: written.slice(-LOOP_WINDOW_UNITS),
  }
}
