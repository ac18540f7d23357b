import { type Beat, editedPlan, toldParts, type WritingTurn } from "#app/domain/generation.ts"
import { endsFinished } from "#app/server/writing/prose/sentence-end.server.ts"
import { joinParts, material } from "./material-prompts.server.ts"

const CHARACTERS_PER_PARAGRAPH = 90

/** What the first turn of a conversation tells beside its order; later ones follow it. */
export interface FirstTurn {
  /** Notes on the style of the reference, and passages that show it. */
  style: string
  excerpts: string[]
  /** The end of the new text that has left the conversation; empty at the beginning. */
  folded: string
}

interface TurnSetting {
  plan: readonly Beat[]
  /** The last picture of the novel; null if the plan names none. */
  ending: string | null
  /** The length of the reference's paragraphs; null without one. */
  paragraphCharacters: number | null
  /** The text that the novel continues, and the new text up to the turn. */
  existing: string
  before: string
  first: FirstTurn | null
}

/**
 * Asks for the text of one turn. It tells the beat again, because small models lose the plan first, and of the next
 * one only what must not come yet. Models follow a number of paragraphs better than one of characters, so it gives
 * both.
 */
export function turnMessage(
  turn: WritingTurn,
  { plan: sent, ending, existing, before, first, paragraphCharacters }: TurnSetting,
): string {
  const plan = editedPlan(sent, turn.edits)
  const order = [
    orderLine(turn, paragraphCharacters),
    beatLine(plan[turn.beat], turn),
    recallOf(turn),
    endLine(turn, { plan, ending }),
    joinLine(existing, before),
    turn.hasLooped ? "刚才的文字在原地重复。换一个场面，让新的事情发生，推进情节，不要再用刚才的句子。" : "",
    ticsLine(turn),
    turn.hasAskedForChinese ? "用中文写。" : "",
    "只输出新的正文。",
  ]
  const told = first === null ? [] : [styleOf(first), foldOf(first, turn)]
  return joinParts([...told, joinParts(order, "\n")], "\n\n")
}

function styleOf({ style, excerpts }: FirstTurn): string {
  const passages = excerpts.map((excerpt, index) => `【节选${index + 1}】\n${excerpt}`)
  return material("参考文字", [style, ...passages].join("\n"))
}

function foldOf({ folded }: FirstTurn, { beat, purpose }: WritingTurn): string {
  if (folded === "") return ""
  const finished = beat === 0 ? "" : `提纲的前 ${beat} 个部分已经写完。`
  const begun = purpose === "begin" ? "" : `第 ${beat + 1} 部分已经写了一些。`
  return joinParts([`${finished}${begun}最后写的是：`, material("刚写完的部分", folded)], "\n")
}

/** An author's card stands between marks, as every wish of a reader does. */
function beatLine(beat: Beat | undefined, { beat: index, edits }: WritingTurn): string {
  if (!beat) return ""
  if (!beat.byAuthor) return `这一部分：${beat.summary}${stopOf(beat)}`
  const isChanged = edits.some((edit) => edit.index === index)
  const told = `${toldParts(beat).join("｜")}${stopOf(beat)}`
  const order = isChanged
    ? "这一部分读者改过，与提纲不一样的地方以这里为准："
    : "这一部分读者已经定好，照它写："
  return `${order}\n${material("接下来", told, "")}`
}

function stopOf({ stop }: Beat): string {
  return stop === "" ? "" : `，写到「${stop}」为止。`
}

/** Between marks, because a text that repeats our own words is cut, and one that keeps to the memory is not to be. */
function recallOf({ recall }: WritingTurn): string {
  return recall === "" ? "" : `要用到：\n${material("备忘", recall, "")}`
}

function orderLine({ beat, purpose, asked }: WritingTurn, paragraphCharacters: number | null): string {
  const paragraphs = Math.max(1, Math.round(asked / (paragraphCharacters ?? CHARACTERS_PER_PARAGRAPH)))
  const amount = `写约 ${asked} 字，大约 ${paragraphs} 个段落。`
  if (purpose === "resume") return `第 ${beat + 1} 部分还没有写完：从断开的地方接下去，再${amount}`
  if (purpose === "extend") return `第 ${beat + 1} 部分写得还不够：接着再${amount}`
  return `现在写提纲第 ${beat + 1} 部分，${amount}字数要写够，也不要超出太多。`
}

function endLine(
  { beat, purpose, asked }: WritingTurn,
  { plan, ending }: Pick<TurnSetting, "plan" | "ending">,
): string {
  const next = plan[beat + 1]
  if (purpose === "extend") {
    return next
      ? "在这里再展开一个新的场面，补足细节与冲突，不要收尾。"
      : `在已有的文字之后再写一段有内容的情节，用大约 ${asked} 字把故事收住，最后一句要写完整。`
  }
  if (next) return `${laterLine(next)}，也不要收尾。`
  const picture = ending === null ? "" : `停在「${ending}」，`
  return `这是最后一部分：在大约 ${asked} 字之内把故事收住，${picture}最后一句要写完整。`
}

/** Of the next beat only where it takes place and who wants what: what changes there must not come early. */
function laterLine({ summary, stop }: Beat): string {
  const [where = "", want = ""] = stop === "" ? [] : summary.split("｜")
  const opens = [where, want].filter((part) => part !== "").join("、")
  return opens === "" ? "下一部分的事现在不写" : `下一部分才写${opens}，现在不提`
}

function ticsLine({ tics }: WritingTurn): string {
  if (tics.length === 0) return ""
  return `前文${tics.map((phrase) => `「${phrase}」`).join("")}用得多了，这一部分换别的写法。`
}

function joinLine(existing: string, before: string): string {
  if (before === "") {
    return existing === ""
      ? "这是小说的开头，直接从场面写起。"
      : "接着上文另起一段往下写，不要重复上文已有的文字。"
  }
  return endsFinished(before)
    ? "从刚写完的部分之后另起一段往下写，不要重复已有的文字。"
    : "刚写完的部分停在一句话中间：从断开的地方直接接下去，先把这句话写完，不要重复已有的文字。"
}
