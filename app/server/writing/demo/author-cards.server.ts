import { countCharacters } from "#app/domain/count-characters.ts"
import type { Beat } from "#app/domain/generation.ts"
import { targetCharacters } from "#app/domain/novel-length.ts"
import { CARD_PARTS } from "#app/domain/outline/outline-parts.ts"
import { type BeatTask, isLastBeat } from "#app/server/writing/endpoint/writer.server.ts"
import { companionIn } from "./companion.server.ts"
import { cardOf } from "./plan.server.ts"
import type { ToldScene } from "./scene-choice.server.ts"
import type { Telling } from "./telling.server.ts"
import { BAR } from "./wish/wish.lexicon.server.ts"
import { SCENES_MAX, tellCard, type WishTeller, wishPeople } from "./wish-scenes.server.ts"

/** A beat of the plan with the scenes of its card; `own`: what the demo's card of these scenes says. */
interface PlannedBeat {
  beat: Beat
  chapter: ToldScene[]
  own: readonly string[]
}

/** A card shares so many parts with the one that it was, if its author has only changed a part of it. */
const SAME_PARTS_MIN = 2
const PARTS = CARD_PARTS.length
/** The text may grow so much by what its author has written. */
const GROWS_UP_TO = 1.04
/** Whoever stands in so much of the text before, in UTF-16 units, may be there. */
const BEFORE_UNITS = 40_000
/** A scene that no file has stands between two of a file. */
const BETWEEN = 0.5

/** The scenes of each beat of a plan, with those that tell what its author has written. */
export function scenesOfBeats(telling: Telling, task: BeatTask): ToldScene[][] {
  const { request } = task
  const planned = withRemoved(plannedBeats(telling, task.plan), telling, targetCharacters(request.length))
  const plain = planned.flatMap(({ chapter }) => chapter.flatMap(plainOf))
  const authors = planned.filter(({ beat }) => beat.byAuthor).length
  const room = (targetCharacters(request.length) * GROWS_UP_TO - charactersOf(plain)) / Math.max(1, authors)
  let turn = 0
  return planned.map((one, index) => {
    if (!one.beat.byAuthor) return one.chapter
    const text = request.existing.slice(-BEFORE_UNITS)
    const before = [text, ...planned.slice(0, index).flatMap(({ chapter }) => textOf(chapter))]
    const beside =
      one.chapter.length > 0 ? one : planned.slice(index + 1).find(({ chapter }) => chapter.length > 0)
    const companion = companionIn([before.join("\n"), textOf(beside?.chapter ?? [])], telling.cast)
    const teller = {
      ...telling,
      people: wishPeople(telling.cast, telling.story, companion),
      before: "",
      turn,
      scenesMax: SCENES_MAX,
      isBrief: false,
    }
    turn += 1
    const told = tellFitting(changedParts(one), teller, room)
    return told.length === 0 ? one.chapter : withScene(planned, index, told, isLastBeat({ ...task, index }))
  })
}

/** Which scenes of the telling each beat has: those of its card, or of the card that its author has made it of. */
function plannedBeats(telling: Telling, plan: readonly Beat[]): PlannedBeat[] {
  const cards = telling.chapters.map((scenes) => cardOf(scenes, telling))
  const summaries = cards.map((card) => summaryOf(card))
  const found = plan.map(({ summary }) => summaries.indexOf(summary))
  const taken = new Set(found)
  const take = (index: number, at: number) => {
    found[index] = at
    taken.add(at)
  }
  plan.forEach((beat, index) => {
    if (found[index] !== -1) return
    const alike = cards.map((card, at) => (taken.has(at) ? 0 : sameParts(beat, card)))
    const most = Math.max(...alike)
    if (most >= SAME_PARTS_MIN) take(index, alike.indexOf(most))
  })
  plan.forEach((_, index) => {
    if (found[index] !== -1) return
    const before = found.slice(0, index).findLast((at) => at !== -1) ?? -1
    const next = found.slice(index + 1).find((at) => at !== -1) ?? cards.length
    const free = cards.findIndex((_, at) => at > before && at < next && !taken.has(at))
    if (free !== -1) take(index, free)
  })
  return plan.map((beat, index) => {
    const at = found[index] ?? -1
    return { beat, chapter: telling.chapters[at] ?? [], own: cards[at] ?? [] }
  })
}

/**
 * The beats with what may still be told of cards that their author has removed: as much as the novel needs of scenes
 * on which the story does not turn.
 */
