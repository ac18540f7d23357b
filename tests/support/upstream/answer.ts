import { paragraphsOfCall, type ReceivedCall } from "./call.ts"
import { type Piece, planText, type Teller, textOfPieces } from "./prose.ts"
import type { Reply } from "./scenarios.ts"

const THINKING = "先看要求，再定人物，最后想结尾。"
const THOUGHT = THINKING.repeat(20)
const STYLE_NOTES = "用词：口语多，少用成语\n节奏：短句相接，停顿在动作上\n语气：克制"
const LOOP = "他又一次走到窗前，看着外面下个不停的雨，心里想着同一件事。"
const STORY_BEFORE_LOOP = 1 / 3
const REPEATED_PARAGRAPH_MIN_CHARACTERS = 80
/** One changed word in this many characters leaves most runs of five characters as they were. */
const CHARACTERS_PER_CHANGE = 80
const CHARACTERS_BETWEEN_COPIES = 300

export interface Answer {
  pieces: Piece[]
  thought: string
  finish: string
  tokens: number
  thoughtTokens: number
}

/** The whole answer to a call, within the call's token limit, before it is cut into frames. */
export function answerCall(
  call: ReceivedCall,
  reply: Reply,
  {
    teller,
    seed,
    earlier,
    reference,
  }: { teller: Teller; seed: number; earlier: ReceivedCall[]; reference: string },
): Answer {
  const { tokens: thinks = 0, shown = "usage" } = reply.thinks ?? {}
  const maxTokens = Math.min(call.maxTokens, reply.tokensAtMost ?? Number.POSITIVE_INFINITY)
  const thoughtTokens = Math.min(reply.reasoning ? THOUGHT.length : thinks, maxTokens)
  const isDelta = shown !== "tags" && shown !== "usage"
  const shownThought = isDelta ? thoughtOf(thoughtTokens) : ""
  const thought = reply.reasoning ? THOUGHT.slice(0, thoughtTokens) : shownThought
  const whole =
    reply.reasoning === "only" ? [] : [...noise(reply.opening), ...body(), ...noise(reply.closing)]
  const tokensPerCharacter = reply.tokensPerCharacter ?? 1
  const room = Math.floor((maxTokens - thoughtTokens) / tokensPerCharacter)
  const { length } = [...textOfPieces(whole)]
  const tokens = Math.ceil(Math.min(length, room) * tokensPerCharacter) + thoughtTokens
  const tags = shown === "tags" ? noise(taggedThought(thinks, thoughtTokens)) : []
  const finish = reply.finish ?? (length > room ? "length" : "stop")
  return { pieces: [...tags, ...firstCharacters(whole, room)], thought, finish, tokens, thoughtTokens }

  function body(): Piece[] {
    if (reply.text !== undefined) return noise(reply.text)
    if (call.kind === "plan") return noise(planText(seed, call.beatCount, call.characters))
    if (call.kind === "style" && !call.isHijacked) return noise(STYLE_NOTES)
    if (call.isHijacked) return noise("以下是规则和提纲。")

    const asked = call.characters * (reply.share ?? 1)
    const characters = reply.always ?? Math.min(asked, reply.atMost ?? asked)
    if (reply.loops) {
      const before = teller.tell(call.characters * STORY_BEFORE_LOOP, reply.manner)
      return [...before, { kind: "break", text: "\n" }, { kind: "repeated", text: LOOP.repeat(200) }]
    }
    const closing = call.isLastPart && reply.finish !== "length" ? teller.closing(reply.manner) : []
    const room = characters - [...textOfPieces(closing)].length
    const pieces = reply.copiesReference
      ? withCopies(room, reply.copiesReference)
      : teller.tell(room, reply.manner)
    return [...repeatedTail(), ...repeatedParagraph(), ...pieces, ...closing, ...brokenOff()]
  }

  function repeatedTail(): Piece[] {
    return reply.repeatsTail ? [{ kind: "repeated", text: call.tail.slice(-reply.repeatsTail) }] : []
  }

  function repeatedParagraph(): Piece[] {
    if (!reply.repeatsParagraph) return []
    const { callsAgo, changed } = reply.repeatsParagraph
    const source = earlier.filter(({ kind }) => kind === "beat").at(-callsAgo)
    const paragraph = source
      ? paragraphsOfCall(source).find(({ length }) => length >= REPEATED_PARAGRAPH_MIN_CHARACTERS)
      : undefined
    if (paragraph === undefined) return []
    const text = changed ? withChangedWords(paragraph) : paragraph
    return [
      { kind: "repeated", text },
      { kind: "break", text: "\n" },
    ]
  }

  function withCopies(characters: number, run: number): Piece[] {
    const from = [...reference.replaceAll("\n", "")]
    const pieces: Piece[] = []
    for (let told = 0; told < characters; told += CHARACTERS_BETWEEN_COPIES + run) {
      const at = (seed * 131 + told * 7) % Math.max(1, from.length - run)
      if (told > 0) pieces.push({ kind: "break", text: "\n" })
      pieces.push({ kind: "story", text: teller.sentence() })
      const copied = from.slice(at, at + run).join("")
      const isOpen = copied.lastIndexOf("“") > copied.lastIndexOf("”")
      pieces.push({ kind: "copied", text: `${copied}。${isOpen ? "”" : ""}` })
      pieces.push(...teller.tell(Math.min(CHARACTERS_BETWEEN_COPIES, characters - told)))
    }
    return pieces
  }

  function brokenOff(): Piece[] {
    return reply.breaksOff
      ? [{ kind: "story", text: [...teller.sentence(reply.manner)].slice(0, 9).join("") }]
      : []
  }
}

function thoughtOf(tokens: number): string {
  return THINKING.repeat(Math.ceil(tokens / THINKING.length)).slice(0, tokens)
}

function taggedThought(tokens: number, room: number): string {
  return `<think>\n${thoughtOf(room)}${tokens <= room ? "\n</think>\n\n" : ""}`
}

function noise(text = ""): Piece[] {
  return text === "" ? [] : [{ kind: "noise", text }]
}

function withChangedWords(paragraph: string): string {
  const characters = [...paragraph]
  for (let at = 20; at < characters.length - 2; at += CHARACTERS_PER_CHANGE) characters[at] = "又"
  return characters.join("")
}

function firstCharacters(pieces: readonly Piece[], room: number): Piece[] {
  let left = room
  return pieces.flatMap((piece) => {
    const characters = [...piece.text]
    const isWhole = characters.length <= left
    const kept = characters.slice(0, left).join("")
    left = Math.max(0, left - characters.length)
    if (kept === "") return []
    return [isWhole ? piece : { kind: piece.kind, text: kept }]
  })
}
