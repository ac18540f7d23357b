import { TITLE_LABEL } from "#app/server/writing/prompts/plan-prompts.server.ts"
import { PART_NUMBER, TITLE_KEY } from "./plan.lexicon.server.ts"

/** No part of a novel is shorter, so smaller numbers count the parts. */
const CHARACTERS_MIN = 50
/** No plan of a model is deeper. */
const DEPTH_MAX = 8

/**
 * The lines of a plan that a model gave as JSON, with anything before and behind it; null when the answer holds none.
 * One line for a title, and one for each object of the longest list.
 */
export function planLinesInJson(answer: string): string[] | null {
  const end = Math.max(answer.lastIndexOf("]"), answer.lastIndexOf("}")) + 1
  const json = answer.slice(answer.search(/[[{]/u), end)
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return null
  }
  const lists = listsIn(value).sort((a, b) => b.length - a.length)
  const title = titleIn(value)
  const lines = (lists[0] ?? []).map(lineOf)
  return [...(title === null ? [] : [`${TITLE_LABEL}${title}`]), ...lines]
}

function listsIn(value: unknown, depth = DEPTH_MAX): unknown[][] {
  if (depth === 0) return []
  const listsBelow = (one: unknown) => listsIn(one, depth - 1)
  if (Array.isArray(value)) return [value, ...value.flatMap(listsBelow)]
  return isObject(value) ? Object.values(value).flatMap(listsBelow) : []
}

function titleIn(value: unknown): string | null {
  if (!isObject(value)) return null
  const [, title] = Object.entries(value).find(([key]) => TITLE_KEY.test(key)) ?? []
  return typeof title === "string" ? title : null
}

function lineOf(item: unknown): string {
  const values = isObject(item) ? Object.values(item).flat() : [item]
  const numbers = values.map(numberIn).filter((number) => number >= CHARACTERS_MIN)
  const texts = values.filter((value) => typeof value === "string" && !isNumber(value))
  return [...texts, Math.max(1, ...numbers)].join("｜")
}

function numberIn(value: unknown): number {
  return typeof value === "string" ? Number(value) : typeof value === "number" ? value : Number.NaN
}

function isNumber(text: string): boolean {
  return PART_NUMBER.test(text.trim()) || !Number.isNaN(Number(text))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
