import type { CardPart } from "#app/domain/outline/outline-parts.ts"
import { drawnFrom, type Lot } from "./random.server.ts"
import { requestSteps } from "./read-request.server.ts"
import { atOnce, type Steps } from "./steps/steps.server.ts"
import type { Story } from "./stories.server.ts"
import { FIRST_PERSON } from "./telling.prose.server.ts"
import type { Cast } from "./template.server.ts"
import { thingsIn } from "./things/things.server.ts"
import { ABSORBED, AGE, type HappeningName, KIN_OF, SPEAKS_FIRST } from "./wish/happening.lexicon.server.ts"
import { counted, happeningOf, happeningsInEnglish, placeInEnglish } from "./wish/happening.server.ts"
import { BACK_TO_ANYTHING, BACKS, SCENES } from "./wish/happening-scenes.server.ts"
import type { Happening } from "./wish/happening-shape.server.ts"
import { withClauseBehind } from "./wish/incident.server.ts"
import {
  asDone,
  asToldBy,
  called,
  clausesOf,
  forbids,
  isInEnglish,
  obstacleOf,
  readingWish,
  sentencesOf,
  tellsSomething,
  thoughtsIn,
  type Wished,
} from "./wish/read-wish.server.ts"
import { REGISTER_OF, REGISTER_WORDS } from "./wish/register.prose.server.ts"
import {
  TOLD_OF_SOMEBODY,
  TOLD_OF_SOMEBODY_ALONE,
  TOLD_OF_THING,
  TOLD_OF_THING_ALONE,
} from "./wish/scenes/named.prose.server.ts"
import {
  ABOUT,
  ABOUT_ALONE,
  ABOUT_PLAINLY,
  BOTH_DID,
  HAPPENED,
  HAPPENED_ALONE,
  HAPPENED_BADLY,
  HAPPENED_NEXT,
  HAPPENED_PLAINLY,
  HAPPENED_SAYING,
  HAPPENED_WELL,
  HERO_DID,
  NO_LOVERS,
  THERE,
  THOUGHT,
} from "./wish/scenes/plain.prose.server.ts"
import { nounOf } from "./wish/who.server.ts"
import {
  ALREADY_WISHES,
  AND,
  COMMA,
  ENDS_CLAUSE,
  ENDS_STOP,
  ENDS_TWICE,
  GLAD,
  INSIDE,
  LEADS_STOP,
  LEADS_WHERE,
  OF,
  ONLY_QUOTED,
  ONLY_TIME,
  SAD,
  STOP,
  TOGETHER,
  TWO_OF_THEM,
  WISHES,
} from "./wish/wish.lexicon.server.ts"
import {
  ASKED,
  AT_A_PLACE,
  AT_A_PLACE_SHORT,
  COMES_ACROSS,
  HINDERED,
  HINDERED_SHORT,
  STOPPED,
  STOPPED_AT_SIGHT,
  STOPPED_SAYING,
  WANTED_AT_ALL,
  WANTED_AT_ALL_SHORT,
  WANTED_BY_HERO,
  WANTED_BY_SOMEBODY,
  WANTED_SHORT,
  WANTED_THING,
  WANTED_THING_SHORT,
} from "./wish/wish.prose.server.ts"
import type { WishPeople } from "./wish/wish-people.server.ts"

/** Who tells a wish, and how. */
export interface WishTeller {
  story: Story
  cast: Cast
  lot: Lot
  people: WishPeople
  /** What the text has told, with one mark for all: no scene is told twice. */
  before: string
  /** How many wishes the story has told before: none is told in the same words as another. */
  turn: number
  /** So many scenes are told of one wish; what comes behind them is told in a sentence. */
  scenesMax: number
  /** Tells no more than the wish itself. */
  isBrief: boolean
}

export const SCENES_MAX = 2

/** Who is meant by the words for the people of a story with this cast, where `role` is there beside the hero. */
export function wishPeople(
  { values, genders, isFirstPerson }: Cast,
  story: Story,
  role: string | null,
): WishPeople {
  const { hero = "", friend = "" } = values
  const names = Object.keys(genders).map((one) => values[one] ?? "")
  const other = role === null ? null : (values[role] ?? null)
  const told = story.file.people.friend?.who.split(COMMA) ?? []
  const otherIs = nounOf(told.find((one) => !AGE.test(one)) ?? "")
  return { hero, friend, genders, toldAs: isFirstPerson ? FIRST_PERSON : hero, other, otherIs, names }
}

