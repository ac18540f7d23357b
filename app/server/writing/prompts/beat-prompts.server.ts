import type { Beat, GenerationRequest } from "#app/domain/generation.ts"
import type { ChatMessage } from "#app/server/writing/endpoint/writer.server.ts"
import { endsFinished } from "#app/server/writing/prose/sentence-end.server.ts"
import {
  continuedText,
  referenceText,
  tailText,
  visitorDirection,
  visitorRequest,
} from "./material-prompts.server.ts"
import { systemPrompt } from "./system-prompts.server.ts"

const CHARACTERS_PER_PARAGRAPH = 90

export interface BeatPrompt {
  request: GenerationRequest
  /** Notes on the style of the reference, and passages that show it. */
  style: string
  excerpts: string[]
  plan: Beat[]
  index: number
  isLast: boolean
  characters: number
  /** The end of the text so far, old and new; empty at the very beginning. */
  tail: string
  /** Names of the people in the text so far. */
  names: string[]
  /** Whether this generation has written anything yet. */
  hasWritten: boolean
  /** `extend`: the beat is written but still too short. */
  purpose: "begin" | "resume" | "extend"
  /** The model repeated itself in the last call. */
  hasLooped: boolean
}

/** Asks for the text of one beat. Models follow a number of paragraphs better than one of characters, so it gives both. */
export function beatMessages(prompt: BeatPrompt): ChatMessage[] {
  const { request, style, excerpts, tail, hasWritten } = prompt
  const parts = [
    visitorRequest(request.prompt),
    referenceText(style, excerpts),
    hasWritten ? "" : continuedText(request.existing),
    visitorDirection(request.direction),
    planText(prompt),
    namesText(prompt.names),
    hasWritten ? tailText(tail) : "",
    instructions(prompt),
  ]
  return [
    { role: "system", content: systemPrompt(request.contentLevel) },
    { role: "user", content: parts.filter((part) => part !== "").join("\n\n") },
  ]
}

function planText({ plan, index }: BeatPrompt): string {
  const lines = plan.map(({ summary }, at) => {
    const state = at < index ? "已写" : at === index ? "现在写" : "以后写"
    return `${at + 1}. 〔${state}〕${summary}`
  })
  return `【提纲】\n${lines.join("\n")}`
}

function namesText(names: string[]): string {
  return names.length === 0 ? "" : `【前文人物】${names.join("、")}（称呼照用，不要改名）`
}

function instructions(prompt: BeatPrompt): string {
  const { characters, index, hasLooped } = prompt
  const paragraphs = Math.max(1, Math.round(characters / CHARACTERS_PER_PARAGRAPH))
  return [
    `现在写提纲第 ${index + 1} 部分，写约 ${characters} 字，大约 ${paragraphs} 个段落。字数要写够，也不要超出太多。`,
    joinInstruction(prompt),
    endInstruction(prompt),
    hasLooped ? "刚才的文字在原地重复。换一个场面，让新的事情发生，推进情节，不要再用刚才的句子。" : "",
    "只输出新的正文。",
  ]
    .filter((line) => line !== "")
    .join("\n")
}

function joinInstruction({ tail, hasWritten, request }: BeatPrompt): string {
  if (tail === "") return "这是小说的开头，直接从场面写起。"
  if (!hasWritten)
    return `接着上文另起一段往下写，不要重复${request.existing === "" ? "" : "上文"}已有的文字。`
  if (endsFinished(tail)) return "从刚写完的部分之后另起一段往下写，不要重复已有的文字。"
  return "刚写完的部分停在一句话中间：从断开的地方直接接下去，先把这句话写完，不要重复已有的文字。"
}

function endInstruction({ isLast, purpose, characters }: BeatPrompt): string {
  if (purpose === "extend" && isLast) {
    return `故事还不够长。在已有的文字之后再写一段有内容的情节，再用大约 ${characters} 字把故事收住。`
  }
  if (purpose === "extend") return "故事还不够长。在这里再展开一个新的场面，补足细节与冲突，不要收尾。"
  if (isLast) return `这是最后一部分：在大约 ${characters} 字之内把故事收住，最后一句要写完整。`
  return "后面还有别的部分：不要收尾，不要写到后面部分的事。"
}
