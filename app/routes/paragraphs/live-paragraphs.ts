import { isSceneBreak } from "#app/domain/story.ts"
import { escapeMarkup } from "#app/domain/text.ts"

/**
 * Renders growing text as append-only HTML paragraphs, for a page that streams while the engine writes.
 * Sent markup cannot be taken back, so a withdrawal hides the affected paragraphs and renders the
 * remaining text of them again.
 */
export class LiveParagraphs {
  text = ""
  #nonce: string
  #shown: { id: string; start: number }[] = []
  #count = 0
  #open = false
  #between: () => string

  /**
   * The nonce allows this page's style elements under its Content-Security-Policy. `between` gives markup to stand
   * after a paragraph, for no other markup may stand in one.
   */
  constructor(nonce: string, between = () => "") {
    this.#nonce = nonce
    this.#between = between
  }

  append(text: string): string {
    let html = ""
    for (const piece of text.split(/(\n)/)) {
      if (piece === "\n") html += this.close()
      else if (this.#open || piece.trim() !== "") html += this.#begin(piece) + escapeMarkup(piece)
      this.text += piece
    }
    return html
  }

  reset(at: number): string {
    const from = this.#shown.findLast(({ start }) => start < at)?.start ?? at
    const rest = this.text.slice(from, at)
    const hidden = this.#shown.filter(({ start }) => start >= from).map(({ id }) => `#${id}`)
    const style = `<style nonce="${this.#nonce}">${hidden.join()}{display:none}</style>`
    const html = this.close() + (hidden.length > 0 ? style : "")
    this.#shown = this.#shown.filter(({ start }) => start < from)
    this.text = this.text.slice(0, from)
    return html + this.append(rest)
  }

  /** Whether a paragraph is open, in which no other markup may stand. */
  get isOpen(): boolean {
    return this.#open
  }

  close(): string {
    if (!this.#open) return ""
    this.#open = false
    return `</p>${this.#between()}`
  }

  #begin(piece: string): string {
    if (this.#open) return ""
    const id = `p${this.#count}`
    this.#open = true
    this.#count += 1
    this.#shown.push({ id, start: this.text.length })
    return `<p id="${id}"${isSceneBreak(piece.trim()) ? ' class="scene-break"' : ""}>`
  }
}
