import { paragraphsOfCall, type ReceivedCall } from "./call.ts"
import { type Piece, planText, seededRandom, type Teller, textOfPieces } from "./prose.ts"
import {
  CLOSINGS,
  CONTROL_TOKENS,
  ENGLISH,
  NO_REFUSALS,
  OPENINGS,
  REFUSALS,
  THOUGHT_TAGS,
  VERSE,
} from "./remarks.ts"
import type { Reply } from "./scenarios.ts"

const THINKING = "先看要求，再定人物，最后想结尾。"
const THOUGHT = THINKING.repeat(20)
/** How models think about a story, in short and at length. */
const THOUGHTS = [
  "We need to write the next part, about nine hundred characters, staying close to the outline. Keep it quiet.",
  "先定视角，再定节奏。这一部分要写出犹豫，结尾留一点余地，字数控制好。",
  "Let me think about the structure.\n1. opening image\n2. conflict\n人物之间的关系不能写得太直白，先写手上的动作，再写没有说出口的话。上一部分停在门口，这里就从门里写起，灯要暗，声音要近。第二段可以让雨再大一些，好逼他做决定。结尾停在钥匙上，不解释。",
]
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
  const random = seededRandom(seed)
  const oneOf = <Value>(list: readonly Value[]): Value => list[Math.floor(random() * list.length)] as Value
  const { tokens: thinks = 0, shown = "usage" } = reply.thinks ?? {}
  const maxTokens = Math.min(call.maxTokens, reply.tokensAtMost ?? Number.POSITIVE_INFINITY)
  const thoughtTokens = Math.min(reply.reasoning ? THOUGHT.length : thinks, maxTokens)
  const isDelta = shown !== "tags" && shown !== "usage"
  const shownThought = isDelta ? thoughtOf(thoughtTokens) : ""
  const thought = reply.reasoning ? THOUGHT.slice(0, thoughtTokens) : shownThought
  const whole =
    reply.reasoning === "only" ? [] : around([...noise(reply.opening), ...body(), ...noise(reply.closing)])
  const tokensPerCharacter = reply.tokensPerCharacter ?? 1
  const room = Math.floor((maxTokens - thoughtTokens) / tokensPerCharacter)
  const { length } = [...textOfPieces(whole)]
  const tokens = Math.ceil(Math.min(length, room) * tokensPerCharacter) + thoughtTokens
  const tags = shown === "tags" ? noise(taggedThought(thinks, thoughtTokens)) : []
  const finish = reply.finish ?? (length > room ? "length" : "stop")
  return { pieces: [...tags, ...firstCharacters(whole, room)], thought, finish, tokens, thoughtTokens }

  /** What stands around an answer, from the inside out. */
  function around(inner: Piece[]): Piece[] {
    let pieces = inner
    if (reply.closes) pieces = [...pieces, lineBreak(), ...noise(oneOf(CLOSINGS[reply.closes]))]
    if (reply.opens) pieces = [...noise(oneOf(OPENINGS[reply.opens])), lineBreak(), ...pieces]
    if (reply.marks) pieces = betweenMarks(pieces)
    if (reply.thinksBetweenTags || reply.declinesAfter === "thought") {
      const [opens, closes] = oneOf(THOUGHT_TAGS)
      pieces = [...noise(`${opens}${oneOf(THOUGHTS)}${closes}`), lineBreak(), ...pieces]
    }
    if (reply.leaksTokens) {
      const [before, after] = oneOf(CONTROL_TOKENS)
      pieces = [...noise(before), ...pieces, ...noise(after)]
    }
    return pieces
  }

  function betweenMarks(pieces: Piece[]): Piece[] {
    const [, opens = "", closes = ""] = call.marks ?? []
    if (reply.marks === "opening") return [...noise(`${opens}\n`), ...pieces]
    if (reply.marks === "each-paragraph")
      return [
        ...noise(opens),
        ...pieces.flatMap((piece) =>
          piece.kind === "break" && piece.text === "\n" ? [...noise(`${closes}\n${opens}`)] : [piece],
        ),
        ...noise(closes),
      ]
    const marked = [...noise(`${opens}\n`), ...pieces, ...noise(`\n${closes}`)]
    if (reply.marks === "both") return marked
    const before = oneOf(Object.values(OPENINGS).flat())
    const after = oneOf(Object.values(CLOSINGS).flat())
    return [...noise(`${before}\n${oneOf(THOUGHTS)}\n`), ...marked, ...noise(`\n${after}`)]
  }

  function body(): Piece[] {
    if (reply.text !== undefined) return noise(reply.text)
    if (reply.declines && reply.declinesAfter !== "story") return noise(oneOf(REFUSALS[reply.declines]))
    if (call.kind === "plan") return noise(planText(seed, call.beatCount, call.characters, call.wantsCards))
    if (call.kind === "style" && !call.isHijacked) return noise(STYLE_NOTES)
    if (call.kind === "memory" && !call.isHijacked) return noise(memoryText(call.shown))
    if (call.isHijacked) return noise("以下是规则和提纲。")

    const asked = call.characters * (reply.share ?? 1)
    const characters = reply.always ?? Math.min(asked, reply.atMost ?? asked)
    if (reply.loops) {
      const before = teller.tell(call.characters * STORY_BEFORE_LOOP, reply.manner)
      return [...before, { kind: "break", text: "\n" }, { kind: "repeated", text: LOOP.repeat(200) }]
    }
    if (reply.language) return inLanguage(reply.language, characters)
    if (reply.counts) return [...teller.tell(call.characters * STORY_BEFORE_LOOP), lineBreak(), ...counted()]
    const closing = call.isLastPart && reply.finish !== "length" ? teller.closing(reply.manner) : []
    const room = characters - [...textOfPieces(closing)].length
    const pieces = reply.copiesReference
      ? withCopies(room, reply.copiesReference)
      : teller.tell(room, reply.manner)
    const told = [
      ...repeatedTail(),
      ...known(),
      ...repeatedParagraph(),
      ...pieces,
      ...closing,
      ...brokenOff(),
    ]
    if (reply.declines) return [...told, lineBreak(), ...noise(oneOf(REFUSALS[reply.declines]))]
    if (reply.quotesTail)
      return [...told.slice(0, 2), lineBreak(), ...quoted(reply.quotesTail), lineBreak(), ...told.slice(2)]
    if (reply.tellsOfDeclining === "within") return [...passage(), lineBreak(), ...told]
    return reply.tellsOfDeclining ? [...told, lineBreak(), ...passage()] : told
  }

  function passage(): Piece[] {
    return [{ kind: "story", text: NO_REFUSALS[seed % NO_REFUSALS.length] ?? "" }]
  }

  /** A part of the text so far, from the beginning of any of its paragraphs on. */
  function known(): Piece[] {
    if (!reply.beginsAnew) return []
    const paragraphs = earlier.filter(({ kind }) => kind === "beat").flatMap(paragraphsOfCall)
    const from = paragraphs.slice(Math.floor(random() * Math.max(1, paragraphs.length - 4)))
    const text = [...from.join("\n")].slice(0, reply.beginsAnew).join("")
    return text === "" ? [] : [{ kind: "repeated", text }, lineBreak()]
  }

  /** A new sentence and some of the tail's, in one paragraph. */
  function quoted(sentences: number): Piece[] {
    const known = call.tail
      .split("\n")
      .filter((line) => line.length >= 40)
      .slice(-4)
    const text = known
      .join("")
      .split(/(?<=[。！？…]”?)(?![。！？…”])/u)
      .slice(0, sentences)
      .join("")
    return [
      { kind: "story", text: teller.sentence() },
      { kind: "repeated", text },
    ]
  }

  function counted(): Piece[] {
    const sentence = teller.sentence()
    const text = Array.from({ length: 120 }, (_, at) => {
      const number = reply.counts === "arabic" ? String(at + 1) : numeral(at + 1)
      return `第${number}次，${sentence}`
    })
    return [{ kind: "repeated", text: text.join("") }]
  }

  function inLanguage(language: "english" | "verse", characters: number): Piece[] {
    const pieces: Piece[] = []
    for (let count = 0; count < characters; ) {
      const text = language === "english" ? english() : VERSE.map((part) => oneOf(part)).join("")
      if (pieces.length > 0) pieces.push(lineBreak())
      pieces.push({ kind: "story", text })
      count += text.replace(/\s/gu, "").length
    }
    return pieces
  }

  function english(): string {
    const sentence = () => `${ENGLISH.map((part) => oneOf(part)).join(" ")}.`
    return [sentence(), sentence(), sentence()].join(" ")
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

const NUMERALS = "零一二三四五六七八九"

function numeral(number: number): string {
  const [tens, ones] = [Math.floor(number / 10), number % 10]
  return `${tens > 1 ? NUMERALS[tens] : ""}${tens > 0 ? "十" : ""}${ones > 0 ? NUMERALS[ones] : ""}`
}

function lineBreak(): Piece {
  return { kind: "break", text: "\n" }
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

/** What the first passage says, as a line of notes. */
function memoryText(shown: string): string {
  return `好的：\n概｜${shown.trim().split("\n")[0]?.slice(0, 50)}`
}
