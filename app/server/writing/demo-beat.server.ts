import { countCharacters } from "../../domain/count-characters.ts"
import { joinStory } from "../../domain/story.ts"
import { BROKEN_OFF } from "./demo-cast.prose.server.ts"
import { DemoStory } from "./demo-story.server.ts"
import { endsFinished, lastParagraph } from "./sentence-end.server.ts"
import type { BeatTask } from "./writer.server.ts"

/** The story is brought to its end a little before the engine would end it. */
const STORY_SHARE = 0.975
const PASSAGE_CHARS = 90

/** A beat's text: it goes on from what is written, fills its budget, and says nothing a second time. */
export function demoBeat(task: BeatTask): string {
  const story = new DemoStory(task.request)
  const scene = story.scenes(task.plan.length)[task.index] ?? story.scenes(task.plan.length)[0]
  if (!scene) return ""

  const completion = completeLastParagraph(story, task)
  const before = joinStory(task.request.existing, task.written + completion)
  const told = new Telling(before, budgetOf(task) - countCharacters(completion))
  const closing = story.tell(scene.closing)
  const passages = story.passages()
  const body = scene.body.map((template) => story.tell(template)).filter((text) => told.isNew(text))

  told.add(story.tell(scene.opening))
  told.reserve(closing)
  for (let turn = 0; told.left > PASSAGE_CHARS / 2; turn += 1) {
    const bodyCharacters = body.reduce((sum, text) => sum + countCharacters(text), 0)
    const isTimeForPassage = turn % 2 === 1 && bodyCharacters < told.left - PASSAGE_CHARS
    const next = (isTimeForPassage ? undefined : body.shift()) ?? passages.next().value
    if (next === undefined) break
    told.add(next)
  }
  told.addReserved(closing)
  return [completion, told.text].filter((text) => text !== "").join("\n")
}

/** The paragraphs told in one beat, within a number of characters. */
class Telling {
  readonly #before: Set<string>
  #texts: string[] = []
  #left: number

  constructor(before: string, characters: number) {
    this.#before = new Set(before.split("\n"))
    this.#left = characters
  }

  get left(): number {
    return this.#left
  }

  get text(): string {
    return this.#texts.join("\n")
  }

  isNew(text: string): boolean {
    return text.split("\n").every((paragraph) => !this.#before.has(paragraph))
  }

  reserve(text: string): void {
    if (this.isNew(text)) this.#left -= countCharacters(text)
  }

  add(text: string): void {
    const characters = countCharacters(text)
    if (!this.isNew(text) || characters > this.#left + PASSAGE_CHARS / 2) return
    this.#left -= characters
    this.addReserved(text)
  }

  addReserved(text: string): void {
    if (!this.isNew(text)) return
    for (const paragraph of text.split("\n")) this.#before.add(paragraph)
    this.#texts.push(text)
  }
}

function budgetOf({ isLast, characters, plan, written }: BeatTask): number {
  if (!isLast) return characters
  const target = plan.reduce((sum, beat) => sum + beat.characters, 0)
  return target * STORY_SHARE - countCharacters(written)
}

/** The rest of a paragraph that was cut off: the story is the same for the same request, so it can be found. */
function completeLastParagraph(story: DemoStory, { written, plan }: BeatTask): string {
  if (written === "" || endsFinished(written)) return ""
  const begun = lastParagraph(written)
  const scenes = story
    .scenes(plan.length)
    .flatMap(({ opening, body, closing }) => [opening, ...body, closing])
  const paragraphs = [...scenes.map((template) => story.tell(template)), ...story.passages()].flatMap(
    (text) => text.split("\n"),
  )
  return paragraphs.find((paragraph) => paragraph.startsWith(begun))?.slice(begun.length) ?? BROKEN_OFF
}
