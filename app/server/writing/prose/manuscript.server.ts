import { countCharacters } from "#app/domain/count-characters.ts"
import type { WritingEvent } from "#app/domain/generation.ts"
import { joinStory } from "#app/domain/story.ts"
import { endsFinished } from "./sentence-end.server.ts"

/** The growing text: what it continues, what is new, and the requested length. */
export class Manuscript {
  readonly existing: string
  /** The requested length in characters, as `countCharacters` counts them. */
  readonly target: number
  #written: string
  #characters: number

  constructor({ existing, written, target }: { existing: string; written: string; target: number }) {
    this.existing = existing
    this.target = target
    this.#written = written
    this.#characters = countCharacters(written)
  }

  get written(): string {
    return this.#written
  }

  get characters(): number {
    return this.#characters
  }

  get isFinished(): boolean {
    return endsFinished(this.#written)
  }

  /** Adds to the new text; returns what readers have to know. */
  append(text: string): WritingEvent[] {
    if (text === "") return []
    this.#written += text
    this.#characters += countCharacters(text)
    return [{ type: "text", text }]
  }

  /** Removes the new text from this offset on, in UTF-16 units; returns what readers have to know. */
  rewind(to: number): WritingEvent[] {
    if (to >= this.#written.length) return []
    this.#written = this.#written.slice(0, to)
    this.#characters = countCharacters(this.#written)
    return [{ type: "rewind", to }]
  }

  /** The last `units` UTF-16 units of old and new text together, from a whole character on. */
  tail(units: number): string {
    const tail = joinStory(this.existing.slice(-units), this.#written).slice(-units)
    return tail.replace(/^[\uDC00-\uDFFF]/, "")
  }
}
