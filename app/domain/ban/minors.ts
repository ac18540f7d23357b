import { type ContentLevel, isAdultLevel } from "#app/domain/content-level.ts"
import { areNeighbours, type Signal, shareClause, shareSentence, within } from "./nearness.ts"
import { expressionsOf, isBannedByItself, type MinorSignal, type Signals } from "./signals.ts"
import { COUNTERPART_AFTER, COUNTERPART_BEFORE, PRONOUN_BEFORE } from "./standing.lexicon.ts"
import {
  concerns,
  isBetweenAdults,
  isFamilyKiss,
  isSmallChild,
  namesCouple,
  type Standing,
  standingOf,
} from "./standing.ts"

/** Whether a text brings a minor together with sexual content, by the rule of its level. */
export function hasMinorInSex(signals: Signals, level: ContentLevel): boolean {
  if (isBannedByItself(signals.text) || hasChildInAct(signals)) return true

  const people: MinorSignal[] = []
  for (const minor of signals.minors) {
    const standing = standingOf(signals, minor)
    if (standing === "nobody") continue
    if (isBanned(signals, minor, standing, level)) return true
    if (standing === "person") people.push(minor)
  }
  return isAboutMinorsAndSex(signals, people)
}

/** A text of at most this many characters is one scene: any two signals in it count as near each other. */
export const ONE_SCENE_CHARS = 1_000
export const NEAR_CHARS = 60
const NEAR_EXPLICIT_CHARS = 240
const FLIRTATION_LEVEL: ContentLevel = 3
/** A long text with this many of each per `SUBJECT_CHARS` characters is about both, however far apart they are. */
const SUBJECT_MENTIONS = 3
const SUBJECT_CHARS = 10_000
const COUNTERPART_CHARS = 24

function isBanned(signals: Signals, minor: MinorSignal, standing: Standing, level: ContentLevel): boolean {
  if (standing !== "person") {
    if (isAdultLevel(level) && standing === "elsewhere" && !namesCouple(signals, minor)) return true
    if (isAdultLevel(level) && standing === "background" && !isSmallChild(signals.text, minor)) return true
    const { explicit, intimate, romantic } = signals
    const kinds =
      isAdultLevel(level) && standing === "past" ? [explicit, intimate, romantic] : [explicit, intimate]
    return kinds
      .flatMap((signs) => within(signs, minor, NEAR_CHARS))
      .some((sign) => concerns(signals.text, minor, standing, sign))
  }
  return (
    isAdultLevel(level) ||
    hasExplicitInReach(signals, minor) ||
    hasIntimacy(signals, minor) ||
    (level === FLIRTATION_LEVEL && !minor.isSchool && hasRomance(signals, minor)) ||
    isJoinedToAdult(signals, minor)
  )
}

function hasExplicitInReach({ text, explicit }: Signals, minor: Signal): boolean {
  if (text.length <= ONE_SCENE_CHARS) return explicit.length > 0
  return within(explicit, minor, NEAR_EXPLICIT_CHARS).length > 0
}

function hasIntimacy(signals: Signals, minor: MinorSignal): boolean {
  const { text, intimate } = signals
  return within(intimate, minor, NEAR_CHARS).some(
    (sign) =>
      areNeighbours(text, minor, sign) && !isFamilyKiss(text, sign) && !isBetweenAdults(signals, minor, sign),
  )
}

function hasRomance({ text, romantic }: Signals, minor: Signal): boolean {
  return within(romantic, minor, NEAR_CHARS).some((sign) => shareSentence(text, minor, sign))
}

/** Love between an adult and a minor is banned even without a kiss. */
function isJoinedToAdult({ text, joining }: Signals, minor: Signal): boolean {
  const before = text.slice(Math.max(0, minor.start - COUNTERPART_CHARS), minor.start)
  const after = text.slice(minor.end, minor.end + COUNTERPART_CHARS)
  const signs = within(joining, minor, NEAR_CHARS)

  if (words.COUNTERPART_BEFORE.test(before) || words.COUNTERPART_AFTER.test(after)) {
    return signs.some((sign) => shareClause(text, minor, sign))
  }
  // "They fell in love, she is only ..." gives the age of one of the two in a separate clause.
  return words.PRONOUN_BEFORE.test(before) && signs.some((sign) => shareSentence(text, minor, sign))
}

const words = expressionsOf({ COUNTERPART_AFTER, COUNTERPART_BEFORE, PRONOUN_BEFORE })

function hasChildInAct({ text, childrenInActs, explicit }: Signals): boolean {
  return childrenInActs.some((child) =>
    within(explicit, child, NEAR_CHARS).some((act) => shareClause(text, child, act)),
  )
}

function isAboutMinorsAndSex({ text, explicit }: Signals, people: readonly Signal[]): boolean {
  const enough = SUBJECT_MENTIONS * Math.max(1, text.length / SUBJECT_CHARS)
  return people.length >= enough && explicit.length >= enough
}
