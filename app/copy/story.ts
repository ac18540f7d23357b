import type {
  GenerationFailure,
  GenerationStatus,
  ReadingProgress,
  StoryCount,
} from "#app/domain/generation.ts"
import { bannedOpeningText, bannedParagraphText } from "./ban.ts"

const counted = new Intl.NumberFormat("zh-CN", { useGrouping: true })

/** Formats a number in groups of three digits with a thin space between them, such as 「1 932」. */
export function count(value: number): string {
  return counted.format(value).replaceAll(",", " ")
}

/** A continuation's length: of the new part and of the whole. */
function written({ fresh, whole }: StoryCount): string {
  return fresh === whole ? `共 ${count(whole)} 字` : `本次 ${count(fresh)} 字，共 ${count(whole)} 字`
}

export const story = {
  heading: "正文",
  empty: {
    title: "纸已铺好",
    text: "写下设想，按下「生成小说」，故事会在这里一字一字写出来。",
    steps: [
      { mark: "一", name: "写下设想", says: "一句话就够，越细越好。" },
      { mark: "二", name: "提纲先成", says: "几秒钟看到每一节。" },
      { mark: "三", name: "看它落笔", says: "随时停，随时接着写。" },
    ],
  },
  written,
  /** What the sheet says under its title while a text grows. */
  growing: ({ fresh, whole }: StoryCount) => (fresh === whole ? "正在写" : `${count(whole)} 字，正在续写`),
  whole: (characters: number) => `共 ${count(characters)} 字`,
  /** Before the end of a long text. */
  earlier: (characters: number) => `这里从最近的部分开始，前面还有 ${count(characters)} 字。`,
  readWhole: "从头阅读",
  downloadWhole: "下载全文",
  keptBefore: (characters: number) => `全文已有 ${count(characters)} 字，前文原样保留。`,
  writing: "正在写",
  goingOn: "正在续写",
  /** After a count that the page draws. */
  ofTarget: (target: number) => ` / 约 ${count(target)} 字`,
  progress: (fresh: number, target: number) => `${count(fresh)} / 约 ${count(target)} 字`,
  part: (number: number) => `续写 · 第 ${number} 部分`,
  toPart: "回到续写处",
  desk: "写作台",
  bar: "写作进度和停止",
  loading: (target: number) => `正在生成，请稍候…（约 ${count(target)} 字）`,
  rejoining: "还在写，页面稍后会自动接上…",
  progressLabel: "写作进度",
  last: "回到上一次生成",
  stillWriting: (prompt: string) => `有一篇还在写：「${prompt}」`,
  toWriting: "去看正在写的这一篇",
  planning: "正在构思…",
  planningOn: "正在写开头，提纲还在往下列…",
  reading: ({ done, all }: ReadingProgress) => `正在读前文 ${done}/${all}`,
  thinking: (seconds: number) => `模型正在思考，已等 ${seconds} 秒`,
  beat: (index: number, total: number, summary: string) => `第 ${index} / ${total} 节：${summary}`,
  beatSize: (characters: number) => `约 ${count(Math.max(1, Math.round(characters / 10)) * 10)} 字`,
  beatDone: "已写好",
  stop: "停止",
  stopping: "正在停止…",
  cancel: "取消",
  copy: "复制",
  copied: "已复制",
  copyBySelection: "未启用脚本：请长按或拖选正文来复制。",
  save: "保存",
  rewrite: "重写",
  rewriteLast: "重写这一段",
  rewriteConcerns: (number: number) => `「重写这一段」只重写第 ${number} 部分，前面的正文不动。`,
  undoConcerns: (number: number) => `「重写这一段」和「撤销重写」只动第 ${number} 部分，前面的正文不动。`,
  goOn: "接着写",
  memory: "备忘",
  tabs: { label: "这一栏显示什么", work: "写作" },
  changeWish: "改一改设想",
  undoRewrite: "撤销重写",
  plan: "提纲",
  planSoFar: "还在往下列，写完后在文末看全。",
  planTitle: (title: string) => ({ label: "题名：", text: `《${title}》` }),
  planHead: (label: string, fields: string[]) => ({ label: `${label}：`, text: fields.join("；") }),
  backToDesk: "回到写作台：续写、保存",
  /** Where there is no text to do either with. */
  backToForm: "回到写作台：改一改设想",
  reload: "页面停住了？重新载入，文字会从这里接着写。",
  connection: { lost: "连接中断，正在重连…", restored: "已恢复" },
  endedBriefly: { done: "写完了", stopped: "已停止", failed: "没有写完" },
  failedTitle: "生成失败",
  ended: {
    done: "写完了",
    stopped: "已停止，写好的部分都保留着。",
    failed: "生成失败：没有写完，已写好的部分都保留着。",
  },
  /** The generation ended before its first new word. */
  nothing: {
    stopped: "已停止，还没有写出正文。",
    failed: "生成失败：这一次没有写出正文。",
    kept: "你的描述和选择都还在。",
    existingKept: "原来的正文都还在。",
    retry: "再试一次",
  },
  announce: {
    started: "开始生成",
    // A voice reads the groups of 「1 932」 as two numbers.
    written: (counts: StoryCount) => written(counts).replaceAll(/(?<=\d)\s(?=\d)/g, ""),
  },
} as const

