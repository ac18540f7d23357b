import { HEAD_LABEL } from "#app/domain/outline/outline.lexicon.ts"
import type { PlanTask } from "#app/server/writing/endpoint/writer.server.ts"
import { CARD_LABEL, TITLE_LABEL } from "#app/server/writing/prompts/plan-prompts.server.ts"
import { storyPeople } from "./cast.server.ts"
import { drawnFrom } from "./random.server.ts"
import type { ToldScene } from "./scene-choice.server.ts"
import { TOLD_BY_HERO, TOLD_OF_HERO } from "./telling.prose.server.ts"
import { type Telling, tellingOf, titleOf } from "./telling.server.ts"

const PEOPLE_MAX = 4

/** The plan of a telling, as a model would write it: title, head and a card for each part. */
export function demoPlan({ request }: PlanTask): string {
  const telling = tellingOf(request)
  const { chapters } = telling
  const cards = chapters.map((scenes) => {
    const characters = scenes.reduce((sum, scene) => sum + scene.characters, 0)
    return [CARD_LABEL, ...cardOf(scenes, telling), characters].join("｜")
  })
  return [TITLE_LABEL + titleOf(telling), ...headOf(telling, request.existing !== ""), ...cards].join("\n")
}

/** Where, who wants what, what is in the way, what changes, and where it stops. */
export function cardOf(scenes: readonly ToldScene[], telling: Telling): string[] {
  const cards = scenes.map(({ scene }) => scene.card)
  // What a direction adds says only what changes.
  const placed = cards.filter(({ where }) => where !== "")
  const [first, last] = [placed[0], placed.at(-1)]
  if (!first || !last) return []
  const changes = cards.flatMap(({ change }) => (change === "" ? [] : change)).join("，")
  return [first.where, first.want, last.hindrance, changes, last.stop].map((field) =>
    outlined(field, telling),
  )
}

/** A continued text has its people and places: its outline names only who is new. */
function headOf(telling: Telling, isContinued: boolean): string[] {
  const { story, part, cast } = telling
  const { premise, setting, manner, plants } = story.file
  const text = telling.chapters
    .flat()
    .flatMap(({ paragraphs }) => paragraphs)
    .join("\n")
  const people = storyPeople(story.file)
    .filter(([role]) => text.includes(cast.values[role] ?? "") || role === "hero")
    .filter(([role]) => !isContinued || role.startsWith("guest"))
    .slice(0, PEOPLE_MAX)
    .map(([role, { who, wants, lacks, habit }]) => [
      HEAD_LABEL.people,
      `{${role === "hero" ? "hero.name" : role}}`,
      who,
      wants,
      lacks,
      habit,
    ])
  const ending = story.parts[part]?.ending ?? ""
  const told = cast.isFirstPerson ? manner.replace(TOLD_OF_HERO, TOLD_BY_HERO) : manner
  const whole = [
    [HEAD_LABEL.premise, premise],
    ...people,
    ...setting.map((line) => [HEAD_LABEL.places, line]),
    [HEAD_LABEL.manner, told],
    ...plants.map((line) => [HEAD_LABEL.plants, line]),
  ]
  const lines = [...(isContinued ? people : whole), [HEAD_LABEL.ending, ending]]
  return lines.map((fields) => outlined(fields.join("｜"), telling))
}

/** An outline speaks of the hero by name, whoever tells the story. */
function outlined(source: string, { story, cast, lot }: Telling): string {
  return story.template(source).tell({ ...cast, isFirstPerson: false }, drawnFrom(lot))
}
