import { GrowingText } from "#app/server/writing/prose/growing-text.server.ts"
import { isForeign } from "#app/server/writing/prose/language.server.ts"
import {
  COUNTED_WINDOW_UNITS,
  findCountedLoop,
  findLoop,
  LOOP_WINDOW_UNITS,
} from "#app/server/writing/prose/loop-guard.server.ts"
import type { Manuscript } from "#app/server/writing/prose/manuscript.server.ts"
import { isRefusal } from "./assistant-voice.server.ts"
import { CleanText } from "./clean-text.server.ts"
import { EndingGate, type EndingLimits } from "./ending-gate.server.ts"
import { JoinCut } from "./join-cut.server.ts"
import { RepeatedParagraphs } from "./repeated-paragraphs.server.ts"
import { RepeatedSentences } from "./repeated-sentences.server.ts"
import { CharacterFilter, chain } from "./text-filter.server.ts"
import type { ThoughtHabit } from "./think-filter.server.ts"
import { VerbatimCut } from "./verbatim-cut.server.ts"

const LOOPING_FROM_REPETITIONS = 2
/** A model that begins anew repeats this much before it goes on, in UTF-16 units. */
const BEGINNING_ANEW_MAX_UNITS = 4_000
/** With less new text than this, a model has not gone on yet. */
const GOES_ON_FROM_UNITS = 80
/** A loop is looked for once in so many UTF-16 units. */
const LOOKS_EVERY_UNITS = 8
/** Numbers are compared once in so many UTF-16 units. */
const COUNTS_EVERY_UNITS = 300
/** The language of an answer shows within this many UTF-16 units. */
const LANGUAGE_FROM_UNITS = 240
const SAMPLE_MAX_UNITS = 1_000
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
  /** Whether an answer in another language ends at once, because the model is asked for Chinese once more. */
  wantsChinese?: boolean
  /** What the prompt says itself, which is no story. */
  instructions?: string
}

type CallEnd = "full" | "looped" | "foreign"

/** One call's answer on its way to the reader: cleaned, rid of copies and repetitions, joined, ended in time. */
export class CallText extends CharacterFilter {
  readonly #manuscript: Manuscript
  readonly #rules: CallRules
  readonly #clean: CleanText
  #story: Story
  #readOn = 0
  /** What came after cleaning, up to the point where its language is known. */
  #sample = ""
  #hasLanguage = false
  #ended: CallEnd | null = null

  /** `onSwallowed`: called to take what this call wrote out of the manuscript, for it was a thought. */
  constructor(manuscript: Manuscript, rules: CallRules, onSwallowed: () => void) {
    super()
    this.#manuscript = manuscript
    this.#rules = rules
    this.#story = openStory(manuscript, rules)
    const onWithdrawn = () => {
      this.withdraw()
      onSwallowed()
      this.#sample = ""
      this.#hasLanguage = false
      this.#story = openStory(this.#manuscript, this.#rules)
    }
    this.#clean = new CleanText(rules.habit, onWithdrawn, rules.instructions)
  }

  /** Why nothing more of the answer is wanted; null while it goes on. */
  get ended(): CallEnd | null {
    return this.#ended
  }

  /**
   * What readers may see behind all that has passed, although it is held: the beginning of a paragraph that would
   * repeat an earlier one only in what has not come yet. Every `push` and `end` decides anew.
   */
  get early(): string {
    return this.#ended === null ? this.#story.early : ""
  }

  /** Whether the text is long enough. */
  get isFull(): boolean {
    return this.#story.gate.isClosed
  }

