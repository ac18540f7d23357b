import { countCharacters } from "#app/domain/count-characters.ts"
import { grams, isSame, likenessOf, REPEAT_MIN_UNITS } from "#app/server/writing/prose/likeness.server.ts"

/** The story may repeat shorter sentences, for example an answer or a question. */
const REPEAT_MIN_CHARACTERS = 9

/** What the story has told so far, by paragraph and by sentence. */
export class AlreadyTold {
  readonly #paragraphs = new Map<string, ReadonlySet<string>>()
  readonly #sentences = new Set<string>()

  constructor(text: string) {
    this.add(text)
  }

  isNew(text: string): boolean {
    return text.split("\n").every((paragraph) => {
      return !this.#paragraphs.has(paragraph) && !this.#saysNearly(paragraph)
    })
  }

  add(text: string): void {
    for (const paragraph of text.split("\n")) this.#paragraphs.set(paragraph, new Set(grams(paragraph)))
    for (const sentence of longSentences(text)) this.#sentences.add(sentence)
  }

  /** Passages of about this many characters in all: first those without a known sentence, then any new ones. */
  fresh(passages: string[], characters: number): string[] {
    const chosen: string[] = []
    let left = characters
    for (const isFresh of [this.#hasNoKnownSentence, this.isNew]) {
      for (const passage of passages) {
        if (left <= 0) return chosen
        if (!isFresh.call(this, passage) || !this.isNew(passage)) continue
        this.add(passage)
        chosen.push(passage)
        left -= countCharacters(passage)
      }
    }
    return chosen
  }

  #saysNearly(paragraph: string): boolean {
    if (paragraph.length < REPEAT_MIN_UNITS) return false
    const own = new Set(grams(paragraph))
    return this.#paragraphs.values().some((earlier) => isSame(likenessOf(own, earlier)))
  }

  #hasNoKnownSentence(text: string): boolean {
    return longSentences(text).every((sentence) => !this.#sentences.has(sentence))
  }
}

function longSentences(text: string): string[] {
  return text.split(SENTENCE_END).filter((sentence) => sentence.length >= REPEAT_MIN_CHARACTERS)
}

const SENTENCE_END = /[。！？；：“”\n]+/u
