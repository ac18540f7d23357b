import type { Beat, GenerationRequest } from "#app/domain/generation.ts"
import { targetCharacters } from "#app/domain/novel-length.ts"
import { excerpt } from "#app/domain/text.ts"
import { joinParts } from "./material-prompts.server.ts"

const SHORT_SUMMARY_CHARS = 12
const TITLE_LABEL = "书名｜"

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
export function planAsk({ length, existing, rewrites }: GenerationRequest, beatCount: number): string {
  const lines = [
    `现在不写正文，先列提纲：全文约 ${targetCharacters(length)} 字，分成 ${beatCount} 个部分。`,
    existing === ""
      ? "第一部分要很快进入场面，最后一部分要把故事收住。"
      : "提纲只列上文之后的新情节，不复述上文；最后一部分要把这一段故事收住。",
    rewrites === null ? "" : OTHER_VERSION,
    `先输出一行书名，格式是「${TITLE_LABEL}名字」，名字 10 字以内，不带标点。`,
    `再输出 ${beatCount} 行，每行一个部分，格式是「要点｜字数」，例如「雨夜，她在旧书店收到一封没有署名的信｜900」。`,
    "要点写清楚谁、做什么、有什么变化，40 字以内。不要编号，不要解释，不要输出其他内容。",
  ]
  return joinParts(lines, "\n")
}

/** A plan in the form in which it is asked for. Beats from `shortFrom` on keep only their beginning. */
export function planLines(plan: readonly Beat[], title: string | null, shortFrom: number): string {
  const lines = plan.map(({ summary, characters }, index) => {
    const shown = index < shortFrom ? summary : excerpt(summary, SHORT_SUMMARY_CHARS)
    return `${shown}｜${characters}`
  })
  return [...(title === null ? [] : [TITLE_LABEL + title]), ...lines].join("\n")
}
