import { withOneMark } from "./manner/sentences.server.ts"
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

/** What the beginning of a paragraph was found to say, and how the paragraph goes on. */
export interface BegunParagraph {
  slots: FoundSlots
  rest: (cast: Cast, random: () => number) => string
}

const SLOT_MAX_UNITS = 24
/** A slot's pattern counts code points. */
const SLOT_MAX_UTF16_UNITS = 2 * SLOT_MAX_UNITS
/** No telling ends with these marks. The search takes all marks for one, so it looks at them first. */
const STOPS_SHORT = /[，；]$/u
/** Fewer words before a name may begin any paragraph. */
const BEFORE_NAME_UNITS = 6

/**
 * A paragraph with slots and choices, as the story files write it: `{hero}`, `{hero.he}` (in narration), `{hero.name}`
 * and `{hero.his}` (where others speak), `{hero:男子的词|女子的词}`, and `{one|another}` of several phrasings.
 */
export class Template {
  /** The longest words that every telling has, with one mark for all, to look for before anything costs more. */
  readonly fixedWords: string
  readonly #pieces: Piece[]
  #fixedLetters: number | null = null
  /** The most UTF-16 units of a telling with the longest slots that are looked for. */
  #longest: number | null = null
  #pattern: { pattern: RegExp; names: string[] } | null = null

  constructor(source: string) {
    this.#pieces = parse(source)
    const fixed = this.#pieces.map((piece) => (piece.type === "words" ? withOneMark(piece.words) : ""))
    this.fixedWords = fixed.reduce((longest, words) => (words.length > longest.length ? words : longest), "")
  }

  /** How many letters every telling has beside what its slots hold. */
  get fixedLetters(): number {
    // Only where it is asked for: a process reads thousands of templates as it starts.
    this.#fixedLetters ??= lettersAtLeast(this.#pieces)
    return this.#fixedLetters
  }

