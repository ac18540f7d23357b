import { GrowingText } from "#app/server/writing/prose/growing-text.server.ts"
import { SPEAKS_OF_WRITING } from "./remarks.lexicon.server.ts"
import {
  ASKING_ROLE,
  BARE_ANSWER,
  BARE_THOUGHT,
  CLOSES_LABEL,
  FOR_READERS,
  LABEL_TAG,
  SQUARE_TAG,
  STORY_LABEL,
  TAG_MEANINGS,
  WRAPPER,
} from "./tags.lexicon.server.ts"
import { CharacterFilter } from "./text-filter.server.ts"

/** A thought is waited for no longer than this, in UTF-16 units. */
const HELD_MAX_UNITS = 100_000
/** A thought says what it is about within its first so many UTF-16 units. */
const BEGINNING_MAX_UNITS = 1_000
const TAG_MAX_UNITS = 48
/** A role or a channel behind its token is a word or two. */
const HEADER_MAX_UNITS = 40

/** What the answers of an endpoint have shown so far; all calls of a novel share one. */
export interface ThoughtHabit {
  /** Whether the endpoint sends `</think>` without the `<think>` before it; null until that is known. */
  swallowsOpening: boolean | null
  /** Whether an answer held a thought, or was cut off before any text: thoughts use up token limits. */
  thinks: boolean
  /** Whether the model writes between the marks that the prompts ask for; null until that is known. */
  writesBetweenMarks: boolean | null
}

/** Before the first answer. */
export const UNKNOWN_HABIT: Readonly<ThoughtHabit> = {
  swallowsOpening: null,
  thinks: false,
  writesBetweenMarks: null,
}

type Meaning = (typeof TAG_MEANINGS)[number][0] | "wraps"

/**
 * Drops what a model thinks aloud between tags of any family, the control tokens of its chat template,
 * and every turn after its own. A closing tag without an opening one shows that the whole answer so far
 * was a thought: the filter takes it back, calls `onSwallowed` and notes the habit. Where the habit is
 * known, it holds an answer until the thought has ended.
 */
export class ThinkFilter extends CharacterFilter {
  readonly #habit: ThoughtHabit
  readonly #onSwallowed: () => void
  #state: "story" | "thought" | "held" | "over"
  #tag = ""
  #held = ""
  /** The role or channel that is being named. */
  #header: string | null = null
  #hasPassed = false
  #hasThought = false
  readonly #beginning = new GrowingText()
  #speaksOfWriting: boolean | null = null

  constructor(habit: ThoughtHabit, onSwallowed: () => void) {
    super()
    this.#habit = habit
    this.#onSwallowed = onSwallowed
    this.#state = habit.swallowsOpening ? "held" : "story"
  }

  /** Whether what was let through may still turn out to be a thought. */
  get mayBeThought(): boolean {
    this.#speaksOfWriting ??= SPEAKS_OF_WRITING.test(this.#beginning.toString())
    return this.#habit.swallowsOpening === null && this.#speaksOfWriting
  }

