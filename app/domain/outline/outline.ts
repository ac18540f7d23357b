import type { Beat, CardEdit, ToldPlan } from "../generation.ts"
import { countCodePoints, isLongerThan, toSingleLine } from "../text.ts"
import { HEAD_LABEL } from "./outline.lexicon.ts"
import { CARD_PARTS, type CardPart, HEAD_PARTS, type HeadPart } from "./outline-parts.ts"

/** A card as its author edits it. `characters`: its share of the novel's length, in characters. */
export type OutlineCard = Record<CardPart, string> & { characters: number }

/** A plan as its author edits it. Of people, places and plants each has a line of its own. */
export type Outline = Record<HeadPart, string> & { title: string; cards: OutlineCard[] }

export const OUTLINE_TITLE_MAX_CHARS = 20
export const HEAD_PART_MAX_CHARS = 1_000
export const CARD_PART_MAX_CHARS = 300
export const OUTLINE_CARDS_MAX = 12
/** Of a whole outline, where the model's context has room for it ... */
export const OUTLINE_MAX_CHARS = 6_000
/** ... and the share of a smaller context that it may take, in characters a token. */
const OUTLINE_CONTEXT_SHARE = 1 / 5

/** What is wrong with an outline; each belongs to a field, a card, or the whole. */
export type OutlineProblem =
  | "outline-field-too-long"
  | "outline-card-empty"
  | "outline-too-long"
  | "outline-too-many-cards"

const PARTS_OF_SUMMARY = ["where", "want", "against", "turn"] as const
/** Their fields are divided by bars in a plan and by semicolons for its author; the others are one sentence. */
const LISTED: readonly HeadPart[] = ["people", "places", "manner", "plants"]
const BAR = "｜"
const SEMICOLON = "；"

/** A plan as a form shows it to its author. */
export function outlineOf({ title, head, beats }: ToldPlan): Outline {
  const parts = HEAD_PARTS.map((part) => {
    const label = HEAD_LABEL[part] + BAR
    const lines = head.filter((line) => line.startsWith(label)).map((line) => line.slice(label.length))
    return [part, lines.map((line) => line.replaceAll(BAR, SEMICOLON)).join("\n")]
  })
  return { ...Object.fromEntries(parts), title: title ?? "", cards: beats.map(cardOf) }
}

/** A beat as a card. A summary that is not divided into all parts says what happens, and maybe where. */
export function cardOf({ summary, stop, characters }: Beat): OutlineCard {
  const parts = summary.split(BAR)
  const [where = "", want = "", against = "", ...turn] =
    parts.length >= PARTS_OF_SUMMARY.length
      ? parts
      : [...parts.slice(0, -1), "", "", "", ""].slice(0, PARTS_OF_SUMMARY.length - 1).concat(parts.slice(-1))
  return { where, want, against, turn: turn.join(SEMICOLON), stop, characters }
}

/** Whether two cards say the same. */
export function isSameCard(one: OutlineCard, other: OutlineCard): boolean {
  return CARD_PARTS.every((part) => one[part] === other[part])
}

/**
 * The plan that an outline says. Its beats share the target as its cards do, `toTarget` makes them add up to it. A beat
 * of `known` plans that nobody has changed stays as it is; the others are their author's.
 */
export function planOf(
  outline: Outline,
  known: readonly ToldPlan[],
  toTarget: (beats: Beat[]) => Beat[],
): ToldPlan & { head: string[]; beats: Beat[] } {
  const { title, cards } = outline
  const beats = known.flatMap((plan) => plan.beats)
  const head = HEAD_PARTS.flatMap((part) => {
    const lines = outline[part].split("\n").map(asLine).filter(Boolean)
    const told = LISTED.includes(part) ? lines.map((line) => line.replaceAll(SEMICOLON, BAR)) : lines
    return told.map((line) => HEAD_LABEL[part] + BAR + line)
  })
  const line = asLine(title)
  return {
    title: line === "" ? null : line,
    head,
    beats: toTarget(
      cards.map((card) => {
        const same = beats.find((beat) => isSameCard(cardOf(beat), card))
        return same ? { ...same, characters: card.characters } : { ...beatOf(card), byAuthor: true }
      }),
    ),
  }
}

