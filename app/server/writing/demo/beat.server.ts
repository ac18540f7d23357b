import { countCharacters } from "#app/domain/count-characters.ts"
import { targetCharacters } from "#app/domain/novel-length.ts"
import { paragraphsOf } from "#app/domain/story.ts"
import type { BeatTask } from "#app/server/writing/endpoint/writer.server.ts"
import { endsFinished, lastParagraph } from "#app/server/writing/prose/sentence-end.server.ts"
import { scenesOfBeats } from "./author-cards.server.ts"
import { drawnFrom } from "./random.server.ts"
import type { ToldScene } from "./scene-choice.server.ts"
import { BROKEN_OFF, INTERLUDES } from "./telling.prose.server.ts"
import { type Telling, tellingOf } from "./telling.server.ts"

/** How far a beat may fall short of what it was asked for, before scenes are told that the plan left out. */
const SHORT_UP_TO = 0.75
/** A paragraph up to this length, such as an answer, may stand in two places, in UTF-16 units. */
const SHORT_UNITS = 16

/** The text of a beat: what its card's scenes tell that is not written yet. */
export function demoBeat(task: BeatTask): string {
  const telling = tellingOf(task.request)
  const beats = scenesOfBeats(telling, task)
  const completion = completeLastParagraph([...beats.flat(), ...telling.spare], task.written)
  const isNew = newTo(task.written + completion)
  const isChanged = task.plan.some(({ byAuthor }) => byAuthor) || task.plan.length !== telling.chapters.length
  const due = isChanged
    ? dueScenes(beats, { ...task, written: task.written + completion })
    : (beats[task.index] ?? []).map((scene) => ({
        ...scene,
        paragraphs: scene.paragraphs.filter((text, at) => isNew(text, scene.paragraphs[at - 1])),
      }))
  const told = due.flatMap(({ paragraphs }) => paragraphs)
  const room = task.characters - charactersOf([completion, ...told])
  const isShort = room > task.characters * (1 - SHORT_UP_TO)
  const more = isShort ? spareScenes(telling.spare, { beats, index: task.index, room, isNew }) : []
  // An author may have put the cards into another order.
  const scenes = more.length > 0 ? [...due, ...more].sort(inOrder) : due
  const texts = scenes.flatMap(({ paragraphs }) => paragraphs)
  const filled = texts.length > 0 || completion !== "" ? texts : interludes(telling, isNew)
  return [completion, ...filled].filter((text) => text !== "").join("\n")
}

/** Whether a paragraph, behind another one of its scene, is not told yet. */
type IsNew = (text: string, before?: string) => boolean

function newTo(written: string): IsNew {
  const paragraphs = paragraphsOf(written)
  const told = new Set(paragraphs)
  const pairs = new Set(paragraphs.map((text, at) => pairOf(paragraphs[at - 1], text)))
  return (text, before) => {
    const mayComeAgain = text.length <= SHORT_UNITS && before !== undefined
    return mayComeAgain ? !pairs.has(pairOf(before, text)) : !told.has(text)
  }
}

function pairOf(before: string | undefined, text: string): string {
  return `${before}\n${text}`
}

/**
 * Of a plan that its author has changed: all that is left to tell up to the end of this beat. An author's card makes
 * the novel longer, so paragraphs are left out without which it reads well.
 */
function dueScenes(
  beats: readonly ToldScene[][],
  { index, request, characters, written: text }: BeatTask,
): ToldScene[] {
  const all = beats.flat()
  const paragraphs = all.flatMap((scene, at) => scene.paragraphs.map((one, index) => ({ one, at, index })))
  // An author may write the same twice, so each is looked for behind the one before.
  const near = beats.slice(0, index + 2).flat().length
  const last = paragraphsOf(text).reduce((before, one) => {
    const next = paragraphs.findIndex((told, at) => at > before && told.at < near && told.one === one)
    return next === -1 ? before : next
  }, -1)
  const from = paragraphs[last]?.at ?? 0
  const rest = all.slice(from).map((scene, at) => {
    const told = at === 0 && last !== -1 ? (paragraphs[last]?.index ?? -1) + 1 : 0
    return { ...scene, paragraphs: scene.paragraphs.slice(told) }
  })
  const due = rest.slice(0, Math.max(0, beats.slice(0, index + 1).flat().length - from))
  // A card that is its author's alone leaves room for what comes next.
  for (const scene of rest.slice(due.length, -1)) {
    const before = charactersOf(due.flatMap(({ paragraphs }) => paragraphs))
    const isFile = scene.scene.text.length > 0
    if (!isFile || (before > 0 && before + charactersOf(scene.paragraphs) > characters)) break
    due.push(scene)
  }
  const optionalIn = (scenes: readonly ToldScene[]) =>
    scenes.flatMap(({ paragraphs, optional }) => paragraphs.filter((one) => optional.has(one)))
  const toCome = charactersOf(rest.flatMap(({ paragraphs }) => paragraphs))
  const tooMuch = countCharacters(text) + toCome - targetCharacters(request.length)
  const share = charactersOf(optionalIn(due)) / Math.max(1, charactersOf(optionalIn(rest)))
  const left = new Set<string>()
  let over = tooMuch * share
  for (const one of optionalIn(due).toSorted((a, b) => b.length - a.length)) {
    if (over <= 0) break
    left.add(one)
    over -= countCharacters(one)
  }
  return due.map((scene) => ({ ...scene, paragraphs: scene.paragraphs.filter((one) => !left.has(one)) }))
}

/** Scenes that fit where this beat stands: after what the text has told, and before what its card ends on. */
function spareScenes(spare: readonly ToldScene[], { beats, index, room, isNew }: SpareSetting): ToldScene[] {
  const start = beats
    .slice(0, index)
    .findLast((scenes) => scenes.length > 0)
    ?.at(-1)
  const end = beats[index]?.at(-1)
  if (!end) return []
  let left = room
  return spare.filter((scene) => {
    const isHere = inOrder(scene, end) < 0 && (!start || inOrder(start, scene) < 0)
    if (
      !isHere ||
      scene.characters > left ||
      !scene.paragraphs.every((text, at) => isNew(text, scene.paragraphs[at - 1]))
    )
      return false
    left -= scene.characters
    return true
  })
}

interface SpareSetting {
  /** The scenes of each beat. */
  beats: readonly ToldScene[][]
  index: number
  room: number
  isNew: IsNew
}

function inOrder({ at: one }: ToldScene, { at: other }: ToldScene): number {
  return one.part - other.part || one.scene - other.scene
}

/** Time passes where a card is the author's own and the story has no scene for it. */
function interludes({ story, cast, lot }: Telling, isNew: IsNew): string[] {
  const texts = INTERLUDES.map((source, at) => story.template(source).tell(cast, drawnFrom(lot, at)))
  return texts.filter((text) => isNew(text)).slice(0, 2)
}

function charactersOf(texts: string[]): number {
  return texts.reduce((sum, text) => sum + countCharacters(text), 0)
}

/** The rest of a paragraph that was cut off; the same request tells the same story, so it can be found. */
function completeLastParagraph(scenes: readonly ToldScene[], written: string): string {
  if (written === "") return ""
  const begun = lastParagraph(written)
  const paragraphs = scenes
    .flatMap((scene) => scene.paragraphs)
    .filter((paragraph) => paragraph.startsWith(begun))
  if (paragraphs.includes(begun)) return ""
  return paragraphs[0]?.slice(begun.length) ?? (endsFinished(written) ? "" : BROKEN_OFF)
}
