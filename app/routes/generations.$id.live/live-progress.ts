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
  #step = ""

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

  /** What is being written now, in one line, and the number of its card in the plan. */
  begin(step: string, card: number): void {
    this.#step =
      `.live-step>*{display:none}.live-step::before{content:"${escapeCss(step)}"}` +
      `.live-plan li[value]{background:none}.live-plan li[value='${card}']{background:var(--color-wash)}`
  }

  /** A style, if another card or a further hundredth is written. */
  tell(): string {
    const percent = Math.min(100, Math.floor((this.#fresh / this.#target) * 100))
    const step = this.#step
    if (percent === this.#told && step === "") return ""
    this.#told = percent
    this.#step = ""
    return `<style nonce="${this.#nonce}">.live-bar{--done:${percent}%;--fresh:${this.#fresh}}${step}</style>`
  }
}

/** Escapes all but letters and digits, so that no text ends the string, the style or its element. */
function escapeCss(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)
}
