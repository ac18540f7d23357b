import type { MemoryKind } from "#app/domain/memory/story-memory.ts"

/** What a line of an update is about: an entry, an end of a thread, or a passage in one sentence. */
export type LineKind = MemoryKind | "settled" | "summary"

/** The mark of each kind of line, as prompts show it. */
export const KIND_LABELS: Record<LineKind, string> = {
  person: "人",
  object: "物",
  place: "地",
  thread: "线",
  fact: "定",
  time: "时",
  settled: "了",
  summary: "概",
}

/** The words with which models begin such a line. */
export const KIND_WORDS: Record<LineKind, readonly string[]> = {
  person: ["人", "人物", "角色"],
  object: ["物", "物品", "东西", "道具"],
  place: ["地", "地点", "地方"],
  thread: ["线", "线索", "伏笔"],
  fact: ["定", "定局", "事实"],
  time: ["时", "时间"],
  settled: ["了", "了结", "已了"],
  summary: ["概", "概要", "梗概"],
}

/** The mark behind an author's line, and how models write it. */
export const AUTHOR_MARK = "〔作者定〕"
export const AUTHOR_MARKS = /[〔［[【（(]\s*作者定的?\s*[〕］\]】）)]/gu

/** What models write into a field of which they know nothing. */
export const NOTHING_SAID = /^(?:无|暂无|没有|未知|不详|未提及|不变|同上|空|略|n\/?a|none|[-—–~…/]+)$/iu

/** Between the names of one entry. */
export const NAME_DIVIDER = /[、，,/;；]/u

/** Between what several lines say, where they are told in one. */
export const CLAUSE_DIVIDER = "；"
export const CLAUSE_END = /[，。；！？、,.;!?]/u

/** Says how many open threads a memory has beyond those that it shows, and finds that number again. */
export function moreThreads(count: number): string {
  return `${KIND_LABELS.thread}｜另有 ${count} 条`
}
export const MORE_THREADS = new RegExp(`^${KIND_LABELS.thread}｜另有 (\\d+) 条$`, "u")

/** The mark of a line that quotes the text where nothing is noted of it. */
export const QUOTE_LABEL = "原文摘录"
