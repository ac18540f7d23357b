import type { CardPart } from "#app/domain/outline/outline-parts.ts"
import { drawnFrom, type Lot } from "./random.server.ts"
import { readRequest } from "./read-request.server.ts"
import type { Story } from "./stories.server.ts"
import type { Cast } from "./template.server.ts"
import {
  asToldBy,
  called,
  clausesOf,
  forbids,
  obstacleOf,
  readWish,
  sentencesOf,
  tellsSomething,
  type Wished,
  type WishPeople,
} from "./wish/read-wish.server.ts"
import {
  ALREADY_WISHES,
  ANIMAL,
  COMMA,
  ENDS_CLAUSE,
  ENDS_STOP,
  ENDS_TWICE,
  INSIDE,
  LEADS_STOP,
  LEADS_WHERE,
  ONLY_QUOTED,
  TIME,
  WISHES,
} from "./wish/wish.lexicon.server.ts"
import {
  ABOUT,
  ABOUT_PLAINLY,
  ALONE,
  ASKED,
  AT_A_PLACE,
  AT_A_PLACE_SHORT,
  COMES_ACROSS,
  HAPPENED,
  HAPPENED_NEXT,
  HAPPENED_PLAINLY,
  HERO_DID,
  HINDERED,
  HINDERED_SHORT,
  LEADS_TO_EVENT,
  REMEMBERED_ALONE,
  REMEMBERED_TOGETHER,
  SEEN_ANIMAL,
  SEEN_THING,
  STOPPED,
  STOPPED_AT_SIGHT,
  STOPPED_SAYING,
  TOGETHER,
  WANTED_AT_ALL,
  WANTED_AT_ALL_SHORT,
  WANTED_BY_HERO,
  WANTED_BY_SOMEBODY,
  WANTED_SHORT,
  WANTED_THING,
  WANTED_THING_SHORT,
} from "./wish/wish.prose.server.ts"

/** Who tells a wish, and how. */
export interface WishTeller {
  story: Story
  cast: Cast
  lot: Lot
  people: WishPeople
  /** How many wishes the story has told before: none is told in the same words as another. */
  turn: number
  /** Tells no more than the wish itself. */
  isBrief: boolean
}

export interface WishParagraph {
  text: string
  /** The wish is told without it. */
  isOptional: boolean
}

/** Who is meant by the words for the people of a story with this cast. */
export function wishPeople(
  { values, genders, isFirstPerson }: Cast,
  me: string,
  hasFriend: boolean,
): WishPeople {
  const { hero = "", friend = "" } = values
  return { hero, friend, genders, toldAs: isFirstPerson ? me : hero, hasFriend }
}

/** What can be told of a wish: what its sentences say, or else the objects and the place that it names. */
export function wishesIn(text: string, people: WishPeople): Wished[] {
  const wishes = readWish(text, people)
  if (wishes.length > 0 || forbids(text)) return wishes
  const { things, place } = readRequest(text)
  return [...things, ...(place && /\p{Script=Han}/u.test(place) ? [place] : [])]
    .slice(0, TOPICS_MAX)
    .map((topic) => ({ kind: "topic", told: topic, named: topic }))
}

const TOPICS_MAX = 2

/** What a card's author has written, told as a scene; empty where nothing of it can be told. */
export function tellCard(card: Partial<Record<CardPart, string>>, teller: WishTeller): WishParagraph[] {
  const { people } = teller
  const where = tellWhere(card.where ?? "", teller)
  const want = tellWant(card.want ?? "", teller)
  const against = tellAgainst(card.against ?? "", teller)
  const turn = card.turn ? wishesIn(card.turn, people) : []
  const stop = tellStop(card.stop ?? "", teller)
  const opening = [where, want, against].filter((text) => text !== null)
  const told = tellWishes(turn, teller, where !== null)
  const plain = teller.isBrief && opening.length > 0 ? [opening.join("")] : opening
  const own = [...plain.map(needed), ...told, ...(stop === null ? [] : [needed(stop)])]
  return own
}

/** What somebody wishes to happen, told as a scene; empty where nothing of it can be told. */
export function tellWishes(wishes: readonly Wished[], teller: WishTeller, isPlaced = false): WishParagraph[] {
  if (wishes.length === 0) return []
  const told = wishes.map((wish, at) => needed(tellWish(wish, at, { teller, isPlaced })))
  return [...told, ...seenIn(wishes, teller), ...spokenOf(teller)]
}

/** How a later scene comes back to a wish that was told, in another way each time; empty where there are no words for it. */
export function remember(wishes: readonly Wished[], time: number, teller: WishTeller): string[] {
  const named = wishes.find((wish) => wish.kind !== "question" && wish.named !== "")?.named
  if (named === undefined) return []
  const { people } = teller
  const sources = people.hasFriend ? REMEMBERED_TOGETHER : REMEMBERED_ALONE
  const words = { said: named, named: asToldBy(named, people) }
  return (sources[time % sources.length] ?? []).map((source) => tell(source, words, teller))
}

function needed(text: string): WishParagraph {
  return { text, isOptional: false }
}

function tellWhere(text: string, teller: WishTeller): string | null {
  const where = told(text.replace(LEADS_WHERE, "").replaceAll(/[\s、]+/gu, COMMA), teller)
  return where && oneOf({ full: AT_A_PLACE, short: AT_A_PLACE_SHORT }, { where }, teller)
}

