import { clamp } from "#app/domain/clamp.ts"
import { countCharacters } from "#app/domain/count-characters.ts"
import type { GenerationRequest } from "#app/domain/generation.ts"
import { targetCharacters } from "#app/domain/novel-length.ts"
import { countStyle } from "#app/server/writing/manner/style-notes.server.ts"
import { castFor, castWith } from "./cast.server.ts"
import { directionScenes } from "./direction-scenes.server.ts"
import { findOpening, findTelling, foundCast, type Stop, stopOf } from "./found-telling.server.ts"
import { kindOf } from "./kinds/kind-of.server.ts"
import { inSentencesOf } from "./manner/sentences.server.ts"
import { drawnFrom, hash, type Lot, pick } from "./random.server.ts"
import { type Asked, requestSteps } from "./read-request.server.ts"
import { type Ahead, chooseScenes, type ToldScene } from "./scene-choice.server.ts"
import { atOnce, type Steps } from "./steps/steps.server.ts"
import { STORIES, type Story, storyOfKind } from "./stories.server.ts"
import { ANOTHER_STORY } from "./telling.prose.server.ts"
import type { Cast } from "./template.server.ts"
import { simplified } from "./text/simplified.server.ts"
import { DOES, LEAD_WORDS, MANNERS, NO_SOMEBODY, NOBODY, TELLS } from "./wish/wish.lexicon.server.ts"

/** The demo ends its story a little before the target, where it needs no cut. */
const STORY_SHARE = 0.98
/** It grows by what a direction adds, before its own end is left for the next text. */
const STORY_WITH_DIRECTION_SHARE = 1.04
/** Most choices have two phrasings, and some have more: so many versions can differ alike, each from each. */
const VERSIONS_APART = 3
const CHARACTERS_PER_CHAPTER = 900
const CHAPTERS_MIN = 2
const CHAPTERS_MAX = 12
/** So much of a text of somebody else tells what kind of story it is, in UTF-16 units. */
const KIND_UNITS = 2_000

/** What the demo tells for one request. */
export interface Telling {
  story: Story
  cast: Cast
  lot: Lot
  /** The index of the part that it tells the end of. */
  part: number
  /** The scenes of each card of the plan. */
  chapters: ToldScene[][]
  /** Scenes that it leaves out, for a plan that its author has changed. */
  spare: ToldScene[]
}

const tellings = new WeakMap<GenerationRequest, Telling>()

/** The telling of a request, which is always the same one. */
export function tellingOf(request: GenerationRequest): Telling {
  return atOnce(tellingSteps(request))
}

/** The same in steps, of which none reads more than a part of what was asked for. */
export function* tellingSteps(request: GenerationRequest): Steps<Telling> {
  const telling = tellings.get(request) ?? (yield* newTelling(request))
  tellings.set(request, telling)
  return telling
}

function* newTelling(request: GenerationRequest): Steps<Telling> {
  const { prompt, direction, existing, reference, contentLevel } = request
  const lot = lotOf(request, prompt, direction, existing.length)
  const style = countStyle(reference)
  const { story, cast, ahead, before, opening } = yield* beginning(request, lot)
  const told = { ...cast, isFirstPerson: cast.isFirstPerson || (existing === "" && style.person === "first") }
  const target = targetCharacters(request.length)
  const wish = yield* directionScenes(direction, { story, cast: told, lot, target, existing })
  yield
  const share = wish.characters > 0 ? STORY_WITH_DIRECTION_SHARE : STORY_SHARE
  const room = target * share - countCharacters(opening.join("")) - wish.characters
  const inManner = (paragraph: string) =>
    reference === "" ? paragraph : inSentencesOf(paragraph, style.sentence)
  const scenes = chooseScenes(ahead, {
    target: room,
    level: contentLevel,
    before,
    lot,
    style: reference === "" ? null : style,
    tell: (source, key) => inManner(story.template(source).tell(told, drawnFrom(lot, key))),
  })
  yield
  const [first, ...rest] = scenes.chosen
  const begun =
    first && opening.length > 0
      ? [{ ...first, paragraphs: [...opening, ...first.paragraphs] }, ...rest]
      : scenes.chosen
  const isBegun = opening.length > 0 || isPartOf(first, story)
  const wished = yield* wish.among(begun, isBegun)
  return {
    story,
    cast: castWith(told, { direction: wish.change }),
    lot,
    part: begun.at(-1)?.at.part ?? 0,
    chapters: chaptersOf(wished, target),
    spare: scenes.spare,
  }
}

/**
 * What a request draws by. Its versions differ from one another wherever there is a choice, three in a row; of one that
 * does not tell which version it is, its id alone decides.
 */
function lotOf({ version, rewrites }: GenerationRequest, ...key: (string | number)[]): Lot {
  if (version === undefined) return { seed: hash(...key, rewrites === null ? "" : `of ${rewrites}`), turn: 0 }
  const round = Math.floor(version / VERSIONS_APART)
  return { seed: hash(...key, round === 0 ? "" : round), turn: (version % VERSIONS_APART) / VERSIONS_APART }
}

interface Beginning {
  story: Story
  cast: Cast
  /** The scenes that may come, in order. */
  ahead: Ahead[]
  /** The ids of those that have been told. */
  before: ReadonlySet<string>
  /** The rest of a paragraph that is cut off, and what leads over to another story. */
  opening: string[]
}

