import { renderToStaticMarkup } from "react-dom/server"
import { story } from "#app/copy/story.ts"

const SECOND_MS = 1_000

/**
 * Renders the word that the model thinks, for a page that streams. Sent markup cannot be taken back, so each
 * word hides the one before. It is inline, because the paragraph before may go on.
 */
export class LiveThinking {
  readonly #nonce: string
  #since: number | null = null
  #count = 0
  #isShown = false

  /** The nonce allows this page's style elements under its Content-Security-Policy. */
  constructor(nonce: string) {
    this.#nonce = nonce
  }

  /** Says for how many seconds the model has thought; null takes the word back. */
  tell(seconds: number | null): string {
    this.#since = seconds === null ? null : Date.now() - seconds * SECOND_MS
    return this.tick()
  }

  /** Brings the word up to date; empty while the model does not think. */
  tick(): string {
    const hidden = this.#hide()
    if (this.#since === null) return hidden
    this.#count += 1
    this.#isShown = true
    const seconds = Math.floor((Date.now() - this.#since) / SECOND_MS)
    return (
      hidden +
      renderToStaticMarkup(
        <span id={this.#id} className="block font-sans text-sm text-soft">
          {story.thinking(seconds)}
        </span>,
      )
    )
  }

  /** Takes the word back, for text has come or the end. */
  end(): string {
    return this.#isShown ? this.tell(null) : ""
  }

  get #id(): string {
    return `thinking-${this.#count}`
  }

  #hide(): string {
    if (!this.#isShown) return ""
    this.#isShown = false
    return `<style nonce="${this.#nonce}">#${this.#id}{display:none}</style>`
  }
}
