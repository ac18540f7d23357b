import { countCodePoints } from "#app/domain/text.ts"
import type { ChatMessage } from "#app/server/writing/endpoint/writer.server.ts"
import { KIND_LABELS } from "#app/server/writing/memory/memory.lexicon.server.ts"
import { castFor, storyPeople } from "./cast.server.ts"
import { findTelling, foundCast } from "./found-telling.server.ts"
import { hash, seededRandom } from "./random.server.ts"
import { readRequest } from "./read-request.server.ts"
import type { StoryScene } from "./story-file.server.ts"
import { BETWEEN_CLAUSES, BETWEEN_FIELDS, BETWEEN_PARTS, SAYS_WHEN } from "./telling.prose.server.ts"

const { person, object, place, time, thread, settled, fact, summary } = KIND_LABELS
/** What a summary is asked to be, and how many facts are enough. */
const SUMMARY_MAX_CHARS = 60
const FACTS_MAX = 5
/** A card that says where in the main place it is. */
const PLACE_IN = /\{place\}./u

/** What a model would note of the passage that the messages show: its people, places and time, what is open, and what has happened. */
export function demoMemory(messages: readonly ChatMessage[]): string {
  const shown = messages.map(({ content }) => content).join("\n")
  const found = findTelling(shown)
  if (!found) return ""
  const { story, last } = found
  const { file } = story
  const cast = foundCast(found, castFor(file, readRequest(""), { seed: hash(story.kind), turn: 0 }))
  const tell = (source: string) =>
    story.template(source).tell({ ...cast, isFirstPerson: false }, seededRandom(hash(source)))
  const part = story.parts[last.part]
  const told = (part?.scenes ?? []).filter(({ id }) => found.told.has(id))
  const core = told.filter((scene) => scene.core)
  const isOver = part?.scenes.at(-1) === told.at(-1)

  const seen = new Set(found.slots.flatMap((slots) => [...slots.keys()].map((slot) => slot.split(".")[0])))
  const people = storyPeople(file)
    .filter(([role]) => seen.has(role))
    .map(([role, { who, habit }]) => [
      person,
      cast.values[role] ?? "",
      tell([who, habit].join(BETWEEN_CLAUSES)),
      tell(lastOf(role, told)),
    ])
  const places = [
    ...file.setting.map((line) => [place, ...line.split(BETWEEN_FIELDS)]),
    ...(last.part === 0 ? [[place, cast.values.place ?? "", told.map(withinPlace).find(Boolean) ?? ""]] : []),
  ]
  const when = told.map(({ card }) => timeOf(card.where)).findLast((one) => one !== "")
  const plants = file.plants.map((line) => line.split(BETWEEN_FIELDS))
  // What the first part has sown, it has reaped at its end.
  const isSettled = isOver || last.part > 0
  const threads = plants.map(([plant = "", begins = ""]) =>
    isSettled ? [settled, plant] : [thread, plant, begins],
  )
  const objects = story.file.things.flatMap((_, at) => {
    const sown = plants.find(([plant = ""]) => plant.includes(`{thing${at + 1}}`))
    return sown ? [[object, cast.values[`thing${at + 1}`] ?? "", sown[0] ?? ""]] : []
  })
  const hindrance = isOver ? [] : [[thread, told.at(-1)?.card.hindrance ?? ""]]
  const lines = [
    ...people,
    ...objects,
    ...places,
    ...(when ? [[time, when]] : []),
    ...threads,
    ...hindrance,
    ...core.slice(-FACTS_MAX).map(({ card }) => [fact, card.change]),
    [summary, summaryOf(core.length > 0 ? core : told, tell)],
  ]
  return lines
    .map((fields) => fields.filter((field) => field !== "").map(tell))
    .filter((fields) => fields.length > 1)
    .map((fields) => fields.join(BETWEEN_FIELDS))
    .join("\n")
}

/** What a scene has changed last for somebody; empty where none has. */
function lastOf(role: string, told: readonly StoryScene[]): string {
  const clauses = told.flatMap(({ card }) => card.change.split(BETWEEN_CLAUSES))
  return clauses.findLast((clause) => clause.includes(`{${role}}`)) ?? ""
}

/** The time that a card begins with; empty where it names none. */
function timeOf(where: string): string {
  const parts = where.split(BETWEEN_PARTS)
  const end = parts.findIndex((part) => !SAYS_WHEN.test(part))
  return parts.slice(0, end === -1 ? parts.length - 1 : end).join(BETWEEN_PARTS)
}

/** Where in the main place a card says that it is; empty where it says no more than its name. */
function withinPlace({ card }: StoryScene): string {
  return card.where.split(BETWEEN_PARTS).find((part) => PLACE_IN.test(part)) ?? ""
}

/** What happened, in the order of the text: from the end back, as much as a summary has room for. */
function summaryOf(scenes: readonly StoryScene[], tell: (source: string) => string): string {
  const changes = scenes.map(({ card }) => tell(card.change))
  let left = SUMMARY_MAX_CHARS
  // How it begins and how it ends says most.
  const order = [...changes.keys()].sort(
    (one, other) => rank(one, changes.length) - rank(other, changes.length),
  )
  const kept = order.filter((index) => {
    const size = countCodePoints(changes[index] ?? "") + 1
    if (size > left) return false
    left -= size
    return true
  })
  return kept
    .sort((one, other) => one - other)
    .map((index) => changes[index])
    .join(BETWEEN_CLAUSES)
}

function rank(index: number, length: number): number {
  if (index === length - 1) return -2
  return index === 0 ? -1 : length - index
}
