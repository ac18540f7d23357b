import { countCharacters } from "#app/domain/count-characters.ts"
import type { ParagraphTask } from "#app/server/writing/endpoint/writer.server.ts"
import { sentencesOf } from "#app/server/writing/prose/sentence-end.server.ts"
import { DemoStory } from "./story.server.ts"
import { AlreadyTold } from "./told.server.ts"

/** Another paragraph of about the same length, with sentences that the text around it does not have. */
export function demoParagraph({ request, order, characters }: ParagraphTask): string {
  const story = new DemoStory(request)
  const told = new AlreadyTold([story.before, order.text, order.after].join("\n"))
  const sentences = [...story.passages()]
    .flatMap((passage) => passage.split("\n"))
    .filter((paragraph) => told.isNew(paragraph))
    .flatMap(sentencesOf)
  let text = ""
  for (const sentence of sentences) {
    if (text !== "" && countCharacters(text + sentence) > characters) break
    text += sentence
  }
  return text
}