/** The same in a word or two, at the head of what an author may do next. */
export function endingWord(status: GenerationStatus): string {
  return story.endedBriefly[status === "stopped" || status === "failed" ? status : "done"]
}

/** How a generation ended, with what it wrote. */
export function endingText(status: GenerationStatus, text: string): string {
  if (status !== "stopped" && status !== "failed") return story.ended.done
  return text === "" ? story.nothing[status] : story.ended[status]
}

/** What stands between an ending and the length behind it: a dot, unless a full stop parts them already. */
export function afterEnding(ending: string): string {
  return ending.endsWith("。") ? "" : " · "
}

const failureText: Record<GenerationFailure, string> = {
  refused: "模型拒绝续写这段内容，没有说明原因。可以改一改描述再继续。",
  unauthorized: "调用API失败: 写作模型的密钥无效或没有权限，请联系网站管理员。",
  busy: "调用API失败: 写作模型正忙，多次重试后仍未成功。请稍后再继续。",
  unreachable: "调用API失败: 与写作模型的连接中断，多次重试后仍未恢复。请稍后再继续。",
  empty: "写作模型没有给出正文。请稍后再继续，或换一个模型。",
  banned: bannedParagraphText,
  "beyond-level":
    "这一段超出了所选的内容级别，已撤回，前面的正文都已保留。可以改一改要求或级别，再点「继续生成」。",
  unchecked:
    "内容审核服务暂时连接不上，还没有审核的这一段已撤回，前面的正文都已保留。请稍后再点「继续生成」，或改选较低的级别。",
  short: "模型没有写满要求的字数。可以点「继续生成」接着写。",
  unchanged: "模型写回了原来的一段，没有改动。可以写明想怎么改，再试一次。",
  unfit: "模型写回的不像这里的一段。原来的一段还在，可以再试一次。",
  displaced: "正文在别处改过，找不到要换下的一段了，没有换上。",
  internal: "生成小说失败，请稍后再试。",
}

/** Where there is no text yet, none is kept, and no button goes on with it. */
const blankFailureText: Partial<Record<GenerationFailure, string>> = {
  refused: "模型拒绝写这段内容，没有说明原因。可以改一改设想再试。",
  busy: "调用API失败: 写作模型正忙，多次重试后仍未成功。请稍后再试。",
  unreachable: "调用API失败: 与写作模型的连接中断，多次重试后仍未恢复。请稍后再试。",
  empty: "写作模型没有给出正文。请稍后再试，或换一个模型。",
  banned: bannedOpeningText,
  "beyond-level": "写出的内容超出了所选的内容级别，已撤回。可以改一改设想或级别再试。",
  unchecked: "内容审核服务暂时连接不上，还没有审核的内容已撤回。请稍后再试，或改选较低的级别。",
  short: "模型的回答里没有能用的正文。可以再试一次，或改一改设想。",
}

/** Why a generation failed and what helps. `isBlank` says that there is neither a new text nor one to continue. */
export function failureReason(failure: GenerationFailure | null, isBlank: boolean): string {
  const word = failure ?? "internal"
  return (isBlank && blankFailureText[word]) || failureText[word]
}

export const history = {
  heading: "最近生成",
  empty: "还没有生成过小说。",
  needsScript: "最近生成保存在浏览器里，需要启用 JavaScript 才能显示。",
  loading: "正在读取这台设备上的记录…一直停在这里的话，请重新载入页面。",
  recent: "这里是最近 24 小时内生成的。",
  select: (preview: string) => `查看：${preview}`,
  /** Marks a text that was continued by how many parts it has. */
  parts: (count: number) => `续 ${count}`,
  length: (characters: number) => `${count(characters)} 字`,
  remove: (preview: string) => `删除：${preview}`,
  undo: "撤销删除",
  unkept: (novels: number) =>
    `这台设备存不下了，有 ${novels} 篇没有存全：离开这一页以后，只能在 24 小时内从服务器取回。请先保存到账号或下载；删掉几篇旧的，也能腾出地方。`,
  showing: "正在查看最近生成的一篇。",
}

/** A history entry's status, for statuses that need a word. */
export const historyState: Partial<Record<GenerationStatus, string>> = {
  running: "正在写",
  paused: "正在写",
  outlined: "提纲待定",
  stopped: "已停止",
  failed: "没写完",
}

const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const
const clock = new Intl.DateTimeFormat("zh-CN", CLOCK)
const clockInChina = new Intl.DateTimeFormat("zh-CN", { ...CLOCK, timeZone: "Asia/Shanghai" })
const day = new Intl.DateTimeFormat("zh-CN", { month: "numeric", day: "numeric" })

/** When a text was begun, by this device's clock: the time of today, or else the day. */
export function begunText(startedAt: string, now: Date): string {
  const begun = new Date(startedAt)
  return begun.toDateString() === now.toDateString() ? clock.format(begun) : day.format(begun)
}

/** The same for a text of the last 24 hours, where the device's clock is unknown. */
export function begunTextInChina(startedAt: string): string {
  return clockInChina.format(new Date(startedAt))
}
