import { countCharacters } from "#app/domain/count-characters.ts"
import type { Beat } from "#app/domain/generation.ts"
import { paragraphsOf } from "#app/domain/story.ts"
import type { BeatTask } from "#app/server/writing/endpoint/writer.server.ts"
import { endsFinished, lastParagraph } from "#app/server/writing/prose/sentence-end.server.ts"
import { cardOf } from "./plan.server.ts"
import { hash, seededRandom } from "./random.server.ts"
import type { ToldScene } from "./scene-choice.server.ts"
import { BROKEN_OFF, INTERLUDES } from "./telling.prose.server.ts"
import { type Telling, tellingOf } from "./telling.server.ts"

/** How far a beat may fall short of what it was asked for, before scenes are told that the plan left out. */
const SHORT_UP_TO = 0.75

/** The text of a beat: what its card's scenes tell that is not written yet. */
export function demoBeat(task: BeatTask): string {
  const telling = tellingOf(task.request)
  const completion = completeLastParagraph(telling, task.written)
  const written = new Set(paragraphsOf(task.written + completion))
  const isNew = (text: string) => !written.has(text)
  const own = (chapterFor(telling, task) ?? []).map((scene) => ({
    ...scene,
    paragraphs: scene.paragraphs.filter(isNew),
  }))
  const told = own.flatMap(({ paragraphs }) => paragraphs)
  const room = task.characters - charactersOf([completion, ...told])
  const isShort = room > task.characters * (1 - SHORT_UP_TO)
  const more = isShort ? spareScenes(telling, { own, room, isNew }) : []
  const texts = [...own, ...more].sort(inOrder).flatMap(({ paragraphs }) => paragraphs)
  const filled = texts.length > 0 || completion !== "" ? texts : interludes(telling, isNew)
  return [completion, ...filled].filter((text) => text !== "").join("\n")
}

/** The scenes of a card; those of a card that its author has written are what the outline left without one. */
function chapterFor(telling: Telling, { plan, index }: BeatTask): ToldScene[] | null {
  const { chapters } = telling
  const summaries = chapters.map((scenes) => cardOf(scenes, telling).slice(0, -1).join("｜"))
  const own = summaries.indexOf(plan[index]?.summary ?? "")
  if (own !== -1) return chapters[own] ?? null
  const isKept = (summary: string) => plan.some((beat: Beat) => beat.summary === summary)
  const left = chapters.filter((_, at) => !isKept(summaries[at] ?? ""))
  const changed = plan.slice(0, index).filter(({ summary }) => !summaries.includes(summary)).length
  return left[changed] ?? null
}

/** Scenes that fit where this beat stands: after what the text has told, and before what its card ends on. */
function spareScenes(
  { chapters, spare }: Telling,
  { own, room, isNew }: { own: readonly ToldScene[]; room: number; isNew: (text: string) => boolean },
): ToldScene[] {
  const end = own.at(-1)
  if (!end) return []
  const at = chapters.findIndex((scenes) => scenes.some(({ scene }) => scene === end.scene))
  const start = chapters[at - 1]?.at(-1)
  let left = room
  return spare.filter((scene) => {
    const isHere = inOrder(scene, end) < 0 && (!start || inOrder(start, scene) < 0)
    if (!isHere || scene.characters > left || !scene.paragraphs.every(isNew)) return false
    left -= scene.characters
    return true
  })
}

function inOrder({ at: one }: ToldScene, { at: other }: ToldScene): number {
  return one.part - other.part || one.scene - other.scene
}

/** Time passes where a card is the author's own and the story has no scene for it. */
function interludes({ story, cast, seed }: Telling, isNew: (text: string) => boolean): string[] {
  const texts = INTERLUDES.map((source, at) =>
    story.template(source).tell(cast, seededRandom(hash(seed, at))),
  )
  return texts.filter(isNew).slice(0, 2)
}

function charactersOf(texts: string[]): number {
  return texts.reduce((sum, text) => sum + countCharacters(text), 0)
}

/** The rest of a paragraph that was cut off; the same request tells the same story, so it can be found. */
function completeLastParagraph({ chapters, spare }: Telling, written: string): string {
  if (written === "") return ""
  const begun = lastParagraph(written)
  const paragraphs = [...chapters.flat(), ...spare]
    .flatMap((scene) => scene.paragraphs)
    .filter((paragraph) => paragraph.startsWith(begun))
  if (paragraphs.includes(begun)) return ""
  return paragraphs[0]?.slice(begun.length) ?? (endsFinished(written) ? "" : BROKEN_OFF)
}
