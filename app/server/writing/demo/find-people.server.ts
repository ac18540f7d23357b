import { englishNamesIn } from "./english-names.server.ts"
import {
  AND_BETWEEN,
  AND_INSIDE,
  AND_LAST,
  BEGINS_WISH,
  CALLED,
  CALLED_A,
  CALLED_OLD,
  CALLED_PLACE,
  CALLED_SMALL,
  CALLS_NOBODY,
  COLON,
  COUNTS_ON,
  DOUBLED_NAME,
  DOUBTFUL_SURNAME,
  FAMOUS_NAME,
  FOLLOWING_CHARACTER,
  FOLLOWING_VERB,
  FOLLOWING_WORD,
  FOLLOWS_PERSON,
  FOLLOWS_SURELY,
  FOLLOWS_TALE_NAME,
  FOREIGN_CHARACTERS,
  FOREIGN_RUN,
  FOREIGN_WHOLE,
  GIVEN_NAME,
  GIVEN_NOT,
  GIVEN_SMALL,
  GIVEN_WORD,
  GOES_ON,
  HERO_BEFORE,
  KNOWN_FOREIGN_NAME,
  LEADS_TO_NAME,
  NICKNAME,
  NO_DOUBLED_NAME,
  NO_FOREIGN_NAME,
  NO_FREE_NAME,
  NO_NAME,
  NO_NAME_CHARACTER,
  NO_ROLE,
  NO_WHOLE_NAME,
  OF,
  PLACE_BEHIND,
  PLACE_CALLED,
  PLACE_NAME,
  PLACE_NAME_OR_GIVEN,
  PLACE_SAID,
  PLACE_SURELY,
  PLAIN_SURNAME,
  RANK_NAME,
  ROLE,
  SAYS_HERO,
  SAYS_NAME,
  SMALL,
  SURE_DOUBLED_NAME,
  SURNAME_OF_TWO,
  TALE_ROLE,
  TITLE_NAME,
  TO_BE,
  WITH_SMALL_INSIDE,
} from "./names.lexicon.server.ts"
import { simplified } from "./simplified.server.ts"
import { type Word, wordsOf } from "./words.server.ts"

export interface FoundPerson {
  name: string
  at: number
}

const PEOPLE_MAX = 2
/** What speaks for a name, in points: together they must reach this. */
const ENOUGH = 4.4

/** The people whom a text names, in its order; who is said to be the hero comes first. */
export function peopleIn(prompt: string): FoundPerson[] {
  const text = simplified(prompt)
  const found = [...chineseNamesIn(text), ...englishNamesIn(prompt)].map(({ at, end }) => ({
    name: prompt.slice(at, end),
    at,
    isHero: HERO_BEFORE.test(text.slice(0, at)),
  }))
  found.sort((one, other) => Number(other.isHero) - Number(one.isHero) || one.at - other.at)
  return found
    .filter(({ name }, index) => {
      const earlier = found.slice(0, index)
      return !earlier.some((other) => other.name.includes(name) || name.includes(other.name))
    })
    .slice(0, PEOPLE_MAX)
}

interface Reading {
  at: number
  end: number
  points: number
}

/** How a name may be led in: `isFree` where it may be made of anything. */
interface Lead {
  points: number
  isFree: boolean
  isCall: boolean
  /** Behind a word for the hero. */
  isHero: boolean
  /** Beside somebody else's name. */
  isPair: boolean
  /** At the beginning of the text, or right behind a wish for a story. */
  isOpening: boolean
  /** Behind the hero of a tale, such as a small animal. */
  isTale: boolean
}

interface View {
  text: string
  words: readonly Word[]
  starts: ReadonlySet<number>
  ends: ReadonlySet<number>
}

/** The readings as names that have most points; none overlap. */
function chineseNamesIn(text: string): Reading[] {
  const words = wordsOf(text)
  const view = {
    text,
    words,
    starts: new Set(words.map(({ at }) => at)),
    ends: new Set(words.map(({ end }) => end)),
  }
  const taken = readingsOf(view, null)
  const pairs = pairsOf(view).filter((one) => !taken.some((other) => overlap(one, other)))
  return besideOf(view, [...taken, ...pairs])
}

/** Who is named together with somebody else found, or the two who are only found together. */
function besideOf(view: View, taken: readonly Reading[]): Reading[] {
  const beside = readingsOf(view, { ...PAIR_LEAD, isFree: true }).filter(
    (one) => !taken.some((other) => overlap(one, other)) && taken.some((other) => isBeside(view, one, other)),
  )
  return [...taken, ...beside]
}

function pairsOf(view: View): Reading[] {
  const likely = readingsOf(view, PAIR_LEAD)
  return likely.filter((one) => likely.some((other) => isBeside(view, one, other)))
}

