import { countCharacters } from "#app/domain/count-characters.ts"
import { joinStory } from "#app/domain/story.ts"
import type { ParagraphTask } from "#app/server/writing/endpoint/writer.server.ts"
import { grams, likenessOf } from "#app/server/writing/prose/likeness.server.ts"
import { castFor } from "./cast.server.ts"
import { findTelling, foundCast, templateIn } from "./found-telling.server.ts"
import { hash, seededRandom } from "./random.server.ts"
import { readRequest } from "./read-request.server.ts"
import { type Story, storyOfKind } from "./stories.server.ts"
import { templateOf } from "./story-file.server.ts"
import type { Cast, Template } from "./template.server.ts"

/** The paragraph is told so often in other words; the telling that is least like the old one is taken. */
const TRIES = 24
/** A paragraph made of several ends once it has so much of the length. */
const LONG_ENOUGH_SHARE = 0.8

/** Another paragraph in place of one: the same in other words, or one of about its length that fits anywhere. */
export function demoParagraph({ request, order, characters }: ParagraphTask): string {
  const text = joinStory(request.existing, [order.text, order.after].join("\n"))
  const found = findTelling(text)
  const asked = readRequest(request.prompt)
  const story = found?.story ?? storyOfKind(asked.kind)
  const drawn = castFor(story.file, asked, hash(request.prompt))
  const cast = found ? foundCast(found, drawn) : drawn
  const own = found && templateIn(story, order.text)
  if (!own) return paragraphOfLength(characters, { story, cast, text })
  const old = new Set(grams(order.text))
  const tellings = tellingsOf(own, cast, hash(order.text, request.direction))
    .filter((telling) => !text.includes(telling))
    .map((telling) => ({ telling, shared: likenessOf(new Set(grams(telling)), old).shared }))
  return tellings.sort((one, other) => one.shared - other.shared)[0]?.telling ?? ""
}

function tellingsOf(template: Template, cast: Cast, seed: number): string[] {
  return Array.from({ length: TRIES }, (_, at) => template.tell(cast, seededRandom(hash(seed, at))))
}

/** In a text of somebody else: paragraphs that fit anywhere, as many as the length asks for. */
function paragraphOfLength(
  characters: number,
  { story, cast, text }: { story: Story; cast: Cast; text: string },
): string {
  const left = story.parts[0].scenes
    .flatMap((scene) => scene.text.filter((one) => typeof one !== "string" && "optional" in one))
    .map((one) => story.template(templateOf(one)).tell(cast, seededRandom(hash(text))))
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
