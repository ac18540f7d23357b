import { countCharacters } from "#app/domain/count-characters.ts"
import { joinStory } from "#app/domain/story.ts"
import { type BeatTask, isLastBeat } from "#app/server/writing/endpoint/writer.server.ts"
import { endsFinished, lastParagraph } from "#app/server/writing/prose/sentence-end.server.ts"
import { BROKEN_OFF } from "./cast.prose.server.ts"
import { LAST_SCENE } from "./scenes.prose.server.ts"
import { DemoStory } from "./story.server.ts"
import { AlreadyTold } from "./told.server.ts"

/** The demo ends its story a little before the target, where it needs no cut. */
const STORY_SHARE = 0.975
/** How far a text may exceed its room, in characters: half a passage. */
const TOLERANCE_CHARACTERS = 45

/** The text of a beat: continues the text so far, fills the budget and repeats nothing. */
export function demoBeat(task: BeatTask): string {
  const story = new DemoStory(task.request)
  const scene = story.scenes(task.plan.length)[task.index] ?? LAST_SCENE
  const completion = completeLastParagraph(story, task)
  const told = new AlreadyTold(joinStory(story.before, task.written + completion))

  const ofScene = [scene.opening, ...scene.body, scene.closing].map((template) => story.tell(template))
  const isNew = ofScene.map((text) => told.isNew(text))
  const ending = isNew.at(-1) ? ofScene.slice(-1) : []
  const room = budgetOf(task) - charactersOf([completion, ...ending])
  const sceneTexts = fitting(
    ofScene.slice(0, -1).filter((_, index) => isNew[index]),
    room,
  )
  for (const text of [...sceneTexts, ...ending]) told.add(text)
  const passages = told.fresh([...story.passages()], room - charactersOf(sceneTexts) - TOLERANCE_CHARACTERS)

  // Passages about the search must come before the last scene.
  const texts = isLastBeat(task) && isNew[0] ? [...passages, ...sceneTexts] : [...sceneTexts, ...passages]
  return [completion, ...texts, ...ending].filter((text) => text !== "").join("\n")
}

function budgetOf(task: BeatTask): number {
  if (!isLastBeat(task)) return task.characters
  const target = task.plan.reduce((sum, beat) => sum + beat.characters, 0)
  return target * STORY_SHARE - countCharacters(task.written)
}

function charactersOf(texts: string[]): number {
  return texts.reduce((sum, text) => sum + countCharacters(text), 0)
}

function fitting(texts: string[], room: number): string[] {
  let left = room + TOLERANCE_CHARACTERS
  return texts.filter((text) => {
    left -= countCharacters(text)
    return left >= 0
  })
}

/** The rest of a paragraph that was cut off; the same request tells the same story, so it can be found. */
function completeLastParagraph(story: DemoStory, { written, plan }: BeatTask): string {
  if (written === "") return ""
  const begun = lastParagraph(written)
  const scenes = story
    .scenes(plan.length)
    .flatMap(({ opening, body, closing }) => [opening, ...body, closing])
  const paragraphs = [...scenes.map((template) => story.tell(template)), ...story.passages()]
    .flatMap((text) => text.split("\n"))
    .filter((paragraph) => paragraph.startsWith(begun))
  if (paragraphs.includes(begun)) return ""
  return paragraphs[0]?.slice(begun.length) ?? (endsFinished(written) ? "" : BROKEN_OFF)
}
