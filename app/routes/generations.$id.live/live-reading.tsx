import { renderToStaticMarkup } from "react-dom/server"
import { story } from "#app/copy/story.ts"
import type { ReadingProgress } from "#app/domain/generation.ts"

/**
 * Renders how far the engine has read the continued text, for a page that streams. Sent markup cannot be taken back,
 * so each word hides the one before.
 */
export class LiveReading {
  readonly #nonce: string
  #count = 0
  #isShown = false

  /** The nonce allows this page's style elements under its Content-Security-Policy. */
  constructor(nonce: string) {
    this.#nonce = nonce
  }

  /** Says how many passages are read; once all are, the word goes. */
  tell({ done, all }: ReadingProgress): string {
    const hidden = this.end()
    if (done >= all) return hidden
    this.#count += 1
    this.#isShown = true
    return (
      hidden +
      renderToStaticMarkup(
        <p id={this.#id} className="font-sans text-sm text-soft tabular-nums">
          {story.reading({ done, all })}
        </p>,
      )
    )
  }

  /** Takes the word back. */
  end(): string {
    if (!this.#isShown) return ""
    this.#isShown = false
    return `<style nonce="${this.#nonce}">#${this.#id}{display:none}</style>`
  }

  get #id(): string {
    return `reading-${this.#count}`
  }
}
