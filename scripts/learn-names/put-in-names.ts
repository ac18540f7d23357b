import {
  FOLLOWING_CHARACTER,
  FOLLOWING_VERB,
  FOLLOWING_WORD,
  NO_ROLE,
  ROLE,
} from "../../app/server/writing/demo/people/names.lexicon.server.ts"
import type { Example } from "./examples.ts"
import type { Lead, nameMaker, Random } from "./fresh-names.ts"
import { CALL_ENDS, CALLS, WISHES } from "./names.lexicon.ts"

const CLAUSE = /(?:^|[，。；！？、：,;!?:\n])(?<clause>\p{Script=Han}{1,14})/gu
/** Names of several makes; most people have a surname and a given name. */
const LIKES = [
  ...Array.from({ length: 13 }, () => "李明"),
  "老张",
  "老张",
  "小李",
  "阿珍",
  "煤球",
  "煤球",
  "王师傅",
  "艾琳娜",
]

type Fresh = ReturnType<typeof nameMaker>

/** Prompts that name nobody, with a name behind the first word for somebody or in its place. */
export function withNamesPutIn(examples: readonly Example[], fresh: Fresh, random: Random): Example[] {
  return examples.flatMap((example) => {
    const role = roleIn(example.text)
    if (!role) return []
    const isBehind = random() < 0.6
    const name = freshLike(fresh, random, isBehind ? "role" : "none")
    return [
      named(
        example,
        example.text.slice(0, isBehind ? role.end : role.at),
        name,
        example.text.slice(role.end),
      ),
    ]
  })
}

/** Prompts that name nobody, with a sentence that says what the hero is called. */
export function withCalls(examples: readonly Example[], fresh: Fresh, random: Random): Example[] {
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value
  return examples.map((example) => {
    const name = freshLike(fresh, random, "call")
    const [opening, closing] = random() < 0.12 ? ["“", "”"] : ["", ""]
    const [before = "", behind = ""] = pick(CALLS).split("{n}")
    const rest = closing + behind + pick(CALL_ENDS)
    if (random() < 0.35)
      return named(
        example,
        before + opening,
        name,
        rest + pick(["，", " ", "。", ",", "\n", "；"]) + example.text,
      )
    const gap = pick(["，", " ", "。", ",", " ", "\n", "（"])
    const head = example.text.replace(/[。！]$/u, "") + gap + before + opening
    return named(example, head, name, gap === "（" ? `${rest}）` : rest)
  })
}

/** Prompts that begin with somebody's name, behind a wish for a story. */
export function withWishes(examples: readonly Example[], random: Random): Example[] {
  return examples.flatMap((example) => {
    if (example.names[0]?.at !== 0) return []
    const [before = "", behind = ""] = (WISHES[Math.floor(random() * WISHES.length)] ?? "").split("{p}")
    const names = example.names.map(({ at, end }) => ({ at: at + before.length, end: end + before.length }))
    return [{ ...example, text: before + example.text.replace(/[。！]$/u, "") + behind, names }]
  })
}

function freshLike(fresh: Fresh, random: Random, lead: Lead): string {
  return fresh(LIKES[Math.floor(random() * LIKES.length)] ?? "", lead)
}

function named(example: Example, before: string, name: string, behind: string): Example {
  const at = before.length
  return { ...example, text: before + name + behind, hero: name, names: [{ at, end: at + name.length }] }
}

/** The first word for somebody that begins a clause and does something in it. */
function roleIn(text: string): { at: number; end: number } | null {
  for (const { 0: match, index, groups } of text.matchAll(CLAUSE)) {
    const clause = groups?.clause ?? ""
    const at = index + match.length - clause.length
    const isRole = (end: number) => ROLE.test(text.slice(at, end)) && !NO_ROLE.test(text.slice(at, end))
    const ends = Array.from(clause, (_, length) => at + length + 1)
    const end = ends.find((one) => isRole(one) && !isRole(one + 1))
    const rest = text.slice(end)
    const goesOn = [FOLLOWING_WORD, FOLLOWING_VERB, FOLLOWING_CHARACTER, /^\P{Script=Han}|^$/u]
    if (end && !/^[的们]/u.test(rest) && goesOn.some((pattern) => pattern.test(rest))) return { at, end }
  }
  return null
}
