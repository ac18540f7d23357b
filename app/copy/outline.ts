import {
  CARD_PART_MAX_CHARS,
  HEAD_PART_MAX_CHARS,
  OUTLINE_CARDS_MAX,
  OUTLINE_TITLE_MAX_CHARS,
  type OutlineCard,
  type OutlineProblem,
} from "#app/domain/outline/outline.ts"
import type { CardPart, HeadPart } from "#app/domain/outline/outline-parts.ts"

/** What the fields of a plan's head are called, and what belongs into them. */
export const headText: Record<HeadPart, { label: string; hint?: string }> = {
  premise: { label: "一句话" },
  people: { label: "人物", hint: "一人一行：姓名；年龄身份；想要什么；怕什么；习惯" },
  places: { label: "地点", hint: "一处一行" },
  manner: { label: "笔调" },
  plants: { label: "伏笔", hint: "一样一行：什么；第几节出现；第几节有下文" },
  ending: { label: "收尾" },
}

export const cardText: Record<CardPart, string> = {
  where: "时间地点",
  want: "谁要什么",
  against: "什么挡着",
  turn: "发生什么",
  stop: "停在哪里",
}

export const outline = {
  title: "提纲",
  intro: "还没有开始写正文，改到满意再写。",
  page: "提纲 - 落笔",
  name: "题名",
  whole: "整篇",
  cards: "各节",
  card: (index: number) => `第 ${index} 节`,
  size: (characters: number) => `约 ${Math.max(1, Math.round(characters / 100)) * 100} 字`,
  edit: "修改",
  fold: "收起",
  changedHere: "改过了",
  up: "上移",
  down: "下移",
  remove: "删",
  of: (button: string, index: number) => `${button}：第 ${index} 节`,
  add: "加一节",
  all: (cards: number, characters: number) =>
    `${cards} 节 · 约 ${Math.max(1, Math.round(characters / 100)) * 100} 字`,
  addHint: "新的一节加在最后，可以再往上移。",
  full: `最多 ${OUTLINE_CARDS_MAX} 节。`,
  removed: (index: number) => `已删去原来的第 ${index} 节。`,
  undo: "撤销",
  other: "换回上一个提纲",
  otherHint: "还留着另一个提纲。换过去以后，现在这个也还在。",
  column: "备忘，开始写",
  write: "照这个提纲写",
  another: "换一个提纲",
  stop: "不写了",
  existing: "要接着写的正文",
  refused: "还没有开始写，请看这里：",
  lost: {
    unsent: "没有连上服务器，这次没有提交。改过的提纲都还在，请再按一次。",
    unanswered: "没有收到服务器的回答，不知道提交成功没有。改过的提纲都还在，请再按一次，不会重复。",
  },
  toStory: "去看正在写的正文",
  back: "回到写作台",
  ready: "提纲写好了，等你看过再写。",
  toOutline: "去看提纲",
  changed: {
    summary: "改后面的几节",
    hint: "还没有写到的几节可以改，写到时照新的写。",
    save: "改好了",
    saved: "改好了，写到那一节就照新的写。",
    nothing: "后面没有可以改的了。",
    begun: "这一节已经开始写了，这里的改动没有用上。",
  },
} as const

/** A card as one text to read; empty if it says nothing. */
export function toldCard({ where, want, against, turn, stop }: Omit<OutlineCard, "characters">): string {
  const wish = joined([want, against], "，")
  const events = joined([wish, turn], "；")
  const told = joined([where, events], "：")
  const end = joined([stop], "")
  return [told && ended(told), end && ended(`写到${end}`)].filter(Boolean).join("")
}

function joined(parts: readonly string[], mark: string): string {
  return parts
    .map((part) =>
      part
        .trim()
        .replace(/\s*\n\s*/gu, "，")
        .replace(/[，；、：。]+$/u, ""),
    )
    .filter(Boolean)
    .join(mark)
}

function ended(text: string): string {
  return /[。！？…”』」]$/u.test(text) ? text : `${text}。`
}

export const outlineProblemText = {
  "outline-card-empty": "这一节还是空的：写上几个字，或者删掉它。",
  "outline-too-long": "提纲太长了，请删去一些。填写的内容都还在。",
  "outline-changes-too-long": "各节的改动合在一起太长了，请删去一些。填写的内容都还在。",
  "outline-too-many-cards": `提纲要有 1 到 ${OUTLINE_CARDS_MAX} 节。填写的内容都还在。`,
  "outline-begun": "这个提纲已经在别处开始写了，这里的改动没有用上。填写的内容都还在，可以抄走。",
  "outline-over": "这一篇已经不在写了，改动没有用上。填写的内容都还在，可以抄走。",
  "card-begun": "有一节在提交时已经开始写了，它的改动没有用上。别的都改好了。",
} as const satisfies Partial<Record<OutlineProblem, string>> & Record<string, string>

/** What is wrong at a field, a card or the whole; `field` is the id that the problem belongs to. */
export function problemAt(problem: OutlineProblem, field: string): string {
  if (problem !== "outline-field-too-long") return outlineProblemText[problem]
  const max =
    field === "title"
      ? OUTLINE_TITLE_MAX_CHARS
      : field.startsWith("card-")
        ? CARD_PART_MAX_CHARS
        : HEAD_PART_MAX_CHARS
  return `太长了，最多 ${max} 个字符。`
}
