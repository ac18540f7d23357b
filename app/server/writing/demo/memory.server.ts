import type { ChatMessage } from "#app/server/writing/endpoint/writer.server.ts"
import { KIND_LABELS } from "#app/server/writing/memory/memory.lexicon.server.ts"
import { castFor, storyPeople } from "./cast.server.ts"
import { findTelling, foundCast } from "./found-telling.server.ts"
import { hash, seededRandom } from "./random.server.ts"
import { readRequest } from "./read-request.server.ts"

const { person, place, time, summary } = KIND_LABELS

/** What a model would note of the passage that the messages show: its people, its place, and what has happened. */
export function demoMemory(messages: readonly ChatMessage[]): string {
  const shown = messages.map(({ content }) => content).join("\n")
  const found = findTelling(shown)
  if (!found) return ""
  const { story, last } = found
  const cast = foundCast(found, castFor(story.file, readRequest(""), hash(story.kind)))
  const { card } = story.sceneAt(last)
  const tell = (source: string) =>
    story.template(source).tell({ ...cast, isFirstPerson: false }, seededRandom(hash(source)))
  const seen = new Set(found.slots.flatMap((slots) => [...slots.keys()].map((slot) => slot.split(".")[0])))
  const people = storyPeople(story.file)
    .filter(([role]) => seen.has(role))
    .map(([role, { who, habit }]) => [person, cast.values[role], tell(who), tell(habit)].join("｜"))
  return [
    ...people,
    [place, cast.values.place, tell(card.where)].join("｜"),
    [time, tell(card.where)].join("｜"),
    [summary, tell(card.change)].join("｜"),
  ].join("\n")
}