  /** Whether the answer is in another language, and the model is to be asked for Chinese. */
  get isForeign(): boolean {
    return this.#rules.wantsChinese === true && isForeign(this.#sample)
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
    if (!this.#hasLanguage && this.#sample.length < SAMPLE_MAX_UNITS) this.#sample += cleaned
    const story = this.#story
    const passed = story.filters.push(cleaned)
    story.came += cleaned.length
    story.passed += passed.length
    story.recent = endOf(story.recent + passed, LOOP_WINDOW_UNITS)
    story.counted.add(passed)
    story.early = nextEarly(story, passed)
    this.#ended = this.#findEnd(character)
    return passed
  }

  protected override finish(): string {
    const cleaned = this.#clean.end()
    if (!this.#hasLanguage) this.#sample += cleaned
    return this.#story.filters.end(cleaned)
  }

  #findEnd(character: string): CallEnd | null {
    const { gate } = this.#story
    if (!this.#hasLanguage && this.#sample.length >= LANGUAGE_FROM_UNITS && !this.#clean.think.mayBeThought) {
      this.#hasLanguage = true
      if (this.isForeign && !isRefusal(this.#sample)) return "foreign"
    }
    if (!gate.isClosed) return this.#isLooping() ? "looped" : null
    this.#readOn += character.length
    return this.#clean.think.mayBeThought && this.#readOn < READ_ON_MAX_UNITS ? null : "full"
  }

  #isLooping(): boolean {
    const story = this.#story
    const repetitions = story.paragraphs.dropped + story.sentences.dropped
    if (story.passed < GOES_ON_FROM_UNITS) {
      story.repetitionsBefore = repetitions
      if (story.came > BEGINNING_ANEW_MAX_UNITS) return true
    }
    if (repetitions - story.repetitionsBefore >= LOOPING_FROM_REPETITIONS) return true
    if (story.passed < story.loopsFrom) return false
    story.loopsFrom = story.passed + LOOKS_EVERY_UNITS
    return findLoop(story.recent) !== null || this.#isCounting()
  }

  #isCounting(): boolean {
    const story = this.#story
    if (story.passed < story.countsFrom) return false
    story.countsFrom = story.passed + COUNTS_EVERY_UNITS
    const counted = endOf(story.counted.toString(), COUNTED_WINDOW_UNITS)
    story.counted = new GrowingText(counted)
    return findCountedLoop(counted) !== null
  }
}

/** What readers may see behind `passed`. What they have seen stays, as long as it may still pass. */
function nextEarly({ paragraphs, sentences, gate, early: seen }: Story, passed: string): string {
  const held = gate.held + sentences.held
  const early = paragraphs.early
  if (held === "" && (early === "" || gate.wouldPass(early))) return early
  const stays = seen.slice(passed.length)
  return seen.startsWith(passed) && (held + early).startsWith(stays) ? stays : ""
}

/** At least the last `units` UTF-16 units of a growing text. */
function endOf(text: string, units: number): string {
  return text.length > units * 2 ? text.slice(-units) : text
}

type Story = ReturnType<typeof openStory>

function openStory(manuscript: Manuscript, { limits, reference }: CallRules) {
  const { written, characters } = manuscript
  const hasWritten = written !== ""
  const copies = reference === "" ? [] : [new VerbatimCut(reference, manuscript.tail(VERBATIM_TAIL_UNITS))]
  const before = manuscript.tail(REPEATS_FROM_UNITS)
  const join = new JoinCut({ before, beginsText: !hasWritten })
  const paragraphs = new RepeatedParagraphs({
    before: hasWritten ? before : `${before}\n`,
    continues: hasWritten,
  })
  const sentences = new RepeatedSentences(before)
  const gate = new EndingGate(written, characters, limits)
  const end = written.slice(-LOOP_WINDOW_UNITS)
  return {
    paragraphs,
    sentences,
    gate,
    filters: chain(...copies, join, paragraphs, sentences, gate),
    /** Lengths of what came after cleaning and of what passed, in UTF-16 units. */
    came: 0,
    passed: 0,
    early: "",
    repetitionsBefore: 0,
    /** The end of the manuscript, as far back as a loop is looked for. */
    recent: end,
    counted: new GrowingText(end),
    /** Lengths of what passed from which on loops are looked for again. */
    loopsFrom: 0,
    countsFrom: COUNTS_EVERY_UNITS - end.length,
  }
}