function readingsOf(view: View, pairLead: Lead | null): Reading[] {
  const likely = Array.from({ length: view.text.length }, (_, at) => bestAt(view, at, pairLead))
    .filter((one) => one !== null)
    .sort((one, other) => other.points - one.points)
  const taken: Reading[] = []
  for (const one of likely) if (!taken.some((other) => overlap(one, other))) taken.push(one)
  return taken
}

function overlap(one: Reading, other: Reading): boolean {
  return one.at < other.end && other.at < one.end
}

function isBeside({ text }: View, one: Reading, other: Reading): boolean {
  const [first, second] = one.at < other.at ? [one, other] : [other, one]
  return AND_BETWEEN.test(text.slice(first.end, second.at))
}

const PAIR_LEAD: Lead = {
  points: 1.9,
  isFree: false,
  isCall: false,
  isHero: false,
  isPair: true,
  isOpening: true,
  isTale: false,
}

function bestAt(view: View, at: number, pairLead: Lead | null): Reading | null {
  if (pairLead && !view.starts.has(at)) return null
  const lead = pairLead ?? leadOf(view, at)
  if (!lead) return null
  const readings = shapesAt(view, at, lead)
    .map(({ end, points }) => ({ at, end, points: lead.points + points + endPoints(view, end, lead) }))
    .filter(({ points, end }) => points >= ENOUGH && !isPlace(view, at, end, lead))
  return readings.reduce<Reading | null>(
    (best, one) => (best && best.points >= one.points ? best : one),
    null,
  )
}

function leadOf({ text, starts }: View, at: number): Lead | null {
  if (!HAN.test(text.charAt(at))) return null
  const before = text.slice(Math.max(0, at - LEAD_UNITS), at).replace(OPENING, "")
  const isOpening = before === "" || BEGINS_WISH.test(before) || SPACE.test(text.charAt(at - 1))
  if (PLACE_SAID.test(before)) return null
  const lead = {
    isFree: true,
    isCall: false,
    isHero: false,
    isPair: false,
    isOpening,
    isTale: TALE_ROLE.test(before),
  }
  if (SAYS_NAME.test(before) || (CALLED.test(before) && isRole(before.replace(CALLED, ""))))
    return CALLS_NOBODY.test(text.slice(at)) || CALLED_PLACE.test(text.slice(at)) || PLACE_CALLED.test(before)
      ? null
      : { ...lead, points: 4, isCall: true }
  if (SAYS_HERO.test(before)) {
    if (COLON.test(before)) return { ...lead, points: 4, isCall: true, isHero: true }
    return { ...lead, points: 3, isFree: !TO_BE.test(before), isHero: true }
  }
  if (isRole(before)) return { ...lead, points: 2.5 }
  if (!starts.has(at) || COUNTS_ON.test(before)) return null
  const isLed = isOpening || !HAN.test(text.charAt(at - 1)) || LEADS_TO_NAME.test(before)
  return { ...lead, isFree: false, points: isOpening ? 1.3 : isLed ? 1 : 0.5 }
}

/** Whether this names a place, which only a word for the hero or a call can make a person. */
function isPlace({ text, ends }: View, at: number, end: number, lead: Lead): boolean {
  const name = text.slice(at, end)
  const rest = text.slice(end)
  if (lead.isCall || (lead.isHero && !OF.test(rest))) return false
  if (PLACE_SURELY.test(name)) return true
  const isGiven = lead.isFree || SURNAME_OF_TWO.test(name)
  if (PLACE_NAME.test(name) || (!isGiven && PLACE_NAME_OR_GIVEN.test(name))) return !lead.isFree
  const behind = PLACE_BEHIND.exec(rest)?.[0].length
  return behind !== undefined && ends.has(end + behind)
}

function isRole(before: string): boolean {
  return ROLE.test(before) && !NO_ROLE.test(before)
}

