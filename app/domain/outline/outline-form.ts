import { parseFlatJson } from "../forms/flat-json.ts"
import { normaliseText } from "../text.ts"
import { cardId, OUTLINE_CARDS_MAX, type Outline, type OutlineCard } from "./outline.ts"
import { CARD_PARTS, type CardPart, HEAD_PARTS } from "./outline-parts.ts"

/** The form in which a plan is edited, with what its buttons can bring back. */
export interface OutlineForm {
  shown: Outline
  /** The cards that were taken out, the latest last. */
  removed: { at: number; card: OutlineCard }[]
  /** The outline before this one, or after it, if the author went back. */
  other: Outline | null
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
  // At an end of the list, the card has no such button any more.
  const isLast = to === (press === "up" ? 0 : cards.length - 1)
  const focus = isLast ? cardId(to) : `${cardId(to)}-${press}`
  return { form: withCards(cards.toSpliced(at, 1).toSpliced(to, 0, card)), focus }
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
/** Of a card, its place and size beside its parts; of the whole, the title, the button and what buttons bring back. */
export const OUTLINE_FORM_MAX_FIELDS = CARDS_READ_MAX * (CARD_PARTS.length + 2) + HEAD_PARTS.length + 10
/** Of two outlines and the cards that were taken out, which a browser stores as one. */
const FORM_MAX_MARKS = 3 * CARDS_READ_MAX * (CARD_PARTS.length + 5)
const CHARACTERS_MAX = 20_000
/** The size of a card that says none. */
const CHARACTERS_UNKNOWN = 1_000

/** A card of a plan that is being written, and its place in the plan. */
export interface LaterCard {
  index: number
  card: OutlineCard
}

/** The cards of a form that names the place of each. */
export function laterCardsIn(sent: FormData): LaterCard[] {
  const indexes = sent.getAll("index").map(Number)
  return cardsIn(sent).flatMap((card, at) => {
    const index = indexes[at] ?? -1
    return Number.isInteger(index) && index >= 0 ? [{ index, card }] : []
  })
}

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
  return typeof value === "string" ? parseFlatJson(value, FORM_MAX_MARKS) : null
}
