import {
  MEMORY_ALIASES_MAX,
  MEMORY_AUTHOR_MAX_CHARS,
  MEMORY_FIELD_MAX_CHARS,
  MEMORY_MAX_CHARS,
  MEMORY_MAX_ENTRIES,
  MEMORY_NAME_MAX_CHARS,
  MEMORY_NOTE_MAX_CHARS,
  type MemoryEntry,
  type MemoryKind,
  type MemoryProblem,
} from "#app/domain/memory/story-memory.ts"
import { bannedText } from "./ban.ts"
import { novelFailureText } from "./novels.ts"
import { badRequestText } from "./problems.ts"
import { count } from "./story.ts"

export const memory = {
  title: "备忘",
  about: (title: string) => `《${title}》`,
  intro: "接着写的时候，模型会照着它写；与正文不一致时，以正文为准。锁定的由你说了算，模型不会改动。",
  writing: "这一篇正在写，备忘现在只能看，写完就可以改。",
  reload: "看看写完没有",
  empty:
    "还没有备忘。正文写过一万字，最后会自动记下人物、物件、地点和没有了结的事；续写长文时，会先把前文读一遍。你也可以现在就添几条。",
  add: "添一条",
  backToText: "回到正文",
  lock: "锁定",
  locked: "作者定的",
  lockLabel: (name: string) => `锁定：${name}`,
  unlockLabel: (name: string) => `作者定的：${name}（按一下放开）`,
  edit: "修改",
  editLabel: (name: string) => `修改：${name}`,
  inText: "见正文",
  inTextLabel: (name: string) => `见正文：${name}`,
  aliases: (names: string[]) => `又叫${names.join("、")}`,
  now: "现在：",
  begins: "起于：",
  settled: "已了结",
  summaries: "前情",
  summariesHint: "每读完一段记一句，由模型写，不能改。",
  settledField: "已经了结",
  authorsField: "作者定的",
  authorsHint: "勾上以后，模型只能补「现在」，不能改别的。",
  aliasesField: "别的叫法",
  aliasesHint: `用顿号隔开，最多 ${MEMORY_ALIASES_MAX} 个。`,
  save: "保存",
  remove: "删除",
  close: "收起",
  closeSheet: "关闭备忘",
  undo: "撤销",
  refused: "没有保存，请看这里：",
  saved: "已保存。",
  restored: "已恢复。",
  lockedNow: "已锁定。",
  unlocked: "已放开，模型以后可以改它。",
  removed: (name: string) => `已删除「${name}」。`,
  removedBefore: "这一条已经删除了。",
  added: (name: string) => `已添上「${name}」。`,
  addAnew: "你写的都在这里，按「添一条」就重新添上。",
  standing: (text: string) => `那边写的是：${text}`,
  failed: "读取失败",
} as const

/** How far the memory has read, of how many characters. */
export function readToText(read: number, whole: number): string {
  if (read === 0) return "备忘还没有读过正文。"
  if (read >= whole) return `备忘读到第 ${count(read)} 字，全文都读过了。`
  return `备忘读到第 ${count(read)} 字，其后原文照看。`
}

interface KindText {
  label: string
  name: string
  /** The field of what does not change, and what belongs there; null if the kind has none. */
  fixed: { label: string; hint: string } | null
  now: { label: string; hint: string } | null
}

const UNCHANGING = "不变的"
const NOW = "现在"

export const memoryKindText: Record<MemoryKind, KindText> = {
  person: {
    label: "人物",
    name: "名字",
    fixed: { label: UNCHANGING, hint: "身份、年龄、长相、习惯。" },
    now: { label: NOW, hint: "在哪里、带着什么、知道和不知道什么。" },
  },
  object: {
    label: "物件",
    name: "名称",
    fixed: { label: UNCHANGING, hint: "什么样子、有什么来历。" },
    now: { label: NOW, hint: "在谁手里、放在哪里。" },
  },
  place: {
    label: "地点",
    name: "名称",
    fixed: { label: UNCHANGING, hint: "什么样子、有什么规矩。" },
    now: { label: NOW, hint: "现在是什么情形。" },
  },
  thread: {
    label: "线索",
    name: "还没了结的事",
    fixed: { label: "从哪里起", hint: "谁说的、什么时候埋下的。" },
    now: null,
  },
  fact: { label: "已定的事", name: "已经发生、不会再变的事", fixed: null, now: null },
  time: { label: "时间", name: "故事现在是什么时候", fixed: null, now: null },
}

const tooLong = (what: string, most: number) => `${what}太长了，最多 ${most} 个字符。`

