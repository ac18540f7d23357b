import type { GenerationRequest, ParagraphOrder } from "#app/domain/generation.ts"
import { excerpt } from "#app/domain/text.ts"
import type { ChatMessage } from "#app/server/writing/endpoint/writer.server.ts"
import { chatMessages, joinParts, material } from "#app/server/writing/prompts/material-prompts.server.ts"
import { systemPrompt } from "#app/server/writing/prompts/system-prompts.server.ts"

const REQUEST_CHARS = 400

interface ParagraphAsk {
  request: GenerationRequest
  order: ParagraphOrder
  /** What the prompt shows of the text before and after. */
  before: string
  after: string
  characters: number
}

/** Asks for one paragraph anew: what stands around it, what it says now, and what its author wants of it. */
export function paragraphMessages({
  request,
  order,
  before,
  after,
  characters,
}: ParagraphAsk): ChatMessage[] {
  const wish = request.direction
  const task = [
    `重写「这一段」，写约 ${characters} 字，一个自然段，最多三个。`,
    wish === ""
      ? "换一种写法，写得更准、更有画面：发生的事、在场的人、说定的话都不变。"
      : "照「改法」写；改法没有说到的，发生的事、在场的人、说定的话都不变。",
    "开头接得上上文的最后一句，结尾接得上下文的第一句。上文和下文已有的句子不写，下文的事不提前写。",
    "只输出重写的这一段。",
  ]
  return chatMessages(systemPrompt(request.contentLevel), [
    material("要求", excerpt(request.prompt, REQUEST_CHARS)),
    material("备忘", order.recall),
    material("上文", before),
    material("这一段", order.text),
    material("下文", after),
    material("改法", wish),
    joinParts(task, "\n"),
  ])
}
