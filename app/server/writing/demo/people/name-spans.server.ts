import type { Steps } from "../steps/steps.server.ts"
import { type Word, wordsOf } from "../text/words.server.ts"
import {
  AND_INSIDE,
  BEGINS_WISH,
  CALLED,
  CALLED_A,
  CALLED_OLD,
  CALLED_PLACE,
  CALLED_SMALL,
  CALLS_NOBODY,
  COUNTS_ON,
  DOUBLED_NAME,
  DOUBTFUL_SURNAME,
  FAMOUS_NAME,
  FOLLOWING_CHARACTER,
  FOLLOWING_VERB,
  FOLLOWING_WORD,
  FOLLOWS_PERSON,
  FOREIGN_CHARACTERS,
  FOREIGN_LONG,
  GIVEN_NAME,
  GIVEN_WORD,
  GOES_ON,
  KNOWN_FOREIGN_NAME,
  LEADS_TO_NAME,
  NICKNAME,
  NO_DOUBLED_NAME,
  NO_FOREIGN_NAME,
  NO_NAME,
  NO_NAME_CHARACTER,
  NO_ROLE,
  OLD,
  PLACE_BEHIND,
  PLACE_CALLED,
  PLACE_NAME,
  PLACE_NAME_OR_GIVEN,
  PLACE_SAID,
  PLACE_SURELY,
  PLAIN_SURNAME,
  RANK_NAME,
  RARE_SURNAME,
  ROLE,
  SAYS_HERO,
  SAYS_NAME,
  SMALL,
  SURNAME_OF_TWO,
  TITLE_NAME,
  TO_BE,
} from "./names.lexicon.server.ts"

/** A part of a text that may be a name, and its features: what a learned model weighs. */
export interface Span {
  at: number
  end: number
  features: string[]
}

