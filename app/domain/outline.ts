import type { Beat, CardEdit, ToldPlan } from "./generation.ts"
import { HEAD_LABEL } from "./outline.lexicon.ts"
import { countCodePoints, isLongerThan, normaliseText, toSingleLine } from "./text.ts"

/** What a plan tells of the whole novel. */
export const HEAD_PARTS = ["premise", "people", "places", "manner", "plants", "ending"] as const
export type HeadPart = (typeof HEAD_PARTS)[number]
/** What a card tells of its beat. */
export const CARD_PARTS = ["where", "want", "against", "turn", "stop"] as const
export type CardPart = (typeof CARD_PARTS)[number]

/** A card as its author edits it. `characters`: its share of the novel's length, in characters. */
export type OutlineCard = Record<CardPart, string> & { characters: number }

/** A plan as its author edits it. Of people, places and plants each has a line of its own. */
export type Outline = Record<HeadPart, string> & { title: string; cards: OutlineCard[] }

/** The form in which a plan is edited, with what its buttons can bring back. */
export interface OutlineForm {
  shown: Outline
  /** The cards that were taken out, the latest last. */
  removed: { at: number; card: OutlineCard }[]
  /** The outline before this one, or after it, if the author went back. */
  other: Outline | null
}

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

/**
 * A form after a button that changes it without asking the server, and the id of the element to go on from; null for
 * any other button.
 */
export function pressed(form: OutlineForm, button: string): { form: OutlineForm; focus: string } | null {
  const [press, place = "0"] = button.split(":")
  const at = Number(place)
  const { shown, removed, other } = form
  const { cards } = shown
  const withCards = (next: OutlineCard[]) => ({ ...form, shown: { ...shown, cards: next } })
  const card = cards[at]
  if (press === "keep") return { form, focus: "outline" }
  if (press === "add") {
    if (cards.length >= OUTLINE_CARDS_MAX) return { form, focus: "outline" }
    return { form: withCards([...cards, newCard(cards)]), focus: `${cardId(cards.length)}-where` }
  }
  if (press === "undo") {
    const last = removed.at(-1)
    if (!last) return { form, focus: "outline" }
    const back = { ...withCards(cards.toSpliced(last.at, 0, last.card)), removed: removed.slice(0, -1) }
    return { form: back, focus: cardId(Math.min(last.at, cards.length)) }
  }
  if (press === "other") {
    return other
      ? { form: { shown: other, removed: [], other: shown }, focus: "outline" }
      : { form, focus: "outline" }
  }
  if (!card || !["up", "down", "remove"].includes(press ?? "")) return null
  if (press === "remove") {
    if (cards.length === 1) return { form, focus: cardId(0) }
    const gone = {
      ...withCards(cards.toSpliced(at, 1)),
      removed: [...removed, { at, card }].slice(-OUTLINE_CARDS_MAX),
    }
    return { form: gone, focus: "outline-undo" }
  }
  const to = press === "up" ? at - 1 : at + 1
  if (to < 0 || to >= cards.length) return { form, focus: cardId(at) }
  return { form: withCards(cards.toSpliced(at, 1).toSpliced(to, 0, card)), focus: cardId(to) }
}

function newCard(cards: readonly OutlineCard[]): OutlineCard {
  const characters = cards.reduce((sum, one) => sum + one.characters, 0) / Math.max(1, cards.length)
  return { where: "", want: "", against: "", turn: "", stop: "", characters: Math.round(characters) }
}

/** The form as a browser sends it: cards are repeated fields in their order. What is no form of ours becomes empty. */
export function readOutlineForm(sent: FormData): OutlineForm {
  const head = HEAD_PARTS.map((part) => [part, textIn(sent, part)])
  const shown = { ...Object.fromEntries(head), title: textIn(sent, "title"), cards: cardsIn(sent) }
  return {
    shown,
    removed: removedIn(parsed(sent.get("removed"))) ?? [],
    other: outlineIn(parsed(sent.get("other"))),
  }
}

/** The form of stored text that only a browser holds; null if it is none of ours. */
export function parseOutlineForm(text: string): OutlineForm | null {
  const value = partsOf(parsed(text))
  const shown = outlineIn(value.shown)
  const removed = removedIn(value.removed)
  return shown && removed ? { shown, removed, other: outlineIn(value.other) } : null
}

const CARDS_READ_MAX = 40
const CHARACTERS_MAX = 20_000
/** The size of a card that says none. */
const CHARACTERS_UNKNOWN = 1_000

/** The cards of a form, as many as were sent. */
export function cardsIn(sent: FormData): OutlineCard[] {
  const texts = CARD_PARTS.map((part) => sent.getAll(part).map(textOf))
  const sizes = sent.getAll("characters").map(Number)
  const count = Math.min(CARDS_READ_MAX, Math.max(...texts.map((column) => column.length)))
  return Array.from({ length: count }, (_, index) => {
    const parts = CARD_PARTS.map((part, column) => [part, texts[column]?.[index] ?? ""])
    const size = sizes[index]
    return { ...Object.fromEntries(parts), characters: isSize(size) ? Math.round(size) : CHARACTERS_UNKNOWN }
  })
}

function textIn(sent: FormData, name: string): string {
  return textOf(sent.get(name))
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === "string" ? normaliseText(value).trim() : ""
}

/** Read by hand, because browsers run this and load no validation library. */
function outlineIn(value: unknown): Outline | null {
  const { title, cards, ...head } = partsOf(value)
  if (typeof title !== "string" || !Array.isArray(cards) || cards.length > CARDS_READ_MAX) return null
  const texts = HEAD_PARTS.map((part) => [part, head[part]] as const)
  const read = cards.map(cardIn)
  if (!texts.every(([, text]) => typeof text === "string") || read.includes(null)) return null
  const told = texts.map(([part, text]) => [part, normaliseText(String(text))])
  return {
    ...Object.fromEntries(told),
    title: normaliseText(title),
    cards: read.filter((card) => card !== null),
  }
}

function cardIn(value: unknown): OutlineCard | null {
  const { characters, ...parts } = partsOf(value)
  const texts = CARD_PARTS.map((part) => [part, parts[part]] as const)
  if (!isSize(characters) || !texts.every(([, text]) => typeof text === "string")) return null
  return {
    ...(Object.fromEntries(texts.map(([part, text]) => [part, normaliseText(String(text))])) as Record<
      CardPart,
      string
    >),
    characters,
  }
}

function removedIn(value: unknown): OutlineForm["removed"] | null {
  if (!Array.isArray(value) || value.length > OUTLINE_CARDS_MAX) return null
  const read = value.map((one) => {
    const { at, card } = partsOf(one)
    const isPlace = typeof at === "number" && Number.isInteger(at) && at >= 0 && at <= CARDS_READ_MAX
    const known = cardIn(card)
    return isPlace && known ? { at, card: known } : null
  })
  return read.includes(null) ? null : read.filter((one) => one !== null)
}

function isSize(value: unknown): value is number {
  return typeof value === "number" && value >= 1 && value <= CHARACTERS_MAX
}

function partsOf(value: unknown): Partial<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {}
}

function parsed(value: FormDataEntryValue | null): unknown {
  if (typeof value !== "string") return null
  try {
    return JSON.parse(value)
  } catch {
    return null
  }
}
