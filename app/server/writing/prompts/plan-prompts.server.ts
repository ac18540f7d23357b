import type { GenerationRequest } from "#app/domain/generation.ts"
import { targetCharacters } from "#app/domain/novel-length.ts"
import type { ChatMessage } from "#app/server/writing/endpoint/writer.server.ts"
import { chatMessages, material, shortened } from "./material-prompts.server.ts"
import { systemPrompt } from "./system-prompts.server.ts"

/** The four classic steps of a Chinese story: the plan when a model gives no usable one. */
export const SKELETON_BEATS = [
  "起：人物与处境出场，一件小事打破平静",
  "承：事情一步步展开，人物之间的牵连渐深",
  "转：真相浮出，人物必须做出选择",
  "合：选择有了结果，故事落定",
]

const OTHER_VERSION =
  "这一段已经写过一版，读者想看不同的写法：开头的场面、情节的走向和结局都换一种，不要用最先想到的那一种。"

/** The line that names the novel, with the labels that models use for it. */
export const TITLE_LINE =
  /^[^\p{L}\p{N}]*(?:书名|题名|标题|题目|小说名|title)[^\p{L}\p{N}]*?[｜|:：]\s*(.+)$/iu

/** Asks for a title and for one line per beat, with summary and characters divided by a bar. */
export function planMessages(request: GenerationRequest, beatCount: number): ChatMessage[] {
  return chatMessages(systemPrompt(request.contentLevel), [
    material("要求", request.prompt),
    material("上文", shortened(request.existing)),
    material("接下来", request.direction),
    `现在不写正文，先列提纲：全文约 ${targetCharacters(request.length)} 字，分成 ${beatCount} 个部分。`,
    request.existing === ""
      ? "第一部分要很快进入场面，最后一部分要把故事收住。"
      : "提纲只列上文之后的新情节，不复述上文；最后一部分要把这一段故事收住。",
    request.rewrites === null ? "" : OTHER_VERSION,
    "先输出一行书名，格式是「书名｜名字」，名字 10 字以内，不带标点。",
    `再输出 ${beatCount} 行，每行一个部分，格式是「要点｜字数」，例如「雨夜，她在旧书店收到一封没有署名的信｜900」。`,
    "要点写清楚谁、做什么、有什么变化，40 字以内。不要编号，不要解释，不要输出其他内容。",
  ])
}
