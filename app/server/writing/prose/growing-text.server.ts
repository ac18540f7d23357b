const PIECES_MAX = 64

/** A text that grows by small pieces. A string that is only added to keeps each of them, at forty bytes a piece. */
export class GrowingText {
  #joined: string
  readonly #pieces: string[] = []
  #length: number

  constructor(text = "") {
    this.#joined = text
    this.#length = text.length
  }

  get length(): number {
    return this.#length
  }

  add(piece: string): void {
    if (piece === "") return
    this.#length += piece.length
    if (this.#pieces.push(piece) === PIECES_MAX) this.#join()
  }

  toString(): string {
    if (this.#pieces.length > 0) this.#join()
    return this.#joined
  }

  #join(): void {
    this.#joined = [this.#joined, ...this.#pieces.splice(0)].join("")
  }
}