function tellWant(text: string, teller: WishTeller): string | null {
  const { people } = teller
  const plain = told(text, teller)
  if (plain === null) return null
  const isOwn = ALREADY_WISHES.test(plain)
  const want = isOwn ? people.toldAs + plain : plain
  if (!WISHES.test(plain) && !tellsSomething(plain))
    return oneOf({ full: WANTED_THING, short: WANTED_THING_SHORT }, { want }, teller)
  const isHero = want.startsWith(people.toldAs) || want.startsWith(people.hero)
  if (isHero && WISHES.test(want))
    return oneOf({ full: WANTED_BY_HERO, short: WANTED_SHORT }, { want }, teller)
  if (WISHES.test(want)) return oneOf({ full: WANTED_BY_SOMEBODY, short: WANTED_SHORT }, { want }, teller)
  if (isHero) return oneOf({ full: WANTED_SHORT, short: WANTED_SHORT }, { want }, teller)
  return oneOf({ full: WANTED_AT_ALL, short: WANTED_AT_ALL_SHORT }, { want }, teller)
}

function tellAgainst(text: string, teller: WishTeller): string | null {
  const obstacle = obstacleOf(text)
  if (obstacle === "") return null
  const named = asToldBy(called(obstacle, teller.people), teller.people)
  const against = tellsSomething(obstacle) ? named : COMES_ACROSS + named
  return oneOf({ full: HINDERED, short: HINDERED_SHORT }, { against }, teller)
}

function tellStop(text: string, teller: WishTeller): string | null {
  const stop = told(text.replace(LEADS_STOP, ""), teller)?.replace(ENDS_STOP, "")
  if (!stop) return null
  const isTold = tellsSomething(stop)
  const isSaid = ONLY_QUOTED.test(stop)
  const sources = isSaid ? STOPPED_SAYING : isTold ? STOPPED : STOPPED_AT_SIGHT
  return tell(sources[0] ?? "", { stop: isTold || isSaid ? stop : stop.replace(INSIDE, "") }, teller)
}

/** What of a field can be told, in its own words. */
function told(text: string, { people }: WishTeller): string | null {
  const sentences = sentencesOf(text).map((sentence) => clausesOf(sentence).join(COMMA))
  const whole = sentences.filter((sentence) => sentence !== "").join(COMMA)
  return whole === "" ? null : asToldBy(called(whole.replace(ENDS_CLAUSE, ""), people), people)
}

function tellWish(
  wish: Wished,
  at: number,
  { teller, isPlaced }: { teller: WishTeller; isPlaced: boolean },
): string {
  const event = wish.told
  if (wish.kind === "question") return oneOf({ full: ASKED, short: ASKED }, { event }, teller)
  if (wish.kind === "topic") return oneOf({ full: ABOUT, short: ABOUT_PLAINLY }, { event }, teller, at + 1)
  const needsLead = at === 0 && !isPlaced && !TIME.test(event.slice(0, TIME_UNITS))
  const lead = needsLead ? (LEADS_TO_EVENT[teller.turn % LEADS_TO_EVENT.length] ?? "") : ""
  const isHeros = event.startsWith(teller.people.toldAs)
  const full = at > 0 ? HAPPENED_NEXT : isHeros ? HERO_DID : HAPPENED
  return oneOf({ full, short: HAPPENED_PLAINLY }, { event, lead }, teller, at)
}

/** A word of time so near the beginning stands for all that follows. */
const TIME_UNITS = 8

function seenIn(wishes: readonly Wished[], teller: WishTeller): WishParagraph[] {
  if (teller.turn > 0) return []
  const [thing] = readRequest(wishes.map(({ told }) => told).join(COMMA)).things
  if (thing === undefined) return []
  const isOptional = true
  return [{ text: tell(ANIMAL.test(thing) ? SEEN_ANIMAL : SEEN_THING, { thing }, teller), isOptional }]
}

function spokenOf(teller: WishTeller): WishParagraph[] {
  const sources = teller.people.hasFriend ? TOGETHER : ALONE
  if (teller.turn >= sources.length) return []
  const paragraphs =
    sources[(teller.turn + Math.floor(drawnFrom(teller.lot)() * sources.length)) % sources.length] ?? []
  return paragraphs.map((source) => ({ text: tell(source, {}, teller), isOptional: true }))
}

/** One of the ways to tell something, each once in a story, and then in short. */
function oneOf(
  { full, short }: { full: readonly string[]; short: readonly string[] },
  words: Record<string, string>,
  teller: WishTeller,
  further = 0,
): string {
  const turn = teller.turn + Math.max(0, further - 1)
  const isLong = !teller.isBrief && turn < full.length
  const source = isLong
    ? full[(turn + Math.floor(drawnFrom(teller.lot, full[0] ?? "")() * full.length)) % full.length]
    : short[0]
  return tell(source ?? "", words, teller)
}

function tell(source: string, words: Record<string, string>, { story, cast, lot, turn }: WishTeller): string {
  const random = drawnFrom(lot, turn, source, ...Object.values(words))
  const text = story.template(source).tell({ ...cast, values: { ...cast.values, ...words } }, random)
  return text.replace(ENDS_TWICE, "")
}
