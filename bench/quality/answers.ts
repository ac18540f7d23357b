import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** A stored answer: what it was asked for, and the text. The asker's key is never part of it. */
export interface Identity {
  kind: string
  [fact: string]: unknown
}

/** The answers of earlier starts, one file each, so that a second start pays for none of them again. */
export class Answers {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
    mkdirSync(folder, { recursive: true })
  }

  /** The stored text; null when there is none, or only half a file. */
  read(identity: Identity): string | null {
    try {
      const { text } = JSON.parse(readFileSync(this.#fileOf(identity), "utf8")) as { text?: unknown }
      return typeof text === "string" && text !== "" ? text : null
    } catch {
      return null
    }
  }

  /** Stores a text under what it was asked for. `facts` are for people who look into the file. */
  write(identity: Identity, text: string, facts: Record<string, unknown> = {}): void {
    const file = this.#fileOf(identity)
    // A process that dies while it writes leaves no half answer under the final name.
    writeFileSync(`${file}.${process.pid}`, JSON.stringify({ text, ...facts, asked: identity }, null, 1))
    renameSync(`${file}.${process.pid}`, file)
  }

  #fileOf(identity: Identity): string {
    const hash = createHash("sha256").update(JSON.stringify(identity)).digest("hex").slice(0, 32)
    return join(this.#folder, `${identity.kind}-${hash}.json`)
  }
}