/** What can be told of a wish: what its sentences say, or else the objects and the place that it names. */
function wishesIn(text: string, people: WishPeople): Wished[] {
  return atOnce(wishSteps(text, people))
}

/** The same in steps. */
export function* wishSteps(text: string, people: WishPeople): Steps<Wished[]> {
  const wishes = yield* readingWish(text, people)
  yield
  if (wishes.length > 0) return wishes
  if (forbids(text)) return stayingIn(text, people)
  const happenings = isInEnglish(text) ? happeningsInEnglish(text, people) : []
  if (happenings.length > 0) return [{ kind: "event", told: "", named: "", clauses: [], happenings }]
  const { things, place } = yield* requestSteps(text)
  const named = isInEnglish(text) ? things.map(counted) : things
  return [...named, ...(place && /\p{Script=Han}/u.test(place) ? [place] : [])]
    .slice(0, TOPICS_MAX)
    .map((topic) => ({ kind: "topic", told: topic, named: topic, clauses: [] }))
}

const TOPICS_MAX = 2

/** That somebody must not go is told as their staying. */
function stayingIn(text: string, people: WishPeople): Wished[] {
  if (people.other === null) return []
  const happening = sentencesOf(text)
    .map((sentence) => happeningOf(sentence.replace(ENDS_CLAUSE, ""), people))
    .find((one) => one?.name === "stay")
  return happening ? [{ kind: "event", told: "", named: "", clauses: [], happenings: [happening] }] : []
}

/** What a card's author has written, told as a scene; empty where nothing of it can be told. */
export function tellCard(card: Partial<Record<CardPart, string>>, teller: WishTeller): string[] {
  const { people } = teller
  const where = tellWhere(card.where ?? "", teller)
  const want = tellWant(card.want ?? "", teller)
  const against = tellAgainst(card.against ?? "", teller)
  const turn = card.turn ? wishesIn(card.turn, people) : []
  const stop = tellStop(card.stop ?? "", teller)
  const opening = [where, want, against].filter((text) => text !== null)
  const told = tellWishes(turn, teller)
  const plain = teller.isBrief && opening.length > 0 ? [opening.join("")] : opening
  const own = [...plain, ...told, ...(stop === null ? [] : [stop])]
  return own.length > 0 ? own : tellOtherwise(Object.values(card).join("\n"), teller)
}

/** A card of which nothing happens: what it says stands in the hero's mind. */
function tellOtherwise(text: string, teller: WishTeller): string[] {
  const wishes = wishesIn(text, teller.people)
  if (wishes.length > 0) return tellWishes(wishes, teller)
  const [event] = thoughtsIn(text, teller.people)
  return event === undefined ? [] : [oneOf({ full: THOUGHT, short: THOUGHT }, { event }, teller)]
}

/** What somebody wishes to happen, told as scenes; empty where nothing of it can be told. */
export function tellWishes(wishes: readonly Wished[], teller: WishTeller): string[] {
  const told: HappeningName[] = []
  let isFirst = true
  return wishes.flatMap((wish, at) => {
    if (wish.kind === "question") return [oneOf({ full: ASKED, short: ASKED }, { event: wish.told }, teller)]
    const scenes = tellHappenings(wish, teller, told)
    const isBehind = !isFirst
    isFirst = false
    if (scenes) return scenes
    if (wish.told === "") return []
    return isBehind ? [tellNext(wish, at, teller)] : tellPlainly(wish, teller)
  })
}

