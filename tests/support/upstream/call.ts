import type { IncomingMessage } from "node:http"
import { type Piece, textOfPieces } from "./prose.ts"
import { INSTRUCTION } from "./references.ts"

/** Tells the kinds of calls apart by their last messages; the first match counts. */
const KINDS = {
  plan: /(?:全文|余下)约 (?<characters>\d+) 字，分成 (?<beats>\d+) 个部分/,
  style: /(?<style>只写笔法要点)/,
  memory: /(?<memory>更新备忘)/,
  beat: /写约 (?<characters>\d+) 字/,
}

/** What a model is told when it is to end the story. */
const LAST_PART = /这是最后一|把故事收住/
const TAIL_UNITS = 1_500

export interface ReceivedCall {
  kind: keyof typeof KINDS
  /** How many beats a plan call asks for, and how many characters either kind asks for. */
  beatCount: number
  characters: number
  maxTokens: number
  /** The end of the story as the prompt shows it, and all of the story that the prompt shows. */
  tail: string
  shown: string
  /** Whether the prompt asks for the end of the story. */
  isLastPart: boolean
  /** Whether a plan is asked for with cards. */
  wantsCards: boolean
  /** The marks between which the prompt asks for the story, if it names some. */
  marks: RegExpExecArray | null
  /** Whether instructions from a reference text stand outside its marks in the prompt. */
  isHijacked: boolean
  promptTokens: number
  /** Those of them that stand at the beginning of an earlier prompt, too. */
  cachedTokens: number
  /** The whole answer, and how many of its characters the upstream has sent. */
  pieces: Piece[]
  sentCharacters: number
  /** The finish reason with which the answer ends; null when it breaks off. */
  finish: string | null
  /** Whether the upstream accepted all parameters. */
  answered: boolean
  /** Whether the caller hung up before the end of the answer. */
  aborted: boolean
  /** Whether it is being answered. */
  isOpen: boolean
  body: ChatBody
}

interface ChatBody {
  model: string
  stream: boolean
  messages: { role: string; content: string }[]
  max_tokens?: number
  max_completion_tokens?: number
  frequency_penalty?: number
  stream_options?: { include_usage?: boolean }
}

/** Reads a call as a model would: the prompt says what it asks for. */
export async function readCall(request: IncomingMessage): Promise<ReceivedCall> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const body = JSON.parse(Buffer.concat(parts).toString("utf8")) as ChatBody
  const prompt = body.messages.map(({ content }) => content).join("\n\n")
  const [kind, found] = kindOf(body.messages.at(-1)?.content ?? "")
  const told = storyIn(body.messages).join("\n")
  return {
    kind,
    beatCount: Number(found.beats ?? 0),
    characters: Number(found.characters ?? 500),
    maxTokens: body.max_tokens ?? body.max_completion_tokens ?? Number.POSITIVE_INFINITY,
    tail: told.slice(-TAIL_UNITS),
    shown: told,
    isLastPart: kind === "beat" && LAST_PART.test(body.messages.at(-1)?.content ?? ""),
    wantsCards: /\n节｜.*｜字数\n/u.test(prompt),
    marks: /写在 (<[^<>]+>) 和 (<\/[^<>]+>) 之间/.exec(prompt),
    isHijacked: prompt.replace(MATERIAL, "").includes(INSTRUCTION),
    promptTokens: tokensOf(prompt),
    cachedTokens: 0,
    pieces: [],
    sentCharacters: 0,
    finish: null,
    answered: false,
    aborted: false,
    isOpen: false,
    body,
  }
}

/** The story paragraphs of an answer, as the upstream sent them. */
export function paragraphsOfCall({ pieces }: ReceivedCall): string[] {
  return textOfPieces(pieces.filter(({ kind }) => kind === "story" || kind === "break")).split(/\s*\n\s*/u)
}

const ANSWER_MARKS = /^<[^<>]+>\n|\n<\/[^<>]+>$/gu

/** The parts of the story in a prompt, in order: what it tells between marks, and what the model has answered. */
function storyIn(messages: ChatBody["messages"]): string[] {
  const told = messages
    .filter(({ role }) => role !== "assistant")
    .flatMap(({ content }) => [...content.matchAll(STORY)].map(([, , text = ""]) => text))
  return [...told, ...answersIn(messages)]
}

/** What the model has answered before, without the marks around it. */
export function answersIn(messages: ChatBody["messages"]): string[] {
  const [, ...answers] = messages.filter(({ role }) => role === "assistant")
  return answers.map(({ content }) => content.replace(ANSWER_MARKS, ""))
}

/** The tokens of the longest beginning that this prompt shares with an earlier one. */
export function sharedTokens({ body }: ReceivedCall, earlier: readonly ReceivedCall[]): number {
  const prompt = rendered(body)
  return Math.max(0, ...earlier.map((other) => tokensOf(sharedBeginning(prompt, rendered(other.body)))))
}

function rendered({ messages }: ChatBody): string {
  return messages.map(({ role, content }) => `${role}\n${content}`).join("\n\n")
}

function sharedBeginning(one: string, other: string): string {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return one.slice(0, at)
}

const STORY = /<(刚写完的部分|上文)>\n([\s\S]*?)\n<\/\1>/g

function kindOf(prompt: string): [keyof typeof KINDS, Record<string, string>] {
  for (const [kind, says] of Object.entries(KINDS)) {
    const groups = says.exec(prompt)?.groups
    if (groups) return [kind as keyof typeof KINDS, groups]
  }
  return ["beat", {}]
}

/** The text between an opening mark and the first closing one. */
const MATERIAL = /<(要求|备忘|参考文字|上文|刚写完的部分)>[\s\S]*?<\s*\/\s*\1\s*>/g

/** Estimates tokens as Chinese models count them: one per character, one per four Latin letters. */
function tokensOf(text: string): number {
  const latin = text.match(/[\x20-\x7e]/g)?.length ?? 0
  return [...text].length - latin + Math.ceil(latin / 4)
}
