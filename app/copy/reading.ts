import type { Reading, ReadingChoice } from "#app/domain/reading/settings.ts"
import { count } from "./story.ts"

export const reading = {
  settings: "阅读设置",
  mark: "文",
  apply: "应用",
  notKept: "没有连上服务器，这次选的只在这一页有效。请再选一次，或者按「应用」。",
  chapters: "章节",
  /** Names what stands before the first chapter. */
  opening: "开头",
  copyPart: "复制这一段",
  share: "分享",
  parts: "分段",
  part: (part: number, parts: number) => `第 ${part} 段，共 ${parts} 段`,
  partName: (part: number) => `第 ${part} 段`,
  /** Names a page in a search engine or a link preview. */
  partOf: (title: string, part: number) => `${title}（第 ${part} 段）`,
  previous: "上一段",
  next: "下一段",
  size: (letters: number, minutes: number) => `${count(letters)} 字 · 约 ${minutes} 分钟`,
  level: (label: string) => `内容级别：${label}`,
  /** Script puts in how far the reader was, in hundredths. */
  goOn: "上次读到 {percent}%，接着读",
  end: {
    title: "喜欢？自己写一篇",
    text: "一句设想，几分钟，一篇只属于你的故事。",
    write: "写一部小说",
    share: "分享这篇小说",
    qr: "二维码",
  },
} as const

export const readingChoiceText: {
  [Choice in ReadingChoice]: { name: string; options: Record<Reading[Choice], string> }
} = {
  size: { name: "字号", options: { small: "小", medium: "中", large: "大", huge: "特大" } },
  lines: { name: "行距", options: { tight: "紧", medium: "适中", loose: "松" } },
  width: { name: "宽度", options: { narrow: "窄", medium: "适中", wide: "宽" } },
  face: { name: "字体", options: { song: "宋", hei: "黑", kai: "楷" } },
  indent: { name: "缩进", options: { on: "缩进", off: "不缩进" } },
  theme: {
    name: "底色",
    options: { auto: "自动", white: "白", paper: "纸", green: "绿", night: "夜" },
  },
}
