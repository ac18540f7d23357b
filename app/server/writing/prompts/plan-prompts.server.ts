import { type Beat, type GenerationRequest, type PromptScope, toldParts } from "#app/domain/generation.ts"
import { targetCharacters } from "#app/domain/novel-length.ts"
import { HEAD_LABEL } from "#app/domain/outline/outline.lexicon.ts"
import { excerpt } from "#app/domain/text.ts"
import { joinParts } from "./material-prompts.server.ts"

const SHORT_SUMMARY_CHARS = 12
export const TITLE_LABEL = "书名｜"
export const CARD_LABEL = "节"
const ENDING_LABEL = HEAD_LABEL.ending
/** What a plan tells of the whole novel, one line each. */
export const HEAD_LABELS = Object.values(HEAD_LABEL)

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

/**
 * Asks for a title (of this section, if it continues a text), the head of a plan and one card per beat, a line each;
 * in a small context only for summaries.
 */
export function planAsk(
  { length, existing, rewrites }: GenerationRequest,
  { beatCount, hasCards, names }: Pick<PromptScope, "beatCount" | "hasCards" | "names">,
): string {
  const isSection = existing !== ""
  const lines = [
    `现在不写正文，先列提纲：全文约 ${targetCharacters(length)} 字，分成 ${beatCount} 个部分。`,
    existing === ""
      ? "第一部分要很快进入场面，最后一部分要把故事收住。"
      : "提纲只列上文之后的新情节，不复述上文；上文的人照旧，只列新人物，先接住没有了结的事；最后一部分要把这一段故事收住。",
    rewrites === null ? "" : OTHER_VERSION,
    ...(hasCards ? cardsAsk(beatCount, isSection, names) : summariesAsk(beatCount, isSection)),
  ]
  return joinParts(lines, "\n")
}

function cardsAsk(beatCount: number, isSection: boolean, names: readonly string[]): string[] {
  return [
    "一行一条，用「｜」分开，不编号，不解释，不要输出其他内容。先写这些行：",
    `${TITLE_LABEL}${isSection ? "这一节的名字" : "名字"}，10 字以内，不带标点`,
    "一句话｜谁要什么，被什么挡着，不成会失去什么",
    "人物｜姓名｜年龄身份｜想要什么｜缺什么或怕什么｜说话做事的习惯（一人一行，二到四行）",
    "地点｜哪里｜一两样看得见、闻得着的东西（一到三行）",
    "笔调｜人称与视角｜时间｜语气",
    "伏笔｜一样东西或一句话｜第几部分出现｜第几部分有下文",
    "收尾｜最后一个画面，不讲道理",
    `再写 ${beatCount} 行，每行一个部分：`,
    `${CARD_LABEL}｜时间地点｜谁要什么｜什么挡着｜怎么变了｜停在哪个动作或哪句话上｜字数`,
    `例如「${CARD_LABEL}｜雨夜的旧书店｜她想还掉那封信｜店主不认得写信的人｜她在信纸背面看见自己的名字｜她把信翻过来，没有出声｜900」。`,
    `姓名平常，彼此不像。${namesAsk(names)}每一部分有人付出代价或做出选择，相邻两部分不用同一种推进。`,
  ]
}

function namesAsk(names: readonly string[]): string {
  if (names.length === 0) return ""
  return `读者起了名字的人照读者的；没起名字的，可从这些里挑：${names.join("、")}；时代、地方或题材不合的，另起相称的名字。`
}

function summariesAsk(beatCount: number, isSection: boolean): string[] {
  return [
    `先输出一行${isSection ? "这一节的名字" : "书名"}，格式是「${TITLE_LABEL}名字」，名字 10 字以内，不带标点。`,
    `再输出 ${beatCount} 行，每行一个部分，格式是「要点｜字数」，例如「雨夜，她在旧书店收到一封没有署名的信｜900」。`,
    "要点写清楚谁、做什么、有什么变化，40 字以内。不要编号，不要解释，不要输出其他内容。",
  ]
}

/** Asks for the cards that are missing of a plan, of which the conversation shows the beginning. */
export function restAsk(beats: readonly Beat[], beatCount: number, targetCharacters: number): string {
  const left = beats.reduce((sum, { characters }) => sum - characters, targetCharacters)
  return joinParts(
    [
      `提纲还没有列完：余下约 ${left} 字，分成 ${beatCount - beats.length} 个部分，从第 ${beats.length + 1} 部分到第 ${beatCount} 部分。`,
      "接着列余下的行，每行一个部分，格式和前面的一样；最后一部分要把故事收住。不重复已有的行，不解释，不写正文。",
    ],
    "\n",
  )
}

/** A plan in the form in which it is asked for. Beats before `from`, and from `to` on, keep only their beginning. */
export function planLines(
  { plan, head, title }: PlanText,
  { from, to } = { from: 0, to: plan.length },
): string {
  const lines = plan.map((beat, index) => {
    const { stop, characters } = beat
    const summary = toldParts(beat).join("｜")
    const isWhole = index >= from && index < to
    const shown = isWhole ? [summary, stop] : [excerpt(summary, SHORT_SUMMARY_CHARS)]
    const label = stop === "" || !isWhole ? [] : [CARD_LABEL]
    return [...label, ...shown.filter((field) => field !== ""), characters].join("｜")
  })
  return [...(title === null ? [] : [TITLE_LABEL + title]), ...head, ...lines].join("\n")
}

interface PlanText {
  plan: readonly Beat[]
  head: readonly string[]
  title: string | null
}

/** The last picture of the novel, if the plan names one. */
export function endingOf(head: readonly string[]): string | null {
  const line = head.find((one) => one.startsWith(ENDING_LABEL))
  return line?.slice(ENDING_LABEL.length + 1) ?? null
}
