interface Change {
  n: number
  epoch: number
  from?: number
  text?: string
  status?: string
}

interface Entry {
  id: string
  epoch: number
  /** The text that the database acknowledged. */
  text: string
  status: string
  /** Changes that were sent without an answer: the database may hold them or not. */
  unanswered: Change[]
  /** The app that made or claimed it last; null once that process was ended. */
  writer: string | null
  claimedAt: number
  storedAt: number
  /** How often it was stored. */
  stores: number
  takeovers: number
}

/** A store on its way: what was sent, and the epochs that were known then. */
export interface SentStore {
  changes: Change[]
  epochs: Map<number, number>
}

/**
 * What the database has acknowledged of every generation, read from the lines between it and the apps. The
 * engine accepted this for good, so none of it may ever be missing.
 */
export class Ledger {
  /** Each entry would be a lost or doubled character. */
  readonly broken: string[] = []
  /** Stores that the database refused because their process no longer owned the generation. */
  fenced = 0
  readonly #entries = new Map<number, Entry>()
  /** Generations that began while the database was down, and the app that alone holds each, in its memory. */
  readonly #rowless = new Map<string, string>()

  /** UTF-16 units of all texts together. */
  get characters(): number {
    return [...this.#entries.values()].reduce((sum, { text }) => sum + text.length, 0)
  }

  get takeovers(): number {
    return [...this.#entries.values()].reduce((sum, { takeovers }) => sum + takeovers, 0)
  }

  /** Whether every generation has its row, and every running one was stored since then. */
  isStoredSince(time: number): boolean {
    return this.#rowless.size === 0 && [...this.#entries.values()].every((entry) => isStored(entry, time))
  }

  isRowStoredSince(id: string, time: number): boolean {
    const entry = this.entryOf(id)
    return entry !== null && isStored(entry, time)
  }

  entryOf(id: string): Entry | null {
    return [...this.#entries.values()].find((entry) => entry.id === id) ?? null
  }

  idOf(n: number): string | null {
    return this.#entries.get(n)?.id ?? null
  }

  /** The app's other running generations that were not stored since then. */
  unstoredBeside(id: string, writer: string, time: number): string[] {
    return [...this.#entries.values()]
      .filter((entry) => entry.id !== id && entry.writer === writer)
      .filter(
        ({ status, storedAt, claimedAt }) => status === "running" && Math.max(storedAt, claimedAt) < time,
      )
      .map((entry) => entry.id)
  }

  /** An app has answered a form with this generation, which may have no row yet. */
  begun(writer: string, id: string): void {
    if (!this.entryOf(id)) this.#rowless.set(id, writer)
  }

  created(writer: string, row: { id: string; n: number; epoch: number }): void {
    this.#rowless.delete(row.id)
    if (this.#entries.has(row.n)) return
    this.#entries.set(row.n, {
      id: row.id,
      epoch: row.epoch,
      text: "",
      status: "running",
      unanswered: [],
      writer,
      claimedAt: Date.now(),
      storedAt: Date.now(),
      stores: 0,
      takeovers: 0,
    })
  }

  claimed(writer: string, id: string, row: { n: number; epoch: number; text: string }): void {
    const entry = this.#entries.get(row.n)
    if (!entry) return
    if (!this.#mayHold(entry).includes(row.text)) {
      this.broken.push(`${id}: epoch ${row.epoch} goes on from a text that was never acknowledged`)
    }
    entry.takeovers += 1
    const claim = { writer, claimedAt: Date.now() }
    Object.assign(entry, { epoch: row.epoch, text: row.text, status: "running", unanswered: [], ...claim })
  }

  /**
   * What an ended process wrote has no writer until another one, of the same name even, claims it. What only its
   * memory held is lost, so nothing waits for a row of it.
   */
  orphan(writer: string): void {
    for (const entry of this.#entries.values()) if (entry.writer === writer) entry.writer = null
    for (const [id, app] of this.#rowless) if (app === writer) this.#rowless.delete(id)
  }

  sent(changes: Change[]): SentStore {
    for (const change of changes) this.#entries.get(change.n)?.unanswered.push(change)
    const epochs = new Map(changes.map(({ n }) => [n, this.#entries.get(n)?.epoch ?? 0]))
    return { changes, epochs }
  }

  answered({ changes, epochs }: SentStore, held: { n: number }[]): void {
    const kept = new Set(held.map(({ n }) => n))
    for (const change of changes) {
      const entry = this.#entries.get(change.n)
      if (!entry) continue
      const known = epochs.get(change.n) ?? 0
      if (!kept.has(change.n)) {
        if (change.epoch < entry.epoch) this.fenced += 1
      } else if (change.epoch < known) {
        this.broken.push(`${entry.id}: epoch ${change.epoch} still writes in epoch ${known}`)
      } else if (change.epoch === entry.epoch) {
        this.#keep(entry, change)
      }
    }
  }

  /** Whether the database can hold this text of the generation. */
  holds(id: string, text: string): boolean {
    const entry = this.entryOf(id)
    return entry !== null && this.#mayHold(entry).includes(text)
  }

  #keep(entry: Entry, change: Change): void {
    if (change.from !== undefined && change.from > entry.text.length) {
      this.broken.push(`${entry.id}: a store from ${change.from} follows ${entry.text.length} characters`)
    }
    entry.text = withChange(entry.text, change)
    entry.status = change.status ?? entry.status
    entry.storedAt = Date.now()
    entry.stores += 1
    entry.unanswered = entry.unanswered.slice(entry.unanswered.indexOf(change) + 1)
  }

  #mayHold({ text, unanswered }: Entry): string[] {
    const texts = [text]
    for (const change of unanswered) texts.push(...texts.map((before) => withChange(before, change)))
    return texts
  }
}

function isStored({ status, storedAt }: Entry, time: number): boolean {
  return status !== "running" || storedAt >= time
}

function withChange(text: string, { from, text: added }: Change): string {
  return from === undefined || added === undefined ? text : text.slice(0, from) + added
}
