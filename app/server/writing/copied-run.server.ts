/** The longest end of a growing text that stands in a source too. */
export class CopiedRun {
  readonly #source: string
  #run = ""

  constructor(source: string) {
    this.#source = [...source].map(comparable).join("")
  }

  /** In characters without blanks. */
  get length(): number {
    return this.#run.length
  }

  /** Takes one more character; answers whether the run goes on with it instead of beginning later. */
  extend(character: string): boolean {
    const longer = this.#run + comparable(character)
    this.#run = longer
    while (!this.#source.includes(this.#run)) this.#run = this.#run.slice(1)
    return this.#run === longer
  }

  /** Begins again after this text. */
  restart(text: string): void {
    this.#run = ""
    for (const character of text) this.extend(character)
  }
}

/** A character without what makes no difference: blanks, width, case, the shape of quotation marks. */
export function comparable(character: string): string {
  if (BLANK.test(character)) return ""
  if (QUOTE.test(character)) return '"'
  const plain = character.normalize("NFKC").toLowerCase()
  return plain.length === character.length ? plain : character
}

const BLANK = /\s/u
const QUOTE = /[“”„‟「」『』＂"]/u