  /** The paragraph for this cast; `random` decides between the phrasings. */
  tell(cast: Cast, random: () => number): string {
    return told(this.#pieces, cast, random)
  }

  /** What the slots hold where this paragraph is a telling of the template; null where it is none. */
  findIn(paragraph: string): FoundSlots | null {
    if (STOPS_SHORT.test(paragraph)) return null
    this.#longest ??= unitsAtMost(this.#pieces, SLOT_MAX_UTF16_UNITS)
    if (paragraph.length < this.fixedLetters || paragraph.length > this.#longest) return null
    const words = withOneMark(paragraph)
    if (!words.includes(this.fixedWords)) return null
    this.#pattern ??= toPattern(this.#pieces)
    const { pattern, names } = this.#pattern
    const match = pattern.exec(words)
    if (!match) return null
    return new Map(names.flatMap((name, at) => (match[at + 1] ? [[name, match[at + 1] ?? ""]] : [])))
  }

  /**
   * How a telling goes on that was cut off behind these words; null where none begins so. `cut`: whether they may end
   * with a name that the cast doesn't have, or with its beginning, which is then the name.
   */
  goOnFrom(
    begun: string,
    cast: Cast,
    cut: "behind words" | "in a name" = "behind words",
  ): BegunParagraph | null {
    const values = Object.values(cast.values).map((value) => value.length)
    if (begun.length > unitsAtMost(this.#pieces, Math.max(SLOT_MAX_UTF16_UNITS, ...values))) return null
    const nameFrom = cut === "in a name" ? BEFORE_NAME_UNITS : Number.POSITIVE_INFINITY
    const found = goOn(this.#pieces, withOneMark(begun), {
      cast,
      slots: new Map(),
      begun: begun.length,
      stopsShort: STOPS_SHORT.test(begun),
      nameFrom,
    })
    return found && { slots: found.slots, rest: (cast, random) => told(found.pieces, cast, random) }
  }
}

interface Gone {
  cast: Cast
  slots: FoundSlots
  /** The length of all that is begun, and how much of it has to stand before a name that ends it. */
  begun: number
  stopsShort: boolean
  nameFrom: number
}

/** The pieces that are left behind the beginning of a telling. */
function goOn(
  pieces: readonly Piece[],
  begun: string,
  gone: Gone,
): { pieces: readonly Piece[]; slots: FoundSlots } | null {
  const [first, ...rest] = pieces
  if (!first) return begun === "" && !gone.stopsShort ? { pieces, slots: gone.slots } : null
  if (begun === "") return { pieces, slots: gone.slots }
  const holding = (slot: string, value: string) => ({
    ...gone,
    slots: new Map([...gone.slots, [slot, value]]),
  })
  switch (first.type) {
    case "words":
      if (begun.startsWith(withOneMark(first.words))) return goOn(rest, begun.slice(first.words.length), gone)
      if (!withOneMark(first.words).startsWith(begun)) return null
      return { pieces: [{ ...first, words: first.words.slice(begun.length) }, ...rest], slots: gone.slots }
    case "choice":
      return firstOf(first.options, (option) => goOn([...option, ...rest], begun, gone))
    case "gendered":
      return firstOf(GENDERS, (gender) =>
        goOn([...first[gender], ...rest], begun, holding(`${first.role}.${gender}`, begun)),
      )
    case "slot": {
      const slot =
        first.form === "plain" ? first.name : `${first.name}.${first.form === "his" ? "he" : first.form}`
      // The paragraph may have named them before.
      const own = gone.slots.get(slot) ?? slotText(first, gone.cast)
      if (own.startsWith(begun)) return goOn([{ type: "words", words: own }, ...rest], begun, gone)
      const mayEnd = gone.begun - begun.length >= gone.nameFrom
      return firstOf(valuesFor(first, { begun, own, mayEnd }), (value) =>
        goOn(rest, begun.slice(value.length), holding(slot, value)),
      )
    }
  }
}

const GENDERS: readonly Gender[] = ["male", "female"]
const PRONOUNS = [PRONOUN.male, PRONOUN.female, FIRST_PERSON]
const SLOT_VALUE = new RegExp(`^[^\\p{P}]{1,${SLOT_MAX_UNITS}}`, "u")

/** What may stand in a slot where these words begin, the cast's own first; all of them only where a name may end them. */
function valuesFor(
  { form }: Extract<Piece, { type: "slot" }>,
  { begun, own, mayEnd }: { begun: string; own: string; mayEnd: boolean },
): string[] {
  if (form === "he" || form === "his") return PRONOUNS.filter((pronoun) => begun.startsWith(pronoun))
  const open = SLOT_VALUE.exec(begun)?.[0] ?? ""
  const others = Array.from({ length: open.length }, (_, index) => open.slice(0, index + 1))
  const values = begun.startsWith(own) ? [own, ...others] : others
  return values.filter((value) => value.length < begun.length || mayEnd)
}

function firstOf<One, Found>(ones: readonly One[], find: (one: One) => Found | null): Found | null {
  for (const one of ones) {
    const found = find(one)
    if (found !== null) return found
  }
  return null
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

/** The most UTF-16 units of any telling whose slots hold at most so many: a whole novel need not be looked through. */
function unitsAtMost(pieces: readonly Piece[], slot: number): number {
  return pieces
    .map((piece) => {
      if (piece.type === "words") return piece.words.length
      if (piece.type === "slot") return slot
      const ways = piece.type === "choice" ? piece.options : [piece.male, piece.female]
      return Math.max(...ways.map((way) => unitsAtMost(way, slot)))
    })
    .reduce((sum, units) => sum + units, 0)
}

/** The fewest letters of any telling whose slots are empty. */
function lettersAtLeast(pieces: readonly Piece[]): number {
  return pieces
    .map((piece) => {
      if (piece.type === "words") return piece.words.match(LETTERS)?.length ?? 0
      if (piece.type === "slot") return 0
      const ways = piece.type === "choice" ? piece.options : [piece.male, piece.female]
      return Math.min(...ways.map(lettersAtLeast))
    })
    .reduce((sum, letters) => sum + letters, 0)
}

const LETTERS = /[\p{L}\p{N}]/gu

function toPattern(pieces: readonly Piece[]): { pattern: RegExp; names: string[] } {
  const names: string[] = []
  const source = patternOf(pieces, names)
  return { pattern: new RegExp(`^${source}$`, "u"), names }
}

function patternOf(pieces: readonly Piece[], names: string[]): string {
  return pieces
    .map((piece) => {
      if (piece.type === "words") return RegExp.escape(withOneMark(piece.words))
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
  const options: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < inner.length; at += 1) {
    if (inner[at] === "{") depth += 1
    if (inner[at] === "}") depth -= 1
    if (inner[at] !== "|" || depth > 0) continue
    options.push(inner.slice(from, at))
    from = at + 1
  }
  return [...options, inner.slice(from)]
}
