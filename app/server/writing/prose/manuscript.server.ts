import { countCharacters } from "#app/domain/count-characters.ts"
import type { WritingEvent } from "#app/domain/generation.ts"
import { joinStory } from "#app/domain/story.ts"
import { GrowingText } from "./growing-text.server.ts"
import { endsFinished } from "./sentence-end.server.ts"

/** The growing text: what it continues, what is new, and the requested length. */
export class Manuscript {
  readonly existing: string
  /** The requested length in characters, as `countCharacters` counts them. */
  readonly target: number
  #written: GrowingText
  #characters: number
  /** What readers see behind it already, although it is not certain yet. */
  #early = ""

  constructor({ existing, written, target }: { existing: string; written: string; target: number }) {
    this.existing = existing
    this.target = target
    this.#written = new GrowingText(written)
    this.#characters = countCharacters(written)
  }

  get written(): string {
    return this.#written.toString()
  }

  get characters(): number {
    return this.#characters
  }

  get isFinished(): boolean {
    return endsFinished(this.written)
  }

  /**
   * Adds to the new text, and shows `early` behind it, which replaces what was shown early before and is no part of the
   * text. Returns what readers have to know.
   */
  append(text: string, early = ""): WritingEvent[] {
    const shown = this.#early
    const from = this.#written.length
    this.#written.add(text)
    this.#characters += countCharacters(text)
    this.#early = early
    const next = text + early
    if (next.startsWith(shown)) return told(next.slice(shown.length))
    return [{ type: "rewind", to: from }, ...told(next)]
  }

  /**
   * Removes the new text from this offset on, in UTF-16 units, and what was shown early; returns what readers have to
   * know.
   */
  rewind(to: number): WritingEvent[] {
    if (to >= this.#written.length) return this.append("")
    this.#early = ""
    const kept = this.written.slice(0, to)
    this.#written = new GrowingText(kept)
    this.#characters = countCharacters(kept)
    return [{ type: "rewind", to }]
  }

  /** The last `units` UTF-16 units of old and new text together, from a whole character on. */
  tail(units: number): string {
    const tail = joinStory(this.existing.slice(-units), this.written).slice(-units)
    return tail.replace(/^[\uDC00-\uDFFF]/, "")
  }
}

function told(text: string): WritingEvent[] {
  return text === "" ? [] : [{ type: "text", text }]
}