function withRemoved(planned: readonly PlannedBeat[], { chapters }: Telling, target: number): PlannedBeat[] {
  const told = planned.flatMap(({ chapter }) => chapter)
  const ids = new Set(told.map(({ scene }) => scene.id))
  let left = target - charactersOf(told.flatMap(({ paragraphs }) => paragraphs))
  const beats = planned.map((one) => ({ ...one }))
  for (const chapter of chapters.toReversed()) {
    const next = beats.find((one) => one.chapter[0] && isBehind(one.chapter[0], chapter[0])) ?? beats.at(-1)
    if (!next || chapter.some(({ scene }) => ids.has(scene.id))) continue
    const kept = chapter.filter(({ scene, characters }) => {
      const isFree = !scene.core && scene.needs.every((id) => ids.has(id)) && characters <= left
      if (isFree) left -= characters
      return isFree
    })
    next.chapter = [...kept, ...next.chapter]
  }
  return beats
}

function isBehind({ at }: ToldScene, other: ToldScene | undefined): boolean {
  return other !== undefined && (at.part - other.at.part || at.scene - other.at.scene) > 0
}

function summaryOf(card: readonly string[]): string {
  return card.slice(0, -1).join(BAR)
}

function partsOf({ summary, stop }: Beat): string[] {
  const told = summary.split(BAR)
  // A plain sentence says what happens.
  const parts = told.length < PARTS - 1 ? ["", "", "", told.join(BAR)] : told
  return [...parts.slice(0, PARTS - 2), parts.slice(PARTS - 2).join(BAR), stop]
}

function sameParts(beat: Beat, card: readonly string[]): number {
  return partsOf(beat).filter((part, at) => part !== "" && isSame(part, card[at] ?? "")).length
}

/** What of a card its author has written: the parts that the demo's own card does not have. */
function changedParts({ beat, own }: PlannedBeat): Partial<Record<(typeof CARD_PARTS)[number], string>> {
  const parts = partsOf(beat)
  const changed = CARD_PARTS.map((name, at) => [name, parts[at] ?? ""] as const)
  return Object.fromEntries(changed.filter(([, part], at) => part !== "" && !isSame(part, own[at] ?? "")))
}

/** Whether two parts say the same; a form changes some marks. */
function isSame(one: string, other: string): boolean {
  return lettersOf(one) === lettersOf(other)
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, "")
}

function tellFitting(card: ReturnType<typeof changedParts>, teller: WishTeller, room: number): string[] {
  const fits = (told: readonly string[]) => charactersOf(told) <= room
  const full = tellCard(card, teller)
  if (fits(full)) return full
  const shorter = tellCard(card, { ...teller, scenesMax: 1 })
  return fits(shorter) ? shorter : tellCard(card, { ...teller, isBrief: true })
}

/** The scenes of a beat with its author's own: before them, or behind them where only their end is changed. */
function withScene(
  planned: readonly PlannedBeat[],
  index: number,
  told: readonly string[],
  isLast: boolean,
): ToldScene[] {
  const one = planned[index]
  if (!one) return []
  const { chapter } = one
  const changed = changedParts(one)
  const isAtEnd = changed.where === undefined && changed.want === undefined
  // The story's own end stays its end.
  const place = !isAtEnd ? 0 : isLast ? Math.max(0, chapter.length - 1) : chapter.length
  const earlier = planned
    .slice(0, index)
    .findLast((beat) => beat.chapter.length > 0)
    ?.chapter.at(-1)
  const [before, behind] = [chapter[place - 1] ?? earlier, chapter[place]]
  const at = behind
    ? { ...behind.at, scene: behind.at.scene - BETWEEN }
    : { part: 0, ...before?.at, scene: (before?.at.scene ?? 0) + BETWEEN }
  const scene: ToldScene = {
    scene: { id: `card ${index}`, core: false, needs: [], card: NO_CARD, text: [] },
    at,
    paragraphs: [...told],
    optional: new Set(),
    characters: charactersOf(told),
  }
  return chapter.toSpliced(place, 0, scene)
}

const NO_CARD = { where: "", want: "", hindrance: "", change: "", stop: "" }

function plainOf({ paragraphs, optional }: ToldScene): string[] {
  return paragraphs.filter((one) => !optional.has(one))
}

function textOf(scenes: readonly ToldScene[]): string {
  return scenes.flatMap(({ paragraphs }) => paragraphs).join("\n")
}

function charactersOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + countCharacters(text), 0)
}
