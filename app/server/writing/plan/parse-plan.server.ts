import { clamp } from "#app/domain/clamp.ts"
import { type Beat, beatText, type PlanLine } from "#app/domain/generation.ts"
import { toTitle } from "#app/domain/novel-title.ts"
import { firstCharacters, isLongerThan, normaliseText } from "#app/domain/text.ts"
import { isRefusal } from "#app/server/writing/filters/assistant-voice.server.ts"
import {
  CARD_LABEL,
  HEAD_LABELS,
  SKELETON_BEATS,
  TITLE_LINE,
} from "#app/server/writing/prompts/plan-prompts.server.ts"
import { BEGINS_JSON, COUNTS_AT_END, LIST_MARK, PREFACE } from "./plan.lexicon.server.ts"
import { planLinesInJson } from "./plan-json.server.ts"

export const BEATS_MIN = 2
/** Of a plan with more beats than were asked for, so many are kept. */
const BEATS_KEPT_MIN = 12
const SUMMARY_MAX_CHARS = 300
const STOP_MAX_CHARS = 80
const HEAD_LINES_MAX = 16
const HEAD_LINE_MAX_CHARS = 160
/** So much is read of an answer and of one of its lines: more than any plan that was asked for. */
const ANSWER_MAX_UNITS = 40_000
const LINE_MAX_CHARS = 2_000
/** A card has at least these fields beside its length: where, want, against, turn and stop. */
const CARD_FIELDS = 5
const COUNT_MAX_CHARS = 10
/** Limits of one beat's share relative to the average, so that no beat is a line and none a book. */
const SHARE_MIN = 0.4
const SHARE_MAX = 2.5

/** What an answer says of a novel; empty or null where it says nothing. */
export interface ParsedPlan {
  title: string | null
  /** People, places, manner, plants and ending, one line each, as the plan prompt asks for them. */
  head: string[]
  /** Null when the answer holds no plan. */
  beats: Beat[] | null
}

/**
 * Reads a plan line by line: a title, the lines of its head, and one line per beat, as a card or as a summary with
 * its number of characters. Also understands numbered lines, counts in brackets, and JSON. What is none of these
 * falls away.
 */
export function readPlan(answer: string, beatCount: number): ParsedPlan {
  const lines = linesOf(answer)
  const beats = cardsIn(lines, answer)
  const isPlan = isEnough(beats, beatCount) && beats.length <= beatCount * 2
  return {
    title: lines.map((line) => toTitle(TITLE_LINE.exec(line)?.[1] ?? "")).find((one) => one !== null) ?? null,
    head: lines
      .map(headLine)
      .filter((line) => line !== null)
      .slice(0, HEAD_LINES_MAX),
    beats: isPlan ? beats.slice(0, beatsKept(beatCount)) : null,
  }
}

/** The cards of an answer, in order, however many there are; no more than a plan keeps. */
export function readCards(answer: string, beatCount: number): Beat[] {
  return cardsIn(linesOf(answer), answer).slice(0, beatsKept(beatCount))
}

/** Whether a plan with these beats is one: a model may give fewer than it was asked for. */
export function isEnough(beats: readonly Beat[], beatCount: number): boolean {
  return beats.length >= Math.max(BEATS_MIN, beatCount / 2)
}

/**
 * What readers may see of an answer while it comes: those of its finished lines that `readPlan` keeps whatever follows
 * them. Nothing of JSON, and nothing of an answer that begins otherwise than a plan does: it may be a thought.
 */
export function readDraft(answer: string, beatCount: number): PlanLine[] {
  const finished = answer.slice(0, answer.lastIndexOf("\n", ANSWER_MAX_UNITS) + 1)
  if (BEGINS_JSON.test(finished)) return []
  const lines = finished.split("\n").map(withoutMarkup)
  const first = lines.find((line) => /[\p{L}\p{N}]/u.test(line) && !PREFACE.test(line))
  if (first === undefined || draftLine(first) === null) return []
  const room = { title: 1, head: HEAD_LINES_MAX, beat: beatsKept(beatCount) }
  return lines.map(draftLine).filter((line): line is PlanLine => {
    if (line === null) return false
    room[line.kind] -= 1
    return room[line.kind] >= 0
  })
}

function draftLine(line: string): PlanLine | null {
  const [, named] = TITLE_LINE.exec(line) ?? []
  if (named !== undefined) {
    const title = toTitle(named)
    return title === null ? null : { kind: "title", text: title }
  }
  const head = headLine(line)
  if (head !== null) return { kind: "head", text: head }
  const beat = countedBeat(line)
  return beat && { kind: "beat", text: beatText(beat) }
}

function linesOf(answer: string): string[] {
  const read = answer.slice(0, ANSWER_MAX_UNITS)
  return (planLinesInJson(read) ?? read.split("\n")).map(withoutMarkup)
}

function cardsIn(lines: string[], answer: string): Beat[] {
  const rest = lines.filter((line) => !TITLE_LINE.test(line) && headLine(line) === null)
  const counted = rest.map(countedBeat).filter((beat) => beat !== null)
  // A model that declines likes to list what it would write instead.
  if (counted.length > 0 || isRefusal(answer)) return counted
  return rest.map(listedBeat).filter((beat) => beat !== null)
}

function beatsKept(beatCount: number): number {
  return Math.max(BEATS_KEPT_MIN, beatCount)
}

/** These beats, or the skeleton plan, with characters that sum to the target. */
export function beatsToTarget(beats: Beat[] | null, beatCount: number, targetCharacters: number): Beat[] {
  return normalise(beats ?? skeleton(beatCount), targetCharacters)
}

