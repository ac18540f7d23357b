import type { ContentLevel } from "#app/domain/content-level.ts"
import { countCharacters } from "#app/domain/count-characters.ts"
import { joinStory, paragraphsOf } from "#app/domain/story.ts"
import type { ParagraphTask } from "#app/server/writing/endpoint/writer.server.ts"
import { grams, likenessOf } from "#app/server/writing/prose/likeness.server.ts"
import { endsFinished } from "#app/server/writing/prose/sentence-end.server.ts"
import { castFor, castWith, storyPeople } from "./cast.server.ts"
import { findTelling, foundCast, templateIn } from "./found-telling.server.ts"
import { inSentencesOf } from "./manner/sentences.server.ts"
import { drawnFrom, hash } from "./random.server.ts"
import { readRequest } from "./read-request.server.ts"
import { isForLevel } from "./scene-choice.server.ts"
import { type Story, type StoryTemplate, storyOfKind } from "./stories.server.ts"
import { templateOf } from "./story-file.server.ts"
import type { Cast, Template } from "./template.server.ts"
import { shortened } from "./wishes/shorten.server.ts"
import { LINES, SCENERY_ANYWHERE, type Wish } from "./wishes/wish.lexicon.server.ts"
import { wishesIn } from "./wishes/wish.server.ts"

/** The paragraph is told so often in other words; the telling that fits best is taken. */
const TRIES = 24
/** A paragraph made of several ends once it has so much of the length. */
const LONG_ENOUGH_SHARE = 0.8
/** So many paragraphs, and so many times the length, may stand in place of one. */
const PARAGRAPHS_MAX = 3
const LONGEST_FACTOR = 2.6
/** Whoever is named so near, in UTF-16 units, is there. */
const NEAR_UNITS = 160
/** Where the characters of a tense sentence are few, commas become full stops. */
const TENSE_SENTENCE = 8

/** What a wish is done with. */
interface Place {
  story: Story
  cast: Cast
  /** The text around the paragraph, with it. */
  text: string
  /** The part of it that tells who is there. */
  near: string
  /** What the paragraph was told from; null where somebody else has written it. */
  own: StoryTemplate | null
  former: string
  level: ContentLevel
  seed: number
}

/**
 * Another paragraph in place of one: as its author wishes; without a wish that the demo knows, the same in other words,
 * or, in a text of somebody else, one of about its length that fits anywhere.
 */
export function demoParagraph({ request, order, characters }: ParagraphTask): string {
  const text = joinStory(request.existing, [order.text, order.after].join("\n"))
  const found = findTelling(text)
  const asked = readRequest(request.prompt)
  const story = found?.story ?? storyOfKind(asked.kind)
  const drawn = castFor(story.file, asked, { seed: hash(request.prompt), turn: 0 })
  const place: Place = {
    story,
    cast: found ? foundCast(found, drawn) : drawn,
    text,
    near: request.existing.slice(-NEAR_UNITS) + order.text + order.after.slice(0, NEAR_UNITS),
    own: found && templateIn(story, order.text),
    former: order.text,
    level: request.contentLevel,
    seed: hash(order.text, request.direction),
  }
  const wishes = wishesIn(request.direction)
  const wished = wishes.length > 0 ? asWished(wishes, place) : order.text
  if (wished !== order.text) return wished
  return place.own ? retold(place, unlike(order.text)) : paragraphOfLength(characters, place)
}

function asWished(wishes: readonly Wish[], place: Place): string {
  const { former } = place
  if (wishes.includes("shorter")) {
    const shortest = [former, retold(place, short)].filter((one) => one !== "").map(shortened)
    return wishes.reduce(
      (told, wish) => withWish(told, wish, place),
      shortest.reduce((one, other) => (countCharacters(other) < countCharacters(one) ? other : one)),
    )
  }
  const own = retold(place, wishes.includes("longer") ? long : unlike(former)) || former
  return wishes.reduce((told, wish) => withWish(told, wish, place), own)
}

function withWish(told: string, wish: Wish, place: Place): string {
  switch (wish) {
    case "shorter":
      return told
    case "longer": {
      const longer = withNeighbours(told, place, () => true)
      return longer === told ? withLine(withLine(told, "mind", place), "scenery", place) : longer
    }
    case "dialogue": {
      const longer = withNeighbours(told, place, (text) => text.includes("“"))
      return longer === told ? withLine(told, "dialogue", place) : longer
    }
    case "tense":
      return withLine(inSentencesOf(told, TENSE_SENTENCE), wish, place)
    default:
      return withLine(told, wish, place)
  }
}