const SPACE = /\s/u
const LEAD_UNITS = 12
const HAN = /\p{Script=Han}/u
/** A space or an opening mark stands between a role and a name. */
const OPENING = /[\s「“"《（(『【]+$/u

interface Shape {
  end: number
  points: number
}

/** What a name that begins here may be, by its own characters. */
function shapesAt(view: View, at: number, lead: Lead): Shape[] {
  const rest = view.text.slice(at)
  const han = /^\p{Script=Han}+/u.exec(rest)?.[0] ?? ""
  const dotted = /^\p{Script=Han}{1,5}(?:·\p{Script=Han}{1,5})+/u.exec(rest)?.[0]
  const shapes = dotted
    ? dottedShapes(dotted)
    : [
        ...surnameShapes(rest, han, lead),
        ...calledShapes(rest),
        ...(lead.isFree && SMALL.test(rest) && GIVEN_NAME.test(rest.charAt(1))
          ? [{ end: 2, points: 0.8 }]
          : []),
        ...(lead.isPair ? shapeOf(FAMOUS_NAME.exec(rest), 2) : []),
        ...(lead.isFree ? [] : foreignShapes(han)),
        ...(lead.isFree ? freeShapes(view, at, han, lead) : []),
      ]
  return [
    ...shapeOf(CALLED_A.exec(rest), 1.5),
    ...shapeOf(SURE_DOUBLED_NAME.exec(rest), 1.5),
    ...(lead.isFree ? [...petShapes(rest, lead), ...foreignShapes(han)] : []),
    ...shapes.map(({ end, points }) => ({
      end,
      points: points + (dotted || lead.isCall ? 0 : wordPoints(view, at, at + end, lead)),
    })),
  ].map(({ end, points }) => ({ end: at + end, points }))
}

function dottedShapes(dotted: string): Shape[] {
  const lastPart = dotted.lastIndexOf("·") + 1
  return lengths(lastPart + 1, dotted.length).map((end) => ({
    end,
    points: 3 + (FOREIGN_CHARACTERS.test(dotted.slice(lastPart, end)) ? (end - lastPart) / 10 : -1),
  }))
}

function surnameShapes(rest: string, han: string, lead: Lead): Shape[] {
  const two = SURNAME_OF_TWO.exec(rest)?.[0]
  const isPlain = PLAIN_SURNAME.test(rest)
  if (!two && !isPlain && !DOUBTFUL_SURNAME.test(rest)) return []
  const from = two?.length ?? 1
  const isSure = two !== undefined || isPlain
  // A surname that is oftener another word stands for little by itself.
  const surname = two ? 1.4 : isPlain ? 0.9 : 0.2
  const title = isSure ? TITLE_NAME.exec(han.slice(from))?.[0] : undefined
  const ends = lengths(from + 1, Math.min(han.length, from + 3)).filter((end) => {
    const given = han.slice(from, end)
    if (RANK_NAME.test(given)) return true
    if (given.length > 2 || (!GIVEN_SMALL.test(given) && ROLE.exec(given)?.index === 0)) return false
    const isOver =
      lead.isFree && !HAN.test(rest.charAt(end)) && (lead.isCall || (isSure && !NO_WHOLE_NAME.test(given)))
    const isLedNot = isSure && lead.isFree && GIVEN_NOT.test(given)
    const holdsAnd = AND_INSIDE.test(han.slice(end - 1)) || (end === han.length && AND_LAST.test(given))
    if (NO_NAME_CHARACTER.test(given) && !GIVEN_WORD.test(given) && !isOver && !isLedNot && !holdsAnd)
      return false
    if (han[0] === han[1] || (end === 2 && isRole(han.slice(0, end)))) return false
    const isLikely = lead.isFree || lead.isOpening || given.length > 1
    const isKnown = GIVEN_NAME.test(given) || GIVEN_WORD.test(given) || lead.isHero
    return isSure || lead.isFree || (isLikely && isKnown)
  })
  return [
    ...ends.map((end) => ({
      end,
      points: surname + givenPoints(rest, from, end) - (NO_NAME.test(rest) ? (lead.isFree ? 1.2 : 2.5) : 0),
    })),
    ...(title ? [{ end: from + title.length, points: surname + 1.2 }] : []),
  ]
}

function givenPoints(rest: string, from: number, end: number): number {
  const given = rest.slice(from, end)
  if (RANK_NAME.test(given) || GIVEN_WORD.test(given)) return 1.5
  const known = [...given].filter((one) => GIVEN_NAME.test(one)).length
  if (given.length === 1) return known === 1 ? 0.9 : 0.3
  const last = rest.charAt(end - 1)
  const cutsWord = (FOLLOWING_WORD.exec(rest.slice(end - 1))?.[0].length ?? 0) > 1
  const isLast = !HAN.test(rest.charAt(end))
  const goesOn = !isLast && (cutsWord || (FOLLOWING_CHARACTER.test(last) && !GIVEN_NAME.test(last)))
  return known * 0.7 - (goesOn ? 0.8 : 0) - (FOLLOWING_WORD.test(given) ? 1.2 : 0)
}

function calledShapes(rest: string): Shape[] {
  const shapes = [
    { called: CALLED_OLD, points: 1.2 },
    { called: CALLED_SMALL, points: 0.8 },
  ]
  return shapes.flatMap(({ called, points }) => shapeOf(called.exec(rest), points))
}

/** What children and animals are called, which may be a word. */
function petShapes(rest: string, { isTale }: Lead): Shape[] {
  return [
    ...shapeOf(NICKNAME.exec(rest), 1),
    ...shapeOf(CALLED_SMALL.exec(rest), 1),
    ...(beginsNoName(rest) ? [] : shapeOf(WITH_SMALL_INSIDE.exec(rest), 0.5)),
    ...(NO_DOUBLED_NAME.test(rest) && !(isTale && FOLLOWS_TALE_NAME.test(rest.slice(2)))
      ? []
      : shapeOf(DOUBLED_NAME.exec(rest), 1)),
  ]
}

function shapeOf(match: RegExpExecArray | null, points: number): Shape[] {
  return match ? [{ end: match[0].length, points }] : []
}

function foreignShapes(han: string): Shape[] {
  const run = han[0] === han[1] || NO_FOREIGN_NAME.test(han) ? "" : (FOREIGN_RUN.exec(han)?.[0] ?? "")
  return [
    ...shapeOf(KNOWN_FOREIGN_NAME.exec(han), run.length > 2 ? 0.4 : 1.4),
    ...shapeOf(FOREIGN_WHOLE.exec(han), 3),
    ...lengths(3, run.length).map((end) => ({ end, points: 1.2 + end / 10 - (end < run.length ? 0.6 : 0) })),
  ]
}

/** Of characters that make no word. */
function freeShapes({ starts, ends, words }: View, at: number, han: string, { isCall }: Lead): Shape[] {
  const longWords = words.filter((word) => word.end - word.at > 1)
  const free = lengths(2, Math.min(han.length, 4)).filter((end) => {
    if (NO_NAME_CHARACTER.test(han.slice(0, end))) return false
    if (isCall) return !NO_FREE_NAME.test(han) && !isWordForSomebody(han.slice(0, end))
    if (isRole(han.slice(0, end))) return false
    const across = longWords.filter((word) => word.at < at + end && at < word.end)
    const isWordOfNames =
      across.length === 1 && GIVEN_NAME.test(han.slice(0, end)) && FOLLOWS_SURELY.test(han.slice(end))
    const hasWord = across.length > 0 && !isWordOfNames
    return !hasWord && !beginsNoName(han) && starts.has(at) && ends.has(at + end)
  })
  return free.map((end) => ({ end, points: 0.8 - end / 10 }))
}

/** Whether this is rather what somebody does, or a word of a sentence. */
function beginsNoName(text: string): boolean {
  const words = [NO_FREE_NAME, FOLLOWING_WORD, FOLLOWING_CHARACTER]
  return NO_NAME_CHARACTER.test(text.charAt(0)) || words.some((begins) => begins.test(text))
}

/** Whether a role is all that this is. */
function isWordForSomebody(text: string): boolean {
  const role = ROLE.exec(text)
  return role !== null && (role.index === 0 || role[0].length === 1)
}

/** What the dictionary of the segmenter says against a name, or for it. */
function wordPoints({ text, words, ends }: View, at: number, end: number, { isFree, isPair }: Lead): number {
  const across = words.filter((word) => word.at < end && at < word.end && word.end - word.at > 1)
  if (across.some((word) => word.at < at || (word.at === at && word.end > end))) return -2.5
  if (across.some((word) => word.at === at && word.end === end)) {
    if (CALLED_OLD.exec(text.slice(at, end))?.[0].length === end - at) return 0
    const isAdverb = (FOLLOWING_WORD.exec(text.slice(at))?.[0].length ?? 0) >= end - at
    const isGiven = GIVEN_NAME.test(text.slice(at + 1, end))
    return (isFree || isPair) && isGiven && !isAdverb && endsSurely(text.slice(end)) ? -0.4 : -1.4
  }
  if (!ends.has(end) && !FOLLOWS_SURELY.test(text.slice(end))) return -0.7
  return across.some((word) => word.at === at) ? -0.4 : 0.3
}

function endsSurely(rest: string): boolean {
  return !HAN.test(rest.charAt(0)) || FOLLOWING_WORD.test(rest) || FOLLOWING_CHARACTER.test(rest)
}

/** How surely a name ends here. */
function endPoints({ text }: View, end: number, { isCall }: Lead): number {
  const rest = text.slice(end)
  if (rest.startsWith("·")) return Number.NEGATIVE_INFINITY
  if (!HAN.test(rest.charAt(0))) return isCall ? 3.5 : 2.5
  if (GOES_ON.test(rest) || AND_INSIDE.test(rest)) return Number.NEGATIVE_INFINITY
  if (FOLLOWS_PERSON.test(rest)) return 3.4
  if (FOLLOWING_WORD.test(rest)) return 2.4
  if (FOLLOWING_CHARACTER.test(rest)) return GIVEN_NAME.test(rest.charAt(0)) ? 1.7 : 2.2
  if (FOLLOWING_VERB.test(rest)) return 2
  const [first] = wordsOf(rest.slice(0, 6))
  if (first && first.text.length > 1) return 1.3
  return isCall ? 0 : -1
}

function lengths(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}
