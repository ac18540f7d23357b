import { useSyncExternalStore } from "react"
import { CONTENT_LEVELS, type ContentLevel, DEFAULT_CONTENT_LEVEL } from "../domain/content-level.ts"
import { HISTORY_MAX_ENTRIES } from "../domain/limits.ts"

export interface HistoryEntry {
  text: string
  level: ContentLevel
}

const TEXTS_KEY = "novelHistories"
/** The levels of those texts, in the same order: the list of texts itself is the specification's. */
const LEVELS_KEY = "novelHistoryLevels"
/** Which generations were already put in, so that a reload does not bring back what was deleted. */
const RECORDED_KEY = "novelHistoryRecorded"
const NONE: readonly HistoryEntry[] = []

// The list lives here when the browser's storage is full or forbidden.
let entries: readonly HistoryEntry[] | null = null
const listeners = new Set<() => void>()

/** The texts written on this device, newest first; none on the server. */
export function useNovelHistory(): readonly HistoryEntry[] {
  return useSyncExternalStore(subscribe, read, () => NONE)
}

/** Puts a generation's text in front, once; the list is trimmed to its limit. */
export function recordNovel(generationId: string, entry: HistoryEntry): void {
  const recorded = readTexts(RECORDED_KEY)
  if (entry.text === "" || recorded.includes(generationId)) return
  writeList(RECORDED_KEY, [generationId, ...recorded].slice(0, HISTORY_MAX_ENTRIES * 2))
  publish([entry, ...read().filter(({ text }) => text !== entry.text)].slice(0, HISTORY_MAX_ENTRIES))
}

export function deleteNovel(index: number): void {
  publish(read().filter((_, place) => place !== index))
}

export function listNovels(): string[] {
  return read().map(({ text }) => text)
}

/** Deletes all texts but those of this kind. */
export function keepNovels(isKept: (text: string) => boolean): void {
  publish(read().filter(({ text }) => isKept(text)))
}

function read(): readonly HistoryEntry[] {
  entries ??= readEntries()
  return entries
}

function readEntries(): HistoryEntry[] {
  const levels = readList(LEVELS_KEY)
  const texts = readTexts(TEXTS_KEY).slice(0, HISTORY_MAX_ENTRIES)
  return texts.map((text, place) => ({
    text,
    level: CONTENT_LEVELS.find((level) => level === levels[place]) ?? DEFAULT_CONTENT_LEVEL,
  }))
}

function publish(next: readonly HistoryEntry[]): void {
  entries = next
  // Before the texts: other tabs read both when those change.
  writeList(
    LEVELS_KEY,
    next.map(({ level }) => level),
  )
  writeList(
    TEXTS_KEY,
    next.map(({ text }) => text),
  )
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== TEXTS_KEY && event.key !== null) return
    entries = null
    listener()
  }
  listeners.add(listener)
  window.addEventListener("storage", onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener("storage", onStorage)
  }
}

/** Corrupt or forbidden storage reads as empty: old history must never stop new writing. */
function readList(key: string): unknown[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(key) ?? "[]")
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}

function readTexts(key: string): string[] {
  const texts = readList(key).filter((entry) => typeof entry === "string")
  return [...new Set(texts)].filter((text) => text !== "")
}

/** When storage is full, the oldest entries give way to the newest; if not even that fits, nothing is lost. */
function writeList(key: string, list: readonly (string | number)[]): void {
  for (let kept = list.length; kept >= Math.min(1, list.length); kept -= 1) {
    try {
      localStorage.setItem(key, JSON.stringify(list.slice(0, kept)))
      return
    } catch {
      // full, or forbidden: try with fewer
    }
  }
}
