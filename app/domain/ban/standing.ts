import { between, type Signal, shareClause, shareSentence, within } from "./nearness.ts"
import { expressionsOf, type MinorSignal, type Signals } from "./signals.ts"
import * as lexicon from "./standing.lexicon.ts"

/**
 * The part that a minor has in a text. "person": one of its characters. "background": an adult's child, a crowd,
 * a pupil in a lesson. "elsewhere": an adult's child who sleeps or is away. "past": an age that an adult looks back on. "nobody": school years that adults once shared.
 */
export type Standing = "person" | "background" | "elsewhere" | "past" | "nobody"

/** Judges the standing of one mention of a minor by the words around it. */
export function standingOf(signals: Signals, minor: MinorSignal): Standing {
  const { before, after, around } = contextOf(signals.text, minor)

  if (words.FORMER_AFTER.test(after) && hasGrownUp(signals, minor, around)) return "nobody"
  if ((words.PAST_AFTER.test(after) || words.PAST_BEFORE.test(before)) && hasGrownUp(signals, minor, around))
    return "past"
  if (isElsewhere(before, after) && !words.FAMILY_AS_COUPLE.test(around)) return "elsewhere"
  if (words.PARENT_AFTER.test(after)) return "background"
  if (words.CROWD_BEFORE.test(before) && words.CROWD_AFTER.test(after)) return "background"
  if (words.LESSON_BEFORE.test(before) && words.LESSON_AFTER.test(after)) return "background"
  if (isPassingChild(signals, minor)) return "background"
  return isChildOfAdult(before, after) && !words.FAMILY_AS_COUPLE.test(around) ? "background" : "person"
}

/** Whether a sexual signal concerns a minor whose standing is not "person". */
export function concerns(text: string, minor: Signal, standing: Standing, sexual: Signal): boolean {
  if (isFamilyKiss(text, sexual)) return false
  if (shareClause(text, minor, sexual)) {
    return !(standing === "background" && words.IN_CARE_OF.test(between(text, minor, sexual)))
  }
  if (!shareSentence(text, minor, sexual)) return false
  // What the couple did before the text turns to the child next door.
  if (standing === "elsewhere" && sexual.end <= minor.start) return false
  if (standing !== "past" && words.ACT_WITH_ADULT.test(clauseUpTo(text, sexual))) return false

  const excuse = standing === "past" ? words.GROWN_UP : words.ADULT_PARTNER
  return !excuse.test(between(text, minor, sexual))
}

/** Whether a minor in the background is too young to be one of the couple that an adult level implies. */
export function isSmallChild(text: string, minor: MinorSignal): boolean {
  const { before, after } = contextOf(text, minor)
  if (words.PARENT_AFTER.test(after) || words.CROWD_BEFORE.test(before) || words.LESSON_BEFORE.test(before))
    return true

  return minor.years === null
    ? !words.OLDER_SCHOOL.test(text.slice(minor.start, minor.end))
    : minor.years <= SMALL_CHILD_MAX_YEARS
}

/** Whether the words around a minor name adults who may be the couple that an adult level implies. */
export function namesCouple({ text, adultAges }: Signals, minor: Signal): boolean {
  const { around } = contextOf(text, minor)
  return words.ADULT_PARTNER.test(around) || within(adultAges, minor, AROUND_CHARS).length > 0
}

/** Whether a sexual signal is between named adults: partners at a school, or a couple in a separate clause. */
export function isBetweenAdults(signals: Signals, minor: MinorSignal, sexual: Signal): boolean {
  const { text, adultAges } = signals
  const start = Math.max(0, Math.min(minor.start, sexual.start) - PARTNER_CHARS)
  if (minor.isSchool) {
    const scene = text.slice(start, Math.max(minor.end, sexual.end) + PARTNER_CHARS)
    return words.ADULT_PARTNER.test(scene) || within(adultAges, minor, AROUND_CHARS).length > 0
  }

  return (
    !shareClause(text, minor, sexual) &&
    words.ADULT_COUPLE.test(contextOf(text, sexual, PARTNER_CHARS).around)
  )
}

/** Whether a kiss is a relative's kiss for a child. */
export function isFamilyKiss(text: string, kiss: Signal): boolean {
  const { around } = contextOf(text, kiss, KISS_CHARS)
  return words.FAMILY.test(around) && words.FAMILY_KISS.test(around)
}

const PARTNER_CHARS = 8
const CONTEXT_CHARS = 18
const KISS_CHARS = 14
const CLAUSE_CHARS = 40
/** A text of at most this many characters is a title or a short prompt, not part of a story. */
export const WISH_MAX_CHARS = 40
const FAR_CHARS = 240
const AROUND_CHARS = 60
const SMALL_CHILD_MAX_YEARS = 12

const words = expressionsOf(lexicon)

function contextOf(text: string, { start, end }: Signal, chars = AROUND_CHARS) {
  return {
    before: text.slice(Math.max(0, start - CONTEXT_CHARS), start),
    after: text.slice(end, end + CONTEXT_CHARS),
    around: text.slice(Math.max(0, start - chars), end + chars),
  }
}

function hasGrownUp({ adultAges }: Signals, minor: Signal, around: string): boolean {
  return words.GROWN_UP.test(around) || within(adultAges, minor, AROUND_CHARS).length > 0
}

/** A short prompt names its main characters. In a story, a child with nothing sexual nearby only passes by. */
function isPassingChild({ text, explicit, intimate, romantic }: Signals, minor: MinorSignal): boolean {
  if (text.length <= WISH_MAX_CHARS || !words.CHILD_NOUN.test(text.slice(minor.start, minor.end)))
    return false
  return [explicit, intimate, romantic].every((signs) => !within(signs, minor, FAR_CHARS).length)
}

/** A child who sleeps, is away, or is taken to school. */
function isElsewhere(before: string, after: string): boolean {
  if (words.SCHOOL_RUN_BEFORE.test(before)) return true
  return (
    words.ELSEWHERE_AFTER.test(after) || (words.ELSEWHERE_BEFORE.test(before) && words.KIN_AFTER.test(after))
  )
}

/** The clause of a signal, up to the signal's end. */
function clauseUpTo(text: string, { start, end }: Signal): string {
  const before = text.slice(Math.max(0, start - CLAUSE_CHARS), start)
  return text.slice(
    start - before.length + Math.max(before.lastIndexOf(","), before.lastIndexOf("\n")) + 1,
    end,
  )
}

function isChildOfAdult(before: string, after: string): boolean {
  return words.KIN_BEFORE.test(before) || (words.KIN_AFTER.test(after) && words.CARE_BEFORE.test(before))
}
