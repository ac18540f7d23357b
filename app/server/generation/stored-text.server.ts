/**
 * What of a growing text the database holds. The log is append-only in chunks, so a withdrawal
 * falls back to the start of the chunk it stands in, and the next store replaces from there.
 */
export class StoredText {
  #chunkStarts: number[] = []
  #length: number

  constructor(storedLength = 0) {
    this.#length = storedLength
    // What another process stored is one chunk to us: a withdrawal into it replaces it whole.
    if (storedLength > 0) this.#chunkStarts.push(0)
  }

  /** The offset from which the next store has to write. */
  get length(): number {
    return this.#length
  }

  stored(from: number, to: number): void {
    if (to > from) this.#chunkStarts.push(from)
    this.#length = to
  }

  withdraw(to: number): void {
    while (this.#length > to) this.#length = this.#chunkStarts.pop() ?? 0
  }
}
