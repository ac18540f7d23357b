import { type BeatOrder, type ChatMessage, isLastBeat } from "#app/server/writing/endpoint/writer.server.ts"
import { endsFinished } from "#app/server/writing/prose/sentence-end.server.ts"
import { chatMessages, joinParts, material, shortened } from "./material-prompts.server.ts"
import { systemPrompt } from "./system-prompts.server.ts"

const CHARACTERS_PER_PARAGRAPH = 90

/** What the model has to know beside the order. */
interface Background {
  /** Notes on the style of the reference, and passages that show it. */
  style: string
  excerpts: string[]
  /** The end of the text so far, old and new; empty at the very beginning. */
  tail: string
  /** Names of the people in the text so far. */
  names: string[]
}

/** Asks for the text of one beat. Models follow a number of paragraphs better than one of characters, so it gives both. */
export function beatMessages(order: BeatOrder, { style, excerpts, tail, names }: Background): ChatMessage[] {
  const { request, written } = order
  const passages = excerpts.map((excerpt, index) => `【节选${index + 1}】\n${excerpt}`)
  return chatMessages(systemPrompt(request.contentLevel), [
    material("要求", request.prompt),
    material("参考文字", [style, ...passages].join("\n")),
    written === "" ? material("上文", shortened(request.existing)) : "",
    material("接下来", request.direction),
    planText(order),
    names.length === 0 ? "" : `【前文人物】${names.join("、")}（称呼照用，不要改名）`,
    written === "" ? "" : material("刚写完的部分", tail),
    instructions(order, tail),
  ])
}

function planText({ plan, index }: BeatOrder): string {
  const lines = plan.map(({ summary }, at) => {
    const state = at < index ? "已写" : at === index ? "现在写" : "以后写"
    return `${at + 1}. 〔${state}〕${summary}`
  })
  return `【提纲】\n${lines.join("\n")}`
}

function instructions(order: BeatOrder, tail: string): string {
  const { characters, index, hasLooped, hasAskedForChinese } = order
  const paragraphs = Math.max(1, Math.round(characters / CHARACTERS_PER_PARAGRAPH))
  const lines = [
    `现在写提纲第 ${index + 1} 部分，写约 ${characters} 字，大约 ${paragraphs} 个段落。字数要写够，也不要超出太多。`,
    joinInstruction(order, tail),
    endInstruction(order),
    hasLooped ? "刚才的文字在原地重复。换一个场面，让新的事情发生，推进情节，不要再用刚才的句子。" : "",
    hasAskedForChinese ? "用中文写。" : "",
    "只输出新的正文。",
  ]
  return joinParts(lines, "\n")
}

function joinInstruction({ request, written }: BeatOrder, tail: string): string {
  if (tail === "") return "这是小说的开头，直接从场面写起。"
  if (written === "")
    return `接着上文另起一段往下写，不要重复${request.existing === "" ? "" : "上文"}已有的文字。`
  if (endsFinished(tail)) return "从刚写完的部分之后另起一段往下写，不要重复已有的文字。"
  return "刚写完的部分停在一句话中间：从断开的地方直接接下去，先把这句话写完，不要重复已有的文字。"
}

function endInstruction(order: BeatOrder): string {
  const { purpose, characters } = order
  const isLast = isLastBeat(order)
  if (purpose === "extend" && isLast) {
    return `故事还不够长。在已有的文字之后再写一段有内容的情节，再用大约 ${characters} 字把故事收住。`
  }
  if (purpose === "extend") return "故事还不够长。在这里再展开一个新的场面，补足细节与冲突，不要收尾。"
  if (isLast) return `这是最后一部分：在大约 ${characters} 字之内把故事收住，最后一句要写完整。`
  return "后面还有别的部分：不要收尾，不要写到后面部分的事。"
}