/** With the paragraphs that its scene has directly before and behind it and that the text has not told. */
function withNeighbours(told: string, place: Place, isWanted: (text: string) => boolean): string {
  const { own, story, cast, text, former, level, seed } = place
  if (!own) return told
  const paragraphs = paragraphsOf(text)
  const at = story.templates.indexOf(own)
  const untold = (from: number, step: 1 | -1): string[] => {
    const one = story.templates[from]
    if (!one || one.isPlain || one.at.scene !== own.at.scene || one.at.part !== own.at.part) return []
    const source = story.sceneAt(one.at).text[one.paragraph]
    const isNew = !paragraphs.some((paragraph) => one.template.findIn(paragraph))
    const neighbour = one.template.tell(cast, drawnFrom({ seed, turn: 0 }, from))
    const isFit = source !== undefined && isForLevel(source, level) && isNew && isWanted(neighbour)
    return [...(isFit ? [neighbour] : []), ...untold(from + step, step)]
  }
  let whole = [told]
  const room = Math.max(countCharacters(former) * LONGEST_FACTOR, countCharacters(told))
  const take = (more: string, isBefore: boolean) => {
    const longer = isBefore ? [more, ...whole] : [...whole, more]
    if (longer.length <= PARAGRAPHS_MAX && countCharacters(longer.join("")) <= room) whole = longer
  }
  for (const more of untold(at + 1, 1)) take(more, false)
  for (const more of untold(at - 1, -1)) take(more, true)
  return whole.join("\n")
}

/** With a line that says what is wished, of the story or of those that fit anywhere. */
function withLine(told: string, wish: Exclude<Wish, "shorter" | "longer">, place: Place): string {
  const { own, story, text, seed } = place
  const lines = wish === "scenery" ? (own ? story.file.scenery : SCENERY_ANYWHERE) : LINES[wish]
  const cast = castThere(place, wish)
  const random = drawnFrom({ seed, turn: 0 }, wish)
  const [line] = lines
    .filter(
      (source) => (own || !source.includes("{hero}")) && (cast.values.other || !source.includes("{other}")),
    )
    .map((source) => ({ text: story.template(source).tell(cast, random), chance: random() }))
    .filter((one) => !text.includes(one.text) && !told.includes(one.text))
    // A line with the people who are there fits best.
    .toSorted((one, other) => rank(other.text, cast) - rank(one.text, cast) || one.chance - other.chance)
  if (!line) return told
  const paragraphs = told.split("\n")
  const last = paragraphs.at(-1) ?? ""
  const standsAlone = line.text.includes("“") || last.includes("“") || last === ""
  if (!standsAlone) return told + line.text
  if (paragraphs.length >= PARAGRAPHS_MAX) return told
  return endsFinished(told) ? `${told}\n${line.text}` : `${line.text}\n${told}`
}

function rank(line: string, { values }: Cast): number {
  return [values.other, values.hero].filter((name) => name && line.includes(name)).length
}

/** The cast, with somebody as `other` who is there beside the hero; whoever acts in the paragraph does not watch it. */
function castThere({ story, cast, near, own, former }: Place, wish: Wish): Cast {
  if (!own) return cast
  const there = storyPeople(story.file).find(([role]) => {
    const name = cast.values[role]
    if (role === "hero" || name === undefined || !near.includes(name)) return false
    return wish !== "view" || !former.includes(name)
  })
  return there ? castWith(cast, { other: cast.values[there[0]] }) : cast
}

/** The telling of its own template that fits best; empty where it has none that is not in the text. */
function retold({ own, cast, text, seed }: Place, worth: (telling: string) => number): string {
  if (!own) return ""
  const tellings = tellingsOf(own.template, cast, seed)
    .filter((telling) => !text.includes(telling))
    .map((telling) => ({ telling, worth: worth(telling) }))
  return tellings.sort((one, other) => other.worth - one.worth)[0]?.telling ?? ""
}

const long = countCharacters
const short = (telling: string) => -countCharacters(telling)

function unlike(former: string): (telling: string) => number {
  const old = new Set(grams(former))
  return (telling) => -likenessOf(new Set(grams(telling)), old).shared
}

function tellingsOf(template: Template, cast: Cast, seed: number): string[] {
  return Array.from({ length: TRIES }, (_, at) => template.tell(cast, drawnFrom({ seed, turn: 0 }, at)))
}

/** In a text of somebody else: paragraphs that fit anywhere, as many as the length asks for. */
function paragraphOfLength(characters: number, { story, cast, text }: Place): string {
  const left = story.parts[0].scenes
    .flatMap((scene) => scene.text.filter((one) => typeof one !== "string" && "optional" in one))
    .map((one) => story.template(templateOf(one)).tell(cast, drawnFrom({ seed: hash(text), turn: 0 })))
    .filter((paragraph) => !text.includes(paragraph))
  let paragraph = ""
  while (left.length > 0 && countCharacters(paragraph) < characters * LONG_ENOUGH_SHARE) {
    const room = characters - countCharacters(paragraph)
    const off = (one: string) => Math.abs(countCharacters(one) - room)
    const nearest = left.reduce((best, one) => (off(one) < off(best) ? one : best))
    paragraph += left.splice(left.indexOf(nearest), 1)[0] ?? ""
  }
  return paragraph
}