function* beginning(request: GenerationRequest, lot: Lot): Steps<Beginning> {
  const { prompt, direction, existing } = request
  const asked = yield* requestSteps(prompt)
  yield
  const castLot = lotOf(request, prompt)
  const castOf = ({ file }: Story) => castFor(file, asked, castLot, prompt)
  const found = existing === "" ? null : (findTelling(existing) ?? findOpening(existing, castOf))
  yield
  if (!found) {
    const story = storyOfKind(
      existing === "" ? asked.kind : kindOf(simplified(prompt + existing.slice(0, KIND_UNITS))),
    )
    const wish = existing === "" ? asked : { ...asked, ...(yield* namedIn(existing, asked)) }
    const cast = castFor(story.file, wish, castLot, prompt)
    return { story, cast, ahead: scenesFrom(story, { part: 0, scene: 0 }), before: new Set(), opening: [] }
  }
  const { story, told, last } = found
  const wish = yield* requestSteps(direction.replace(LEAD_WORDS, NOBODY))
  yield
  const earlier = story.parts.slice(0, last.part).flatMap(({ scenes }) => scenes.filter(({ core }) => core))
  const before = new Set([...told, ...earlier.map(({ id }) => id)])
  const drawn = castOf(story)
  const stop = stopOf(found, before, foundCast(found, drawn))
  const shown = stop?.begun ? { ...found, slots: [...found.slots, stop.begun.slots] } : found
  const cast = foundCast(shown, drawn)
  const opening = stop?.begun ? [stop.begun.rest(cast, drawnFrom(lot))] : []
  const ahead = [
    ...(stop ? restOfScene(story, stop) : []),
    ...scenesFrom(story, { part: (stop?.at ?? last).part, scene: (stop?.at ?? last).scene + 1 }),
  ]
  if (stop) before.add(story.sceneAt(stop.at).id)
  if (ahead.length > 0)
    return { story, cast: wished(cast, wish, ahead[0]?.at.part ?? 0), ahead, before, opening }
  const next = STORIES[(STORIES.indexOf(story) + 1) % STORIES.length] ?? story
  return {
    story: next,
    cast: castFor(next.file, wish, lot),
    ahead: scenesFrom(next, { part: 0, scene: 0 }),
    before: new Set(),
    opening: [...opening, story.template(ANOTHER_STORY).tell(cast, drawnFrom(lot))],
  }
}

/** Whether the text before has told the beginning of this scene. */
function isPartOf(told: ToldScene | undefined, story: Story): boolean {
  return told !== undefined && told.scene.text.length < story.sceneAt(told.at).text.length
}

/** What a scene has left to tell behind the paragraph where its text stops: it comes before all others. */
function restOfScene(story: Story, { at, paragraph }: Stop): Ahead[] {
  const scene = story.sceneAt(at)
  const text = scene.text.slice(paragraph + 1)
  return text.some((one) => typeof one === "string") ? [{ scene: { ...scene, core: true, text }, at }] : []
}

/** The people of a text that somebody else has written go on under their names. */
function* namedIn(existing: string, asked: Asked): Steps<Partial<Asked>> {
  if (asked.people.length > 0) return {}
  const { people, heroGender } = yield* requestSteps(existing.slice(0, KIND_UNITS))
  return { people, heroGender }
}

/** The cast for what comes next: who is new in the reader's wish comes in. */
function wished(cast: Cast, wish: Asked, part: number): Cast {
  const known = new Set(Object.values(cast.values))
  const isSomebody = (name: string) => {
    const isWord = [MANNERS, DOES, TELLS].some((words) => words.has(name))
    return (
      !isWord &&
      !known.has(name) &&
      !NO_SOMEBODY.test(name) &&
      !wish.things.some((thing) => name.includes(thing))
    )
  }
  const newcomer = wish.people.find(({ name }) => isSomebody(name))
  const role = `guest${Math.max(1, part)}`
  return castWith(
    cast,
    newcomer ? { [role]: newcomer.name } : {},
    newcomer?.gender ? { [role]: newcomer.gender } : {},
  )
}

/** All scenes from this one on: those of its part, and of the parts behind it. */
function scenesFrom(story: Story, from: { part: number; scene: number }): Ahead[] {
  return story.parts.flatMap(({ scenes }, part) =>
    scenes.flatMap((scene, index) => {
      const isAhead = part > from.part || (part === from.part && index >= from.scene)
      return isAhead ? [{ scene, at: { part, scene: index } }] : []
    }),
  )
}

/** Divides the scenes into cards of about one length, in order. */
function chaptersOf(scenes: readonly ToldScene[], target: number): ToldScene[][] {
  const count = clamp(Math.round(target / CHARACTERS_PER_CHAPTER), CHAPTERS_MIN, CHAPTERS_MAX)
  const total = scenes.reduce((sum, { characters }) => sum + characters, 0)
  const chapters: ToldScene[][] = []
  let so = 0
  let before = -1
  for (const scene of scenes) {
    const middle = so + scene.characters / 2
    const index = Math.min(count - 1, Math.floor((middle / total) * count))
    if (index > before) chapters.push([])
    chapters.at(-1)?.push(scene)
    before = Math.max(before, index)
    so += scene.characters
  }
  return chapters
}

/** The title that a telling suggests. */
export function titleOf({ story, cast, lot }: Telling): string {
  return story.template(pick(drawnFrom(lot), story.file.titles)).tell(cast, drawnFrom(lot))
}
