import { countCharacters } from "#app/domain/count-characters.ts"

/**
 * Tells the bar of a page that streams how much is written. Sent markup cannot be changed, but a later style can set
 * what CSS shows there.
 */
export class LiveProgress {
  readonly #nonce: string
  readonly #target: number
  #fresh = 0
  #told = 0

  /** The nonce allows this page's style elements under its Content-Security-Policy. */
  constructor(nonce: string, target: number) {
    this.#nonce = nonce
    this.#target = target
  }

  append(text: string): void {
    this.#fresh += countCharacters(text)
  }

  /** Text was withdrawn, and this is what is left. */
  reset(rest: string): void {
    this.#fresh = countCharacters(rest)
  }

  /** A style, if a further hundredth is written. */
  tell(): string {
    const percent = Math.min(100, Math.floor((this.#fresh / this.#target) * 100))
    if (percent === this.#told) return ""
    this.#told = percent
    return `<style nonce="${this.#nonce}">.live-bar{--done:${percent}%;--fresh:${this.#fresh}}</style>`
  }
}