  /** Drops what is held: an answer that was cut off was cut off within its thought. */
  dropHeld(): void {
    if (this.#state === "held") this.#held = this.#tag = ""
  }

  protected take(character: string): string {
    if (this.#beginning.length < BEGINNING_MAX_UNITS) {
      this.#beginning.add(character)
      this.#speaksOfWriting = null
    }
    if (this.#tag === "" && !FIRST_OF_TAG.includes(character)) return this.#pass(character)
    const tag = this.#tag + character
    this.#tag = ""
    const meaning = meaningOf(tag, { isFirst: !this.#hasPassed, isInThought: this.#state === "thought" })
    if (meaning !== null) return this.#meet(meaning)
    if (tag.length <= TAG_MAX_UNITS && isBegunTag(tag)) {
      this.#tag = tag
      return ""
    }
    return this.#passNoTag(tag)
  }

  protected override finish(): string {
    if (this.#state === "thought") return ""
    const rest = this.#held + (this.#state === "over" ? "" : this.#tag)
    this.#held = this.#tag = ""
    return rest
  }

  #meet(meaning: Meaning): string {
    if (this.#state === "over") return ""
    if (meaning === "wraps") return ""
    const header = this.#header
    this.#header = null
    switch (meaning) {
      case "opens":
        this.#habit.thinks = true
        return this.#open()
      case "opens-material":
        return this.#open()
      case "closes":
        this.#close()
        return ""
      case "closes-material":
        this.#closeMaterial()
        return ""
      case "ends":
        this.#endTurn()
        return ""
      case "header":
        this.#header = ""
        return ""
      case "asks":
        return this.#takeRole("user")
      case "answers":
        return this.#takeRole("assistant")
      case "ends-header":
        return header === null ? "" : this.#takeRole(header)
    }
  }

  #open(): string {
    this.#state = "thought"
    this.#hasThought = true
    return this.#release()
  }

  #close(): void {
    const isSwallowed = this.#state === "story" && !this.#hasThought
    this.#hasThought = true
    this.#state = "story"
    this.#held = ""
    if (!isSwallowed) return
    this.#habit.swallowsOpening = true
    this.#habit.thinks = true
    this.#takeBack()
  }

  /** A closing mark of the prompt means nothing where none was opened. */
  #closeMaterial(): void {
    if (this.#state === "thought") this.#state = "story"
  }

  #endTurn(): void {
    // One channel ends before the next begins, so this end is not the answer's.
    if (this.#state === "thought") return
    if (this.#state === "held" ? this.#held.trim() !== "" : this.#hasPassed) this.#state = "over"
  }

  /** Takes the name of a role, or of a channel, whose text follows. */
  #takeRole(name: string): string {
    if (FOR_READERS.test(name)) {
      if (this.#state === "thought") this.#state = "story"
      return ""
    }
    if (ASKING_ROLE.test(name) && this.#hasPassed) {
      this.#state = "over"
      return ""
    }
    return this.#open()
  }

  #takeBack(): void {
    this.#hasPassed = false
    this.withdraw()
    this.#onSwallowed()
  }

  #passNoTag(text: string): string {
    const last = text.at(-1) ?? ""
    if (text.length === 1 || !FIRST_OF_TAG.includes(last)) return this.#pass(text)
    this.#tag = last
    return this.#pass(text.slice(0, -1))
  }

  #pass(text: string): string {
    if (this.#header !== null) return this.#passHeader(text)
    if (this.#state === "thought" || this.#state === "over") return ""
    if (this.#state === "story") {
      this.#hasPassed ||= /\S/u.test(text)
      return text
    }
    this.#held += text
    if (this.#held.length < HELD_MAX_UNITS) return ""
    this.#state = "story"
    return this.#release()
  }

  #passHeader(text: string): string {
    const header = this.#header + text
    this.#header = header
    const ends = header.includes("\n")
    if (!ends && header.length < HEADER_MAX_UNITS) return ""
    this.#header = null
    if (ends) return this.#takeRole(header)
    return this.#pass(header)
  }

  #release(): string {
    const held = this.#held
    this.#held = ""
    if (held !== "") this.#hasPassed = true
    return held
  }
}

/** Where a tag stands. */
interface Place {
  /** Nothing of the answer has passed yet. */
  isFirst: boolean
  isInThought: boolean
}

/** The meaning of a complete tag; null for any other text. */
function meaningOf(tag: string, place: Place): Meaning | null {
  if (tag === BARE_ANSWER) return "closes"
  if (tag === BARE_THOUGHT) return null
  if (place.isFirst && BARE_THOUGHT_BEGINS.test(tag)) return "opens"
  const [, square, label, angle] = TAG.exec(tag) ?? []
  if (square !== undefined)
    return SQUARE_TAG.test(square.toLowerCase()) ? known(square) : labelled(square, place)
  if (label !== undefined) return labelled(label, place)
  if (angle === undefined) return null
  const isToken = TOKEN.test(tag)
  const name = angle.replace(TOKEN_BAR, "").replaceAll("▁", "_")
  const meaning = known(name)
  // Of the roles, only control tokens are tags of a chat template.
  if (meaning !== "wraps" && (isToken || !ROLE_MEANINGS.has(meaning))) return meaning
  return isToken || WRAPPER.test(name.toLowerCase()) ? "wraps" : null
}

function known(name: string): Meaning {
  return TAG_MEANINGS.find(([, names]) => names.test(name.toLowerCase()))?.[0] ?? "wraps"
}

/** Stories have labels in brackets too, so one is a tag only where an answer begins or a thought ends. */
function labelled(label: string, { isFirst, isInThought }: Place): Meaning | null {
  if (STORY_LABEL.test(label)) return isFirst || isInThought ? "answers" : null
  if (!LABEL_TAG.test(label)) return null
  return CLOSES_LABEL.test(label) === isInThought && (isFirst || isInThought) ? known(label) : null
}

function isBegunTag(text: string): boolean {
  return BEGUN_TAG.test(text) || BARE_ANSWER.startsWith(text) || BARE_THOUGHT.startsWith(text)
}

const ROLE_MEANINGS = new Set<Meaning>(["asks", "answers"])
const FIRST_OF_TAG = "<◁[【a"
const TAG = /^(?:\[([^[\]]+)\]|【([^【】]+)】|[<◁]<?([^<>◁▷]+)>?[>▷])$/u
const TOKEN = /^<[|｜]/u
const TOKEN_BAR = /^[|｜]|[|｜]$/gu
const BARE_THOUGHT_BEGINS = new RegExp(`^${BARE_THOUGHT}[A-Z\\p{Script=Han}]$`, "u")
const BEGUN_TAG =
  /^(?:<<?(?:[|｜][^<>|｜\n]*[|｜]?|\/?(?:[a-z_][\w:]*(?: [^<>\n]*)?\/?|\p{Script=Han}{0,6}|0x[0-9a-f]{0,2}))?|◁\/?[a-z]*|\[\/?[a-z_]*|\[\/?\p{Script=Han}{0,6}|【\/?\p{Script=Han}{0,6})$/iu