/** A wish for whose happenings there are scenes; null where there are none. `before`: those that have been told. */
function tellHappenings(wish: Wished, teller: WishTeller, before: HappeningName[]): string[] | null {
  // What has no words of its own is told in a scene, or not at all.
  if (teller.isBrief && wish.told !== "") return null
  const most = teller.isBrief ? 1 : teller.scenesMax
  const steps =
    wish.happenings?.map((happening) => ({ told: "", happening, people: teller.people })) ?? stepsOf(wish)
  const paragraphs: string[] = []
  let last: Happening | null = null
  let when = ""
  for (const { told, happening, people } of steps) {
    const among = { ...teller, people: happening?.people ?? people }
    const source = happening && before.length < most ? sceneFor(happening, among, before) : null
    if (happening && source) {
      const slots = slotsAsTold(happening, teller.people)
      const from = paragraphs.length
      const lead = asToldBy(asDone(happening.lead), teller.people)
      if (lead !== "") paragraphs.push(tell(HAPPENED_PLAINLY, { event: lead }, teller))
      if (slots.at && !OWN_PLACE.has(happening.name)) paragraphs.push(...tellAll([THERE], slots, teller))
      paragraphs.push(...tellAll(source.told, slots, among))
      const first = paragraphs[from] ?? ""
      paragraphs.splice(from, 1, (first.startsWith("“") ? when.replace(COMMA, STOP) : when) + first)
      when = ""
      if (happening.rest) {
        const event = asToldBy(happening.rest, teller.people)
        paragraphs.push(tell(HAPPENED_SAYING, { event }, teller))
      }
      last = { ...happening, slots }
      before.push(happening.name)
    } else if (last === null && ONLY_TIME.test(told)) {
      when = told + COMMA
    } else if (told !== "" && !(last && ABSORBED[last.name]?.test(told))) {
      paragraphs.push(tellRest(told, last, among))
    }
  }
  return last === null ? null : paragraphs
}

/** What a clause says behind a happening: a newcomer may be the one who says it. */
function tellRest(told: string, last: Happening | null, teller: WishTeller): string {
  const { hero, toldAs } = teller.people
  const whom = last?.slots.whom
  const own = [toldAs, hero].find((name) => told.startsWith(name)) ?? ""
  const said = told.slice(own.length)
  if (TOGETHER.test(told)) {
    const event = (teller.people.other === null ? toldAs : TWO_OF_THEM) + told
    return tell(HAPPENED_PLAINLY, { event }, teller)
  }
  if (whom === undefined || !SPEAKS_FIRST.test(said)) return tell(HAPPENED_PLAINLY, { event: told }, teller)
  return tell(HAPPENED_SAYING, { event: whom + said.replace(KIN_OF, toldAs + OF) }, teller)
}

function slotsAsTold({ slots }: Happening, people: WishPeople): Record<string, string> {
  return Object.fromEntries(Object.entries(slots).map(([name, words]) => [name, asToldBy(words, people)]))
}

interface Step {
  told: string
  happening: Happening | null
  people: WishPeople
}

/** The clauses of a wish, those together of which none has a scene. */
function stepsOf({ clauses }: Wished): Step[] {
  const steps: Step[] = []
  for (const { said, told, people } of clauses) {
    const happening = happeningOf(said, people)
    const last = steps.at(-1)
    const more = last?.happening && !happening ? withClauseBehind(last.happening, said, people) : null
    if (last && more) last.happening = more
    else if (last && !last.happening && !happening) last.told += COMMA + told
    else {
      const isNew = last?.happening?.name !== happening?.name
      steps.push({ told, happening: isNew ? happening : null, people })
    }
  }
  return steps
}

/** Their scenes say where they are. */
const OWN_PLACE: ReadonlySet<HappeningName> = new Set(["metThere", "metAgain"])

/** A text that has so many words of a scene has told it, in UTF-16 units. */
const OWN_WORDS_UNITS = 8

/** The scene that tells a happening; null where none can, or all are told. */
function sceneFor(
  { name }: Happening,
  { story, lot, people, before, turn: turns }: WishTeller,
  told: readonly HappeningName[],
) {
  const turn = turns + told.filter((one) => one === name).length
  if (name === "love" && NO_LOVERS.has(story.kind)) return null
  const register = registerOf(story)
  const fitting = SCENES[name].filter(({ told, isAlone, notIn }) => {
    const isThere = (isAlone === true) === (people.other === null)
    return isThere && !isToldBefore(told, story, before) && !notIn?.includes(register)
  })
  if (turn >= fitting.length) return null
  return fitting[(turn + Math.floor(drawnFrom(lot, name)() * fitting.length)) % fitting.length] ?? null
}

function isToldBefore(told: readonly string[], story: Story, before: string): boolean {
  return told.some((source) => {
    const { fixedWords } = story.template(source)
    return fixedWords.length >= OWN_WORDS_UNITS && before.includes(fixedWords)
  })
}

function registerOf({ kind }: Story) {
  return REGISTER_OF[kind] ?? "modern"
}

