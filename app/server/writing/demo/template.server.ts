import { pick } from "./random.server.ts"
import type { Gender } from "./story-file.server.ts"
import { FIRST_PERSON, PRONOUN } from "./telling.prose.server.ts"

/** Who and what a telling is about. */
export interface Cast {
  /** What each slot holds, by its name. */
  values: Readonly<Record<string, string>>
  genders: Readonly<Record<string, Gender>>
  isFirstPerson: boolean
}

/** A piece of a paragraph: words, a name or an object, a word for a man or a woman, or a choice of phrasings. */
type Piece =
  | { type: "words"; words: string }
  | { type: "slot"; name: string; form: "plain" | "name" | "he" | "his" }
  | { type: "gendered"; role: string; male: Piece[]; female: Piece[] }
  | { type: "choice"; options: Piece[][] }

/** What a template was found to say: the values of its slots, by name, with the pronoun as `hero.he`. */
export type FoundSlots = ReadonlyMap<string, string>

const SLOT_MAX_UNITS = 24

/**
 * A paragraph with slots and choices, as the story files write it: `{hero}`, `{hero.he}` (in narration), `{hero.name}`
 * and `{hero.his}` (where others speak), `{hero:男子的词|女子的词}`, and `{one|another}` of several phrasings.
 */
export class Template {
  /** The longest words that every telling has, to look for before anything costs more. */
  readonly fixedWords: string
  readonly #pieces: Piece[]
  #pattern: { pattern: RegExp; names: string[] } | null = null

  constructor(source: string) {
    this.#pieces = parse(source)
    const fixed = this.#pieces.map((piece) => (piece.type === "words" ? piece.words : ""))
    this.fixedWords = fixed.reduce((longest, words) => (words.length > longest.length ? words : longest), "")
  }

  /** The paragraph for this cast; `random` decides between the phrasings. */
  tell(cast: Cast, random: () => number): string {
    return told(this.#pieces, cast, random)
  }

  /** What the slots hold where this paragraph is a telling of the template; null where it is none. */
  findIn(paragraph: string): FoundSlots | null {
    this.#pattern ??= toPattern(this.#pieces)
    const { pattern, names } = this.#pattern
    const match = pattern.exec(paragraph)
    if (!match) return null
    return new Map(names.flatMap((name, at) => (match[at + 1] ? [[name, match[at + 1] ?? ""]] : [])))
  }
}

function told(pieces: readonly Piece[], cast: Cast, random: () => number): string {
  return pieces
    .map((piece) => {
      if (piece.type === "words") return piece.words
      if (piece.type === "choice") return told(pick(random, piece.options), cast, random)
      if (piece.type === "gendered") return told(piece[cast.genders[piece.role] ?? "male"], cast, random)
      return slotText(piece, cast)
    })
    .join("")
}

function slotText({ name, form }: Extract<Piece, { type: "slot" }>, cast: Cast): string {
  const isTeller = name === "hero" && cast.isFirstPerson
  if (isTeller && (form === "plain" || form === "he")) return FIRST_PERSON
  if (form === "he" || form === "his") return PRONOUN[cast.genders[name] ?? "male"]
  const value = cast.values[name]
  if (value === undefined) throw new Error(`a story has no {${name}}`)
  return value
}

function toPattern(pieces: readonly Piece[]): { pattern: RegExp; names: string[] } {
  const names: string[] = []
  const source = patternOf(pieces, names)
  return { pattern: new RegExp(`^${source}$`, "u"), names }
}

function patternOf(pieces: readonly Piece[], names: string[]): string {
  return pieces
    .map((piece) => {
      if (piece.type === "words") return RegExp.escape(piece.words)
      if (piece.type === "choice") return `(?:${piece.options.map((one) => patternOf(one, names)).join("|")})`
      if (piece.type === "gendered") {
        names.push(`${piece.role}.male`)
        const male = patternOf(piece.male, names)
        names.push(`${piece.role}.female`)
        return `(?:(${male})|(${patternOf(piece.female, names)}))`
      }
      if (piece.form === "he" || piece.form === "his") {
        names.push(`${piece.name}.he`)
        return `(${PRONOUN.male}|${PRONOUN.female}|${FIRST_PERSON})`
      }
      names.push(piece.form === "name" ? `${piece.name}.name` : piece.name)
      return `([^\\p{P}]{1,${SLOT_MAX_UNITS}}?)`
    })
    .join("")
}

/** Reads a template. Throws where its braces do not match. */
function parse(source: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  while (at < source.length) {
    const open = source.indexOf("{", at)
    if (open === -1 || open > at) {
      const words = source.slice(at, open === -1 ? source.length : open)
      pieces.push({ type: "words", words })
      at += words.length
      continue
    }
    const close = closingBrace(source, open)
    pieces.push(braced(source.slice(open + 1, close)))
    at = close + 1
  }
  return pieces
}

const GENDERED = /^(\w+):/u
const SLOT = /^(\w+)(?:\.(name|he|his))?$/u

function braced(inner: string): Piece {
  const options = optionsOf(inner)
  const [label = "", role] = GENDERED.exec(options[0] ?? "") ?? []
  if (role !== undefined) {
    const [male = "", female = ""] = options
    return { type: "gendered", role, male: parse(male.slice(label.length)), female: parse(female) }
  }
  if (options.length > 1) return { type: "choice", options: options.map(parse) }
  const [, name, form = "plain"] = SLOT.exec(inner) ?? []
  if (name === undefined) throw new Error(`no slot: {${inner}}`)
  return { type: "slot", name, form: form as "plain" | "name" | "he" | "his" }
}

function closingBrace(source: string, open: number): number {
  let depth = 0
  for (let at = open; at < source.length; at += 1) {
    if (source[at] === "{") depth += 1
    if (source[at] === "}") depth -= 1
    if (depth === 0) return at
  }
  throw new Error(`no closing brace in ${source}`)
}

/** The parts between the bars that stand in no inner braces. */
function optionsOf(inner: string): string[] {
  const options = [""]
  let depth = 0
  for (const unit of inner) {
    if (unit === "{") depth += 1
    if (unit === "}") depth -= 1
    if (unit === "|" && depth === 0) options.push("")
    else options[options.length - 1] += unit
  }
  return options
}