/** These beats, which stand as they are, and the skeleton plan for the parts that are missing. */
export function withSkeleton(beats: readonly Beat[], beatCount: number, targetCharacters: number): Beat[] {
  const missing = beatCount - beats.length
  return withRest(beats, skeleton(beatCount).slice(1).slice(-missing), targetCharacters)
}

/** These beats, which stand as they are, and the rest of the plan with the characters that are left. */
export function withRest(beats: readonly Beat[], rest: Beat[], targetCharacters: number): Beat[] {
  return [...beats, ...normalise(rest, targetCharacters - sumOf(beats))]
}

/** The first cards of a plan that is still being made, with their share of the target. */
export function openingToTarget(cards: Beat[], beatCount: number, targetCharacters: number): Beat[] {
  const fair = targetCharacters / beatCount
  const average = sumOf(cards) / cards.length
  // A card may count in something else than characters, or not at all.
  const each = average > fair / 2 && average < fair * 2 ? fair : average
  const toCome = Array.from({ length: beatCount - cards.length }, () => ({ ...UNKNOWN, characters: each }))
  return normalise([...cards, ...toCome], targetCharacters).slice(0, cards.length)
}

/** The beats of a plan that is still being made: those that are known, and as many without a word as are to come. */
export function withBeatsToCome(beats: readonly Beat[], beatCount: number, targetCharacters: number): Beat[] {
  const toCome = Array.from({ length: beatCount - beats.length }, () => ({ ...UNKNOWN, characters: 1 }))
  return withRest(beats, toCome, targetCharacters)
}

const UNKNOWN = { summary: "", stop: "" }

function sumOf(beats: readonly Beat[]): number {
  return beats.reduce((sum, { characters }) => sum + characters, 0)
}

const BAR = /[｜|]/u
const OUTER_BARS = /^[｜|]|[｜|]$/gu
const MARKUP = /[*`#]/g

function withoutMarkup(line: string): string {
  return firstCharacters(normaliseText(line).replace(MARKUP, "").trim(), LINE_MAX_CHARS)
    .replace(OUTER_BARS, "")
    .trim()
}

function fieldsOf(text: string): string[] {
  return text.split(BAR).map((field) => field.trim())
}

const HEAD_LINE = new RegExp(`^(?:[-•·>]\\s*)?(${HEAD_LABELS.join("|")})\\s*[｜|:：]\\s*(.+)$`, "u")

function headLine(line: string): string | null {
  const [, label, text = ""] = HEAD_LINE.exec(line) ?? []
  if (label === undefined) return null
  const fields = fieldsOf(text).filter((field) => field !== "")
  return firstCharacters([label, ...fields].join("｜"), HEAD_LINE_MAX_CHARS)
}

const CARD_LINE = new RegExp(
  `^(?:[-•·>]\\s*)?(?:[^\\s｜|]{0,4}\\s*)?${CARD_LABEL}\\s{0,3}[^\\s｜|]{0,3}\\s{0,3}[｜|]\\s*(.+)$`,
  "u",
)

function countedBeat(line: string): Beat | null {
  const [, card] = CARD_LINE.exec(line) ?? []
  if (card !== undefined) return cardBeat(fieldsOf(card).filter((field) => field !== ""))
  const match = COUNTS_AT_END.map((pattern) => pattern.exec(line)).find((found) => found !== null)
  const characters = countIn(match?.[1] ?? "")
  const fields = fieldsOf(line.slice(0, match?.index).replace(LIST_MARK, ""))
  return characters > 0 ? beatOf(fields, characters) : null
}

/** Where a model leaves a field out, what is there still counts. */
function cardBeat(fields: string[]): Beat | null {
  const last = fields.at(-1) ?? ""
  const hasCount = /\d/.test(last) && !isLongerThan(last, COUNT_MAX_CHARS)
  const characters = hasCount ? countIn(last) : 1
  return beatOf(hasCount ? fields.slice(0, -1) : fields, Math.max(1, characters))
}

/** A numbered line that says no length. */
function listedBeat(line: string): Beat | null {
  return LIST_MARK.test(line) ? beatOf(fieldsOf(line.replace(LIST_MARK, "")), 1) : null
}

function beatOf(fields: string[], characters: number): Beat | null {
  const stop = fields.length >= CARD_FIELDS ? (fields.at(-1) ?? "") : ""
  const told = fields.length >= CARD_FIELDS ? fields.slice(0, -1) : fields
  const summary = told.join("｜").trim()
  if (!isLongerThan(summary, 1)) return null
  return {
    summary: firstCharacters(summary, SUMMARY_MAX_CHARS),
    stop: firstCharacters(stop, STOP_MAX_CHARS),
    characters,
  }
}

function countIn(text: string): number {
  return Number(text.replace(/\D/g, ""))
}

function skeleton(beatCount: number): Beat[] {
  const left = Math.max(0, SKELETON_BEATS.length - beatCount)
  return SKELETON_BEATS.toSpliced(-1 - left, left).map((summary) => ({ summary, stop: "", characters: 1 }))
}

function normalise(beats: Beat[], targetCharacters: number): Beat[] {
  const average = sumOf(beats) / beats.length
  const weights = beats.map(({ characters }) => clamp(characters / average, SHARE_MIN, SHARE_MAX))
  const weightSum = weights.reduce((sum, weight) => sum + weight, 0)

  let assigned = 0
  let weightSoFar = 0
  return beats.map((beat, index) => {
    weightSoFar += weights[index] ?? 0
    const end = Math.round((targetCharacters * weightSoFar) / weightSum)
    const characters = end - assigned
    assigned = end
    return { ...beat, characters }
  })
}
