import type { Word } from "../text/words.server.ts"
import {
  ENGLISH_DEAR,
  ENGLISH_FOLLOWS,
  ENGLISH_NAMED,
  ENGLISH_PLACE_AT,
  ENGLISH_PLACE_END,
  ENGLISH_PLACE_LEAD,
  ENGLISH_PLACE_OF,
  ENGLISH_PLACE_TO,
  ENGLISH_PLACES,
  ENGLISH_ROLE_BEFORE,
  ENGLISH_ROLES,
  ENGLISH_TALE,
  ENGLISH_TIME_END,
  ENGLISH_TITLES,
  MIXED_BEFORE,
  MIXED_BEHIND,
  MIXED_TITLE,
  NO_ENGLISH_NAME,
} from "./english-names.lexicon.server.ts"
import { FEMALE_NAME, MALE_NAME } from "./gender.lexicon.server.ts"

const WORDS_MAX = 3
/** So much before a word tells what it is, in UTF-16 units. */
const BEFORE_UNITS = 80

/** Where names stand in Latin letters, in English or among Chinese. */
export function englishNamesIn(prompt: string): { at: number; end: number }[] {
  const small = [...prompt.matchAll(SMALL_NAME)].map((match) => spanOf(match, match.groups?.name ?? ""))
  const large = runsIn(prompt).flatMap((run) => {
    const named = withoutRoles(run, ENGLISH_NAMED.test(wordsBefore(prompt, run[0]?.at ?? 0)))
    const [first] = named
    const last = named.at(-1)
    if (!first || !last || named.length > WORDS_MAX) return []
    const isTitled = first !== run[0] && ENGLISH_ROLES.has(run[0]?.text.toLowerCase() ?? "")
    if (!isTitled && !isName(prompt, first.at, last.end)) return []
    const called = MIXED_BEFORE.exec(wordsBefore(prompt, first.at))?.[0].length ?? 0
    const surname = MIXED_BEHIND.exec(prompt.slice(last.end))?.[0].length ?? 0
    return [{ at: first.at - called, end: last.end + surname }]
  })
  return [...small, ...large]
}

/** The place that a text in English says somebody is in, comes from or goes to. */
export function englishPlaceIn(prompt: string): string | null {
  const people = englishNamesIn(prompt)
  for (const whole of runsIn(prompt)) {
    const run = ENGLISH_PLACE_AT.test(`${whole[0]?.text} `) ? whole.slice(1) : whole
    const words = run.filter(({ text }) => !NO_ENGLISH_NAME.has(text.toLowerCase()))
    const known = run.find(({ text }) => ENGLISH_PLACES.has(text.toLowerCase()))
    const [first] = run
    const last = run.at(-1)
    if (!first || !last || run.length > WORDS_MAX) continue
    if (words.length < run.length && !known) continue
    if (people.some(({ at, end }) => at < last.end && first.at < end)) continue
    const before = wordsBefore(prompt, first.at).replace(ARTICLE, "")
    const name = prompt.slice(first.at, last.end)
    const isEnd = run.length > 1 && ENGLISH_PLACE_END.test(name) && !ENGLISH_TIME_END.test(name)
    const isLed = [ENGLISH_PLACE_AT, ENGLISH_PLACE_TO, ENGLISH_PLACE_OF].some((lead) => lead.test(before))
    if ((isEnd || (isLed && !isGivenName(name))) && /\p{Ll}/u.test(name)) return name
  }
  return null
}

function isGivenName(name: string): boolean {
  return FEMALE_NAME.test(name) || MALE_NAME.test(name)
}

const ARTICLE = /\bthe\s+$/iu

const SMALL_NAME =
  /\b(?:named|called) (?<name>[a-z]{3,})(?=$|[.,;!?]|\s+(?:who|and|is|was|in|on|at|from|with|that)\b)/gu
const CAPITALISED =
  /(?<![\p{Script=Latin}\d'’])(?:[A-Z]['’])?[A-Z]\p{Ll}*(?:[A-Z]\p{Ll}+)?(?:-[A-Z]\p{Ll}+)*(?!\p{Script=Latin})/gu
/** Between two words of one name. */
const JOINT = /^(?:\. ?| )$/u

function spanOf(match: RegExpExecArray, name: string) {
  const at = match.index + match[0].length - name.length
  return { at, end: at + name.length }
}

function wordsBefore(prompt: string, at: number): string {
  return prompt.slice(Math.max(0, at - BEFORE_UNITS), at)
}

/** Capitalised words that stand together. */
function runsIn(prompt: string): Word[][] {
  const runs: Word[][] = []
  for (const match of prompt.matchAll(CAPITALISED)) {
    const word = { ...spanOf(match, match[0]), text: match[0] }
    const before = runs.at(-1)?.at(-1)
    const joint = before && prompt.slice(before.end, word.at)
    const isAbbreviated =
      before && (before.text.length === 1 || ENGLISH_TITLES.has(before.text.toLowerCase()))
    if (joint !== undefined && JOINT.test(joint) && (joint === " " || isAbbreviated)) runs.at(-1)?.push(word)
    else runs.push([word])
  }
  return runs
}

/** A run without the words in front that only say what somebody is, and without those that are no names. */
function withoutRoles(run: readonly Word[], isNamed: boolean): Word[] {
  const isNo = ({ text }: Word) => {
    const word = text.toLowerCase()
    return ENGLISH_ROLES.has(word) || (!isNamed && NO_ENGLISH_NAME.has(word))
  }
  const from = run.findIndex((word) => !isNo(word))
  // Such as Old Henrik, whom nobody calls Henrik.
  const isDear = from === run.length - 1 && ENGLISH_DEAR.has(run[from - 1]?.text.toLowerCase() ?? "")
  if (from < 0) return isNamed ? [...run] : []
  const kept = run.slice(isDear ? from - 1 : from)
  const named = kept.length > 2 && /^Dr$/u.test(kept[0]?.text ?? "") ? kept.slice(1) : kept
  const end = named.findIndex(
    (word, index) => index > 0 && !isNamed && NO_ENGLISH_NAME.has(word.text.toLowerCase()),
  )
  return end < 0 ? named : named.slice(0, end)
}

function isName(prompt: string, at: number, end: number): boolean {
  const before = wordsBefore(prompt, at)
  const name = prompt.slice(at, end)
  if (ENGLISH_NAMED.test(before)) return true
  if (MIXED_TITLE.test(prompt.slice(end))) return true
  if (!/\p{Ll}/u.test(name) || ENGLISH_PLACE_END.test(name)) return false
  if (ENGLISH_ROLE_BEFORE.test(before)) return true
  if (ENGLISH_TITLES.has(name.split(/[ .]/u)[0]?.toLowerCase() ?? "")) return true
  if (ENGLISH_PLACE_LEAD.test(before) && !ENGLISH_TALE.test(before)) return false
  if (ENGLISH_PLACE_TO.test(before) && !isGivenName(name)) return false
  const beginsSentence = /(?:^|[.!?:;\n"“「])\s*$/u.test(before)
  return (
    !beginsSentence || ENGLISH_FOLLOWS.test(prompt.slice(end)) || /^ ?\p{Script=Han}/u.test(prompt.slice(end))
  )
}