const LENGTH_MAX = 6
const FOREIGN_LENGTH_MAX = 14
/** How far before and behind a span its lead and what follows are read, in UTF-16 units. */
const REACH_UNITS = 12
const ROLE_UNITS = 8
/** How many beginnings of a span are read in one step. */
const STEP_UNITS = 100
const WORD_UNITS = 6
const RUN = /\p{Script=Han}+(?:·\p{Script=Han}+)*/gu
const HAN = /\p{Script=Han}/u
const OPENING = /[\s「“"《（(『【]+$/u
const HALF_WIDTH = ",:;!?()"
const FULL_WIDTH = "，：；！？（）"

/** Every part of a text in simplified characters that may be a name. */
export function* spanSteps(written: string): Steps<Span[]> {
  const view = viewOf(written.replace(/[,:;!?()]/gu, (mark) => FULL_WIDTH.charAt(HALF_WIDTH.indexOf(mark))))
  const spans: Span[] = []
  for (const { 0: run, index } of view.text.matchAll(RUN)) {
    for (let at = index; at < index + run.length; at++) {
      if (at % STEP_UNITS === 0) yield
      if (view.text[at] === "·" || view.text[at - 1] === "·") continue
      const left = leftOf(view, at)
      for (const end of endsOf(view.text, at, index + run.length).filter(
        (one) => !isPlace(view, left, at, one),
      ))
        spans.push({ at, end, features: featuresOf(view, left, at, end) })
    }
  }
  return spans
}

/** Where a name that begins at a place may end: it takes in what a dot joins. */
function endsOf(text: string, at: number, until: number): number[] {
  const ends: number[] = []
  for (let end = at + 1; end <= until; end++) {
    const name = text.slice(at, end)
    const isLong = name.includes("·") || FOREIGN_LONG.test(name)
    if (name.length > (isLong ? FOREIGN_LENGTH_MAX : LENGTH_MAX)) break
    if (!name.endsWith("·") && text[end] !== "·") ends.push(end)
  }
  return ends
}

/** Whether this names a place, which only a word for the hero or a call can make a person. */
function isPlace({ text, ends }: View, { kind }: Side, at: number, end: number): boolean {
  const name = text.slice(at, end)
  if (kind === "call" || kind === "hero") return false
  if (PLACE_SURELY.test(name)) return true
  if (PLACE_NAME.test(name) || (PLACE_NAME_OR_GIVEN.test(name) && !SURNAME_OF_TWO.test(name)))
    return kind !== "role"
  const behind = PLACE_BEHIND.exec(text.slice(end))?.[0].length
  return behind !== undefined && ends.has(end + behind)
}

interface View {
  text: string
  /** The words of the segmenter by where they begin and end, and the one at each place. */
  starts: ReadonlyMap<number, string>
  ends: ReadonlyMap<number, string>
  words: readonly Word[]
  /** Whether a word for what somebody is ends at a place. */
  roleEnds: readonly boolean[]
  rights: Map<number, Side>
}

interface Side {
  kind: string
  features: string[]
}

function viewOf(text: string): View {
  const words = wordsOf(text)
  return {
    text,
    starts: new Map(words.map((word) => [word.at, word.text])),
    ends: new Map(words.map((word) => [word.end, word.text])),
    words: words.flatMap((word) => Array.from(word.text.split(""), () => word)),
    roleEnds: Array.from({ length: text.length + 1 }, (_, at) =>
      isRole(text.slice(0, at).slice(-ROLE_UNITS)),
    ),
    rights: new Map(),
  }
}

function isRole(before: string): boolean {
  return ROLE.test(before) && !NO_ROLE.test(before)
}

function leftOf(view: View, at: number): Side {
  const { text, ends } = view
  const before = text.slice(0, at).slice(-REACH_UNITS)
  const kind = leadKind(view, at, before.replace(OPENING, ""))
  const features = [
    `lk=${kind}`,
    `lw=${ends.get(at) ?? "-"}`,
    `l1=${before.slice(-1)}`,
    `l2=${before.slice(-2)}`,
    `l3=${before.slice(-3)}`,
    `lb=${ends.has(at) || at === 0}`,
  ]
  return { kind, features }
}

/** What kind of words lead a name in. */
function leadKind({ text, roleEnds }: View, at: number, before: string): string {
  if (before === "") return "start"
  if (PLACE_SAID.test(before)) return "place"
  if (
    SAYS_NAME.test(before) ||
    (CALLED.test(before) && isRole(before.replace(CALLED, "").slice(-ROLE_UNITS)))
  ) {
    const rest = text.slice(at, at + REACH_UNITS)
    const isNobody = CALLS_NOBODY.test(rest) || CALLED_PLACE.test(rest) || PLACE_CALLED.test(before)
    return isNobody ? "call-nobody" : "call"
  }
  if (SAYS_HERO.test(before)) return TO_BE.test(before) ? "hero-is" : "hero"
  if (roleEnds[at] || (OPENING.test(text.slice(0, at)) && isRole(before))) return "role"
  if (COUNTS_ON.test(before)) return "count"
  if (BEGINS_WISH.test(before)) return "wish"
  if (LEADS_TO_NAME.test(before)) return "leads"
  return markKind(text.charAt(at - 1)) ?? (HAN.test(before.slice(-1)) ? "han" : "mark")
}

function rightOf(view: View, end: number): Side {
  const known = view.rights.get(end)
  if (known) return known
  const rest = view.text.slice(end, end + REACH_UNITS)
  const kind = followKind(rest)
  const features = [
    `rk=${kind}`,
    `rw=${view.starts.get(end) ?? "-"}`,
    `r1=${rest.slice(0, 1)}`,
    `r2=${rest.slice(0, 2)}`,
    `r3=${rest.slice(0, 3)}`,
    `rb=${view.starts.has(end) || end === view.text.length}`,
  ]
  view.rights.set(end, { kind, features })
  return { kind, features }
}

/** What kind of words follow a name. */
function followKind(rest: string): string {
  if (rest === "") return "end"
  const mark = markKind(rest.charAt(0))
  if (mark) return mark
  if (!HAN.test(rest.charAt(0))) return "mark"
  if (AND_INSIDE.test(rest)) return "and-inside"
  if (GOES_ON.test(rest)) return "goes-on"
  if (FOLLOWS_PERSON.test(rest)) return "person"
  if (FOLLOWING_WORD.test(rest)) return "word"
  if (PLACE_BEHIND.test(rest)) return "place"
  if (FOLLOWING_CHARACTER.test(rest)) return "character"
  if (FOLLOWING_VERB.test(rest)) return "verb"
  return (wordsOf(rest.slice(0, WORD_UNITS))[0]?.text.length ?? 0) > 1 ? "long" : "han"
}

function markKind(character: string): string | null {
  if (/\s/u.test(character)) return "space"
  if (/[，、]/u.test(character)) return "comma"
  return /[。！？；…]/u.test(character) ? "stop" : null
}

function featuresOf(view: View, left: Side, at: number, end: number): string[] {
  const { text, starts, roleEnds } = view
  const right = rightOf(view, end)
  const name = text.slice(at, end)
  const { shape, given } = shapeOf(name)
  const long = `${shape}${Math.min(name.length, LENGTH_MAX)}`
  const lies = segmentation(view, at, end)
  const features = [
    ...left.features,
    ...right.features,
    `s=${long}`,
    `s lk=${long} ${left.kind}`,
    `s rk=${long} ${right.kind}`,
    `s lk rk=${long} ${left.kind} ${right.kind}`,
    `lk rk=${left.kind} ${right.kind}`,
    `seg=${lies}`,
    `seg s=${lies} ${long}`,
    `seg lk=${lies} ${left.kind}`,
    `seg rk=${lies} ${right.kind}`,
    `${shape} l1=${text.charAt(at - 1)}`,
    `${shape} r1=${text.charAt(end)}`,
    `${shape} r2=${text.slice(end, end + 2)}`,
    `${shape} rw=${starts.get(end) ?? "-"}`,
    `first=${name.charAt(0)}`,
    `last=${name.slice(-1)}`,
    `${shape} last=${name.slice(-1)}`,
    ...givenFeatures(given, shape),
  ]
  if (name.length <= 3) features.push(`name=${name}`)
  if (name.length >= 2) features.push(`first2=${name.slice(0, 2)}`)
  if (name.length >= 3) features.push(`last2=${name.slice(-2)}`)
  if ([...name].some((one) => NO_NAME_CHARACTER.test(one)))
    features.push("no-name-character=", `no-name-character s=${shape}`, `no-name-character lk=${left.kind}`)
  if (NO_NAME.test(text.slice(at, at + 4))) features.push(`no-name s=${shape}`, `no-name lk=${left.kind}`)
  if (roleEnds[end]) features.push("role-end=", `role-end s=${long}`)
  for (let inside = at + 1; inside < end; inside++)
    if (roleEnds[inside]) features.push(`role-inside=${inside - at}`, `role-inside s=${shape}`)
  if (NO_FOREIGN_NAME.test(name)) features.push("no-foreign=")
  if (FOLLOWING_WORD.test(name)) features.push(`verb s=${shape}`)
  if (name.length > 1 && (text.indexOf(name) !== at || text.indexOf(name, end) >= 0))
    features.push("again=", `again s=${shape}`)
  return features
}

function givenFeatures(given: string, shape: string): string[] {
  if (given === "") return []
  const known = [...given].filter((one) => GIVEN_NAME.test(one)).length
  const last = given.slice(-1)
  return [
    ...[...given].map((one) => `given=${one}`),
    `known s=${known}/${given.length} ${shape}`,
    ...(GIVEN_WORD.test(given) ? ["given-word="] : []),
    ...(FOLLOWING_WORD.test(given) ? [`given-verb s=${shape}`] : []),
    ...(given.length > 1 && FOLLOWING_CHARACTER.test(last) ? [`given-cut=${GIVEN_NAME.test(last)}`] : []),
  ]
}

/** How a name is made, and its characters that are a given name's. */
function shapeOf(name: string): { shape: string; given: string } {
  const is = (pattern: RegExp) => pattern.exec(name)?.[0].length === name.length
  const [first = "", ...others] = name
  const rest = others.join("")
  const without = (shape: string) => ({ shape, given: "" })
  if (name.includes("·"))
    return without(FOREIGN_CHARACTERS.test(name.split("·").at(-1) ?? "") ? "dotted" : "dotted-odd")
  if (is(FAMOUS_NAME)) return without("famous")
  if (is(CALLED_A)) return { shape: "a", given: rest }
  if (is(CALLED_OLD)) return without("old")
  if (name.length === 2 && SMALL.test(first) && (is(CALLED_SMALL) || isNamePart(rest)))
    return { shape: "small", given: rest }
  if (name.length === 2 && OLD.test(first) && isNamePart(rest)) return { shape: "old-odd", given: rest }
  if (is(NICKNAME)) return without("nickname")
  if (is(DOUBLED_NAME)) return { shape: NO_DOUBLED_NAME.test(name) ? "doubled-odd" : "doubled", given: rest }
  if (SURNAME_OF_TWO.test(name) && (name.length === 3 || name.length === 4))
    return { shape: "two", given: name.slice(2) }
  const surname = surnameKind(first)
  if (surname && rest !== "") {
    if (TITLE_NAME.exec(rest)?.[0] === rest) return without(`${surname}-title`)
    if (RANK_NAME.test(rest)) return without(`${surname}-rank`)
    if (name.length <= 3) return { shape: surname, given: rest }
  }
  if (name.length > 1 && is(KNOWN_FOREIGN_NAME)) return without("known")
  if (name.length > 1 && (FOREIGN_CHARACTERS.test(name) || FOREIGN_LONG.test(name))) return without("foreign")
  return { shape: "other", given: name.length <= 3 ? name : "" }
}

function surnameKind(character: string): string | null {
  if (PLAIN_SURNAME.test(character)) return "plain"
  if (DOUBTFUL_SURNAME.test(character)) return "doubtful"
  return RARE_SURNAME.test(character) ? "rare" : null
}

function isNamePart(character: string): boolean {
  return surnameKind(character) !== null || GIVEN_NAME.test(character)
}

/** How a name lies among the words of the segmenter. */
function segmentation({ starts, ends, words }: View, at: number, end: number): string {
  if (!starts.has(at)) return ends.has(end) ? "cut-start" : "cut-both"
  const first = words[at]
  if (!ends.has(end)) return first && first.end > end ? "inside" : "cut-end"
  if (first?.end === end) return end - at > 1 ? "word" : "character"
  const inside = words.slice(at, end)
  if (inside.every((word) => word.end - word.at === 1)) return "characters"
  return first && first.end - first.at > 1 ? "word-first" : "word-last"
}