/** A wish that has no scene of its own, with those who are there. */
function tellPlainly(wish: Wished, teller: WishTeller): string[] {
  const { people, turn, lot, isBrief, story, before } = teller
  const isTopic = wish.kind === "topic"
  const slots = { event: wish.told, ...namedBy(wish, people) }
  const own = framesFor(wish, slots, people).filter((sources) => !isToldBefore(sources, story, before))
  if (isBrief || turn >= own.length)
    return tellAll([isTopic ? ABOUT_PLAINLY : HAPPENED_PLAINLY], slots, teller)
  const at = (turn + Math.floor(drawnFrom(lot, wish.kind)() * own.length)) % own.length
  return tellAll(own[at] ?? [], slots, teller)
}

/** The object or the person that a wish names, where it is known for one. */
function namedBy({ told, clauses }: Wished, people: WishPeople): { it?: string; whom?: string } {
  const [it] = thingsIn(told)
  const among = clauses.at(-1)?.people
  const brought = among?.spokenOf !== undefined && among.other === among.spokenOf ? among.spokenOf : undefined
  const own = [people.hero, people.toldAs, people.other]
  const whom = brought ?? people.names.find((name) => told.includes(name) && !own.includes(name))
  return { ...(it && { it }), ...(whom && { whom }) }
}

function framesFor(
  wish: Wished,
  { it, whom }: { it?: string; whom?: string },
  { toldAs, other }: WishPeople,
): readonly (readonly string[])[] {
  const { told } = wish
  const isAlone = other === null
  if (wish.kind === "topic") return isAlone ? ABOUT_ALONE : ABOUT
  if (!isAlone && told.startsWith(toldAs + AND + other)) return BOTH_DID
  if (whom !== undefined) return isAlone ? TOLD_OF_SOMEBODY_ALONE : TOLD_OF_SOMEBODY
  if (it !== undefined && isAlone) return TOLD_OF_THING_ALONE
  // Whoever was there need not be told.
  if (it !== undefined && other !== null && !told.includes(other)) return TOLD_OF_THING
  if (isAlone) return HAPPENED_ALONE
  const happened = SAD.test(told) ? HAPPENED_BADLY : GLAD.test(told) ? HAPPENED_WELL : HAPPENED
  return told.startsWith(toldAs) ? HERO_DID : happened
}

function tellNext(wish: Wished, at: number, teller: WishTeller): string {
  if (wish.kind === "topic") return tell(ABOUT_PLAINLY, { event: wish.told }, teller)
  return tell(HAPPENED_NEXT[at % HAPPENED_NEXT.length] ?? "", { event: wish.told }, teller)
}

/** How a later scene comes back to a wish that was told, in another way each time; empty where there are no words for it. */
export function remember(wishes: readonly Wished[], time: number, teller: WishTeller): string[] {
  const wish = wishes.find(({ kind }) => kind === "event")
  if (wish === undefined) return []
  const { people } = teller
  const happenings = wish.happenings ?? stepsOf(wish).flatMap(({ happening }) => happening ?? [])
  const last = happenings.findLast(({ name }) => BACKS[name] !== undefined) ?? happenings.at(-1)
  const isOver = happenings.some(({ name }) => name === "peace")
  const backs = (last && !(isOver && last.name === "quarrel") && BACKS[last.name]) || BACK_TO_ANYTHING
  const sources = people.other === null ? backs.alone : backs.together
  if (time >= sources.length) return []
  const at = (time + Math.floor(drawnFrom(teller.lot, "back")() * sources.length)) % sources.length
  return tellAll(sources[at] ?? [], last?.slots ?? {}, teller)
}

function tellWhere(text: string, teller: WishTeller): string | null {
  const inChinese = told(text.replace(LEADS_WHERE, "").replaceAll(/[\s、]+/gu, COMMA), teller)
  const where = inChinese ?? (isInEnglish(text) ? (placeInEnglish(text) ?? null) : null)
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

function tellAll(sources: readonly string[], words: Record<string, string>, teller: WishTeller): string[] {
  return sources.map((source) => tell(source, words, teller))
}

function tell(source: string, words: Record<string, string>, teller: WishTeller): string {
  const { story, cast, lot, turn, people } = teller
  const random = drawnFrom(lot, turn, source, ...Object.values(words))
  const { other } = people
  const role = Object.keys(cast.genders).find((one) => cast.values[one] === other) ?? ""
  const values = {
    ...REGISTER_WORDS[registerOf(story)],
    ...cast.values,
    ...(other !== null && { other }),
    ...words,
  }
  const genders = { ...cast.genders, other: cast.genders[role] ?? people.genders.friend ?? "male" }
  const text = story.template(source).tell({ ...cast, values, genders }, random)
  return text.replace(ENDS_TWICE, "")
}
