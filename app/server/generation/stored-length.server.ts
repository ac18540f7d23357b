/**
 * Tracks how much of a growing text the database holds, in UTF-16 units. The database appends chunks, so a
 * withdrawal falls back to the start of its chunk, and the next store replaces everything from there.
 */
export class StoredLength {
  #chunkStarts: number[] = []
  #length: number

  constructor(storedLength = 0) {
    this.#length = storedLength
    // Treat what another process stored as one chunk; a withdrawal into it replaces it whole.
    if (storedLength > 0) this.#chunkStarts.push(0)
  }

  /** The offset at which the next store starts. */
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