/** What is wrong with an author's line. The named kinds have short names. */
export function memoryProblemText(problem: MemoryProblem, kind: MemoryKind): string {
  const { name, fixed } = memoryKindText[kind]
  const nameMax = memoryKindText[kind].now ? MEMORY_NAME_MAX_CHARS : MEMORY_NOTE_MAX_CHARS
  const sentences: Record<MemoryProblem, string> = {
    "memory-name-missing": `请写上${name}。`,
    "memory-name-too-long": tooLong("这一栏", nameMax),
    "memory-name-taken": "已经有同名的一条了，请改那一条，或换个写法。",
    "memory-aliases-too-long": `最多 ${MEMORY_ALIASES_MAX} 个叫法，每个最多 ${MEMORY_NAME_MAX_CHARS} 个字符。`,
    "memory-fixed-too-long": tooLong(`「${fixed?.label ?? UNCHANGING}」`, MEMORY_FIELD_MAX_CHARS),
    "memory-now-too-long": tooLong(`「${NOW}」`, MEMORY_FIELD_MAX_CHARS),
    "memory-full": `备忘放满了：最多 ${MEMORY_MAX_ENTRIES} 条、共 ${MEMORY_MAX_CHARS} 字。请先删掉不要的，写好的都还在。`,
    "memory-author-full": `作者定的加起来最多 ${MEMORY_AUTHOR_MAX_CHARS} 字，多了模型记不住。请先放开或删掉几条，写好的都还在。`,
  }
  return sentences[problem]
}

/** Why a memory did not change, other than for what was written. */
export const memoryFailureText = {
  ...novelFailureText,
  ...badRequestText,
  ...bannedText((content) => `这一条${content}，任何级别都不会写，没有保存。写好的都还在。`),
  "login-required": "登录已经过期，没有保存。写好的都还在：请在新窗口登录，再回来按一次。",
  "memory-gone": "这一条已经不在了，可能刚在别处删掉。",
  "memory-changed": "这一条刚在别处改过，没有覆盖。你写的都还在，再按一次就以你的为准。",
  "memory-writing": "这一篇正在写，备忘现在不能改。写好的都还在，写完再保存。",
  "level-above-ceiling": "本站现在不开放这个级别，备忘不能改。",
  "adult-unconfirmed": "这个级别仅限成年人，请先在首页确认已年满 18 岁。",
  "beyond-level": "这一条超出了这篇小说的内容级别，没有保存。写好的都还在。",
  "scan-busy": "现在提交的人太多，暂时来不及检查这一条。写好的都还在，请过一会儿再试。",
  "moderation-away": "内容审核服务暂时连接不上，没有保存。写好的都还在，请稍后再试。",
  "too-many-attempts": "改得太频繁了，请稍后再试。写好的都还在。",
  "store-away": "暂时连不上数据库，没有保存。写好的都还在，请稍后再试。",
  "backend-down":
    "服务暂时连接不上，没有收到回答，不知道保存了没有。写好的都还在，请再按一次，重复也没关系。",
} as const

/** Why a memory or a prompt cannot be shown. */
export const memoryReadFailureText = {
  ...novelFailureText,
  ...badRequestText,
  "store-away": "暂时连不上数据库，读不出来。文字没有丢，服务恢复后刷新页面即可。",
  "backend-down": "暂时读不出来：服务连接不上。小说还好好地存着，请稍后再试。",
} as const

/** An entry in one line. */
export function entryText({ name, aliases, fixed, now }: MemoryEntry): string {
  return [[name, ...aliases].join("、"), fixed, now].filter((text) => text !== "").join("；")
}

export const prompt = {
  title: "这次给模型看了什么",
  intro: "最近一次请模型写正文时，发出去的全部内容，按先后排列，一字不差。只有你能看到。",
  demo: "现在是演示模式，没有发给任何模型；接上模型以后，发出去的就是这些。",
  nothing: "这一篇还没有开始写正文，等写出第一段，这里就有内容了。",
  tokens: (tokens: number) => `约 ${count(tokens)} token`,
  total: (tokens: number, context: number) =>
    `一共约 ${count(tokens)} token，占模型窗口（${count(context)}）的 ${share(tokens, context)}。`,
  share,
  existing: ({ all, before, isRemembered }: { all: number; before: number; isRemembered: boolean }) => {
    if (before === 0) return `原有的 ${count(all)} 字，全部照原文给了模型。`
    const rest = isRemembered ? "在那之前的，由备忘交代" : "在那之前的，这一次没有给模型看"
    return `原有的 ${count(all)} 字，从第 ${count(before + 1)} 字起照原文给；${rest}。`
  },
  written: ({ all, before }: { all: number; before: number }) => {
    if (all === 0) return "写到这里时，还没有新的正文。"
    if (before === 0) return `新写的 ${count(all)} 字，全部照原文给了模型。`
    return `新写的 ${count(all)} 字，从第 ${count(before + 1)} 字起照原文给；在那之前的，由提纲交代。`
  },
  backToText: "回到正文",
  table: "各部分占多少",
} as const

function share(part: number, whole: number): string {
  const percent = whole === 0 ? 0 : (part / whole) * 100
  return percent > 0 && percent < 1 ? "不到 1%" : `${Math.round(percent)}%`
}

/** What each part of a prompt is; `beat` counts from 0. */
export const promptPartText = {
  system: () => "系统：写作的规矩",
  要求: () => "要求：你写的描述",
  备忘: () => "备忘",
  上文: () => "上文：原有的正文",
  接下来: () => "接下来：你要它发生的事",
  参考文字: () => "参考文字：笔法和节选",
  刚写完的部分: () => "刚写完的部分",
  "plan-order": () => "怎样定提纲",
  outline: () => "提纲",
  order: (beat: number | null) => (beat === null ? "这一节的要求" : `第 ${beat + 1} 节的要求`),
  written: (beat: number | null) => (beat === null ? "已写的正文" : `已写的第 ${beat + 1} 节`),
} satisfies Record<string, (beat: number | null) => string>