/** The author's card for the beat at an index of a plan that is being written. */
export function editOf(index: number, card: OutlineCard): CardEdit {
  const { summary, stop } = beatOf(card)
  return { index, summary, stop }
}

function beatOf(card: OutlineCard): Beat {
  const summary = PARTS_OF_SUMMARY.map((part) => asLine(card[part])).join(BAR)
  return { summary, stop: asLine(card.stop), characters: card.characters }
}

const MARKS: Record<string, string> = {
  "<": "＜",
  ">": "＞",
  "「": "『",
  "」": "』",
  "｜": SEMICOLON,
  "|": SEMICOLON,
}

/** One line without the marks that divide and enclose the lines of a prompt. */
function asLine(text: string): string {
  return toSingleLine(text.replace(/[<>「」｜|]/gu, (mark) => MARKS[mark] ?? mark))
}

/** What is wrong with an outline, by the ids of its fields (`people`, `card-2-turn`), cards (`card-2`) and the whole. */
export function outlineProblems(
  outline: Outline,
  { charactersMax, cardsMax }: { charactersMax: number; cardsMax: number },
): Record<string, OutlineProblem> {
  const problems: Record<string, OutlineProblem> = {}
  if (isLongerThan(outline.title, OUTLINE_TITLE_MAX_CHARS)) problems.title = "outline-field-too-long"
  for (const part of HEAD_PARTS)
    if (isLongerThan(outline[part], HEAD_PART_MAX_CHARS)) problems[part] = "outline-field-too-long"
  Object.assign(problems, cardProblems(outline.cards))
  const isWithinFields = Object.keys(problems).length === 0
  if (outline.cards.length > cardsMax || outline.cards.length === 0)
    problems.outline = "outline-too-many-cards"
  else if (isWithinFields && outlineLength(outline) > charactersMax) problems.outline = "outline-too-long"
  return problems
}

/** What is wrong with cards, by the ids of their fields and their own; `indexes`: their places in the plan. */
export function cardProblems(
  cards: readonly OutlineCard[],
  indexes: readonly number[] = cards.map((_, index) => index),
): Record<string, OutlineProblem> {
  const problems: Record<string, OutlineProblem> = {}
  for (const [at, card] of cards.entries()) {
    const id = cardId(indexes[at] ?? at)
    if (CARD_PARTS.every((part) => asLine(card[part]) === "")) problems[id] = "outline-card-empty"
    for (const part of CARD_PARTS) {
      if (isLongerThan(card[part], CARD_PART_MAX_CHARS)) problems[`${id}-${part}`] = "outline-field-too-long"
    }
  }
  return problems
}

/** How long an outline may be: a model with a small context needs the room, but what it has written itself fits. */
export function outlineCharactersMax(contextTokens: number, before: Outline): number {
  const room = Math.min(OUTLINE_MAX_CHARS, Math.floor(contextTokens * OUTLINE_CONTEXT_SHARE))
  return Math.max(room, outlineLength(before))
}

/** In code points. */
export function outlineLength(outline: Outline): number {
  const texts = HEAD_PARTS.map((part) => outline[part])
  const told = outline.cards.flatMap((card) => CARD_PARTS.map((part) => card[part]))
  return [outline.title, ...texts, ...told].reduce((sum, text) => sum + countCodePoints(text), 0)
}

/** All that an outline says, as one text. */
export function outlineText(outline: Outline): string {
  return [outline.title, ...HEAD_PARTS.map((part) => outline[part]), cardsText(outline.cards)].join("\n")
}

/** All that cards say, as one text. */
export function cardsText(cards: readonly OutlineCard[]): string {
  return cards.flatMap((card) => CARD_PARTS.map((part) => card[part])).join("\n")
}

/** The id of a card's element on a page. */
export function cardId(index: number): string {
  return `card-${index}`
}
