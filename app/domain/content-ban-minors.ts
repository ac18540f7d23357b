import * as words from "./content-ban.lexicon.ts"
import { between, shareClause, shareSentence, within } from "./content-ban-nearness.ts"
import type { MinorSignal, Signal, Signals } from "./content-ban-signals.ts"

/**
 * How a minor stands in a text. "person": as one of its people. "background": an adult's small child, a crowd,
 * a pupil at a lesson. "past": an age that a grown-up looks back on. "nobody": school years told by grown-ups.
 */
export type Standing = "person" | "background" | "past" | "nobody"

/** The standing of one mention of a minor, judged by the words next to it. */
export function standingOf(signals: Signals, minor: MinorSignal): Standing {
  const { text } = signals
  const before = text.slice(Math.max(0, minor.start - CONTEXT_CHARS), minor.start)
  const after = text.slice(minor.end, minor.end + CONTEXT_CHARS)
  const grownUp = hasGrownUp(signals, minor)

  if (grownUp && FORMER_AFTER.test(after)) return "nobody"
  if (grownUp && PAST_AFTER.test(after)) return "past"
  return isBackground(signals, minor, before, after) ? "background" : "person"
}

/** Whether something sexual in reach concerns a minor that is only in the background or in the past. */
export function concerns(signals: Signals, minor: Signal, standing: Standing, sexual: Signal): boolean {
  const { text } = signals
  if (shareClause(text, minor, sexual)) return !isFamilyKiss(text, sexual)
  if (!shareSentence(text, minor, sexual)) return false

  const other = standing === "past" ? GROWN_UP : ADULT_PARTNER
  return !other.test(between(text, minor, sexual) + text.slice(sexual.start - PARTNER_CHARS, sexual.end + PARTNER_CHARS))
}

/** Whether a kiss is one that relatives give a child. */
export function isFamilyKiss(text: string, kiss: Signal): boolean {
  const around = text.slice(Math.max(0, kiss.start - CONTEXT_CHARS), kiss.end + CONTEXT_CHARS)
  return FAMILY.test(around) && FAMILY_KISS.test(around)
}

const CONTEXT_CHARS = 18
const PARTNER_CHARS = 8
const GROWN_UP_CHARS = 60
/** An older child of the house is not background at an adult level. */
export const SMALL_CHILD_MAX_YEARS = 12

const [KIN_AFTER, KIN_BEFORE, CARE_BEFORE, PARENT_AFTER] = [
  words.KIN_AFTER,
  words.KIN_BEFORE,
  words.CARE_BEFORE,
  words.PARENT_AFTER,
].map((source) => new RegExp(source))
