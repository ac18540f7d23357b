import {
  FOLLOWING_CHARACTER,
  FOLLOWING_WORD,
  GIVEN_NAME,
  ROLE,
  SAYS_HERO,
  SAYS_NAME,
} from "../../app/server/writing/demo/people/names.lexicon.server.ts"
import { wordsOf } from "../../app/server/writing/demo/text/words.server.ts"
import type { Example } from "./examples.ts"
import {
  COMMON_SURNAMES,
  FOREIGN_CHARACTERS,
  GIVEN_NAMES,
  NICKNAMES,
  OTHER_SURNAMES,
  SHORT_NAMES,
  SURNAMES_OF_TWO,
  TITLES,
} from "./names.lexicon.ts"

export type Random = () => number
/** What leads a name in: behind a call it may be any words, behind a role more than alone. */
export type Lead = "call" | "role" | "none"

const OPENING = /[\s「“"《（(『【]+$/u
const SURNAME = new RegExp(
  `^(?:${SURNAMES_OF_TWO.join("|")}|[${[...COMMON_SURNAMES, ...OTHER_SURNAMES].join("")}])`,
  "u",
)
const TITLED = new RegExp(`^\\p{Script=Han}{1,2}(?<title>${TITLES.join("|")})$`, "u")
const GIVEN_CHARACTERS = Array.from({ length: 0x9fff - 0x4e00 }, (_, at) =>
  String.fromCharCode(0x4e00 + at),
).filter((character) => GIVEN_NAME.test(character))

/** Makes names like others, so that a model learns from what stands around a name and not the name. */
export function nameMaker(texts: readonly string[], random: Random) {
  const words = wordsFor(texts)
  const runs = texts
    .flatMap((text) => text.match(/\p{Script=Han}{2,3}/gu) ?? [])
    .filter((run) => !/^[的了着们]|[的了着们]$/u.test(run))
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value
  const chance = (share: number) => random() < share
  const surname = () =>
    chance(0.6) ? pick(COMMON_SURNAMES) : chance(0.7) ? pick(OTHER_SURNAMES) : pick(SURNAMES_OF_TWO)
  const given = () => {
    if (chance(0.6)) return pick(GIVEN_NAMES)
    if (chance(0.3)) return pick(words)
    return chance(0.3) ? pick(GIVEN_CHARACTERS) : pick(GIVEN_CHARACTERS) + pick(GIVEN_CHARACTERS)
  }
  const foreign = () =>
    Array.from({ length: 2 + Math.floor(random() ** 2 * 8) }, () => pick(FOREIGN_CHARACTERS)).join("")

  return (like: string, lead: Lead): string => {
    if (/[A-Za-z\d]/u.test(like)) return like
    if (lead === "call" && chance(0.12)) return pick(runs)
    if (chance({ call: 0.11, role: 0.07, none: 0 }[lead])) return pick(words)
    if (lead === "call" && chance(0.08)) return pick(["阿", "小", "老", "大"]) + pick(GIVEN_CHARACTERS)
    if (like.includes("·")) return `${foreign()}·${foreign()}`
    if (/^阿.$/u.test(like)) return `阿${pick(SHORT_NAMES)}`
    if (/^老.$/u.test(like)) return `老${chance(0.8) ? surname().slice(0, 1) : pick(SHORT_NAMES)}`
    if (/^小.$/u.test(like))
      return chance(0.3)
        ? pick(["大", "二"]) + pick(SHORT_NAMES)
        : `小${chance(0.5) ? pick(COMMON_SURNAMES) : pick(SHORT_NAMES)}`
    if (/^(.)\1$/u.test(like)) return (chance(0.5) ? pick(SHORT_NAMES) : pick(GIVEN_CHARACTERS)).repeat(2)
    const title = TITLED.exec(like)?.groups?.title
    if (title) return surname() + (chance(0.5) ? title : pick(TITLES))
    if (like.length > 2 && [...like].every((character) => FOREIGN_CHARACTERS.includes(character)))
      return foreign()
    if (SURNAME.test(like) && like.length <= 4) return surname() + given()
    if (chance(lead === "none" ? 0.1 : 0.6)) return pick(NICKNAMES)
    return chance(0.7) ? surname() + given() : `阿${pick(SHORT_NAMES)}`
  }
}

/** Words of two characters that are no verb and nobody's role. */
function wordsFor(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => wordsOf(text).map((word) => word.text))
  return [...new Set(words)].filter(
    (word) =>
      /^\p{Script=Han}{2}$/u.test(word) &&
      ![FOLLOWING_WORD, FOLLOWING_CHARACTER, ROLE, /[的了着们]/u].some((pattern) => pattern.test(word)),
  )
}

/** The same prompt with other names, each the same wherever it stands. */
export function withFreshNames(example: Example, fresh: ReturnType<typeof nameMaker>): Example {
  const { text, names, hero } = example
  const made = new Map<string, string>()
  const places: { at: number; end: number }[] = []
  let written = ""
  let until = 0
  for (const { at, end } of names) {
    const old = text.slice(at, end)
    const name = made.get(old) ?? fresh(old, leadOf(text.slice(0, at)))
    made.set(old, name)
    written += text.slice(until, at)
    places.push({ at: written.length, end: written.length + name.length })
    written += name
    until = end
  }
  return {
    ...example,
    text: written + text.slice(until),
    names: places,
    hero: hero === null ? null : (made.get(hero) ?? null),
  }
}

function leadOf(before: string): Lead {
  const lead = before.slice(-12).replace(OPENING, "")
  if (SAYS_NAME.test(lead) || SAYS_HERO.test(lead)) return "call"
  return ROLE.test(lead) ? "role" : "none"
}
