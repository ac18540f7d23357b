import { useSyncExternalStore } from "react"
import { HISTORY_MAX_ENTRIES } from "../domain/limits.ts"

const TEXTS_KEY = "novelHistories"
/** Which generations were already put in, so that a reload does not bring back what was deleted. */
const RECORDED_KEY = "novelHistoryRecorded"
const NONE: readonly string[] = []

// The list lives here when the browser's storage is full or forbidden.
let entries: readonly string[] | null = null
const listeners = new Set<() => void>()

/** The texts written on this device, newest first; none on the server. */
export function useNovelHistory(): readonly string[] {
  return useSyncExternalStore(subscribe, read, () => NONE)
}

/** Puts a generation's text in front, once; the list is trimmed to its limit. */
export function recordNovel(generationId: string, text: string): void {
  const recorded = readList(RECORDED_KEY)
  if (text === "" || recorded.includes(generationId)) return
  writeList(RECORDED_KEY, [generationId, ...recorded].slice(0, HISTORY_MAX_ENTRIES * 2))
  publish([text, ...read().filter((entry) => entry !== text)].slice(0, HISTORY_MAX_ENTRIES))
}

export function deleteNovel(index: number): void {
  publish(read().filter((_, place) => place !== index))
}

function read(): readonly string[] {
  entries ??= readList(TEXTS_KEY).slice(0, HISTORY_MAX_ENTRIES)
  return entries
}

function publish(next: readonly string[]): void {
  entries = next
  writeList(TEXTS_KEY, next)
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
function readList(key: string): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(key) ?? "[]")
    const texts = Array.isArray(list) ? list.filter((entry) => typeof entry === "string" && entry !== "") : []
    return [...new Set(texts)]
  } catch {
    return []
  }
}

/** When storage is full, the oldest entries give way to the newest; if not even that fits, nothing is lost. */
function writeList(key: string, list: readonly string[]): void {
  for (let kept = list.length; kept >= Math.min(1, list.length); kept -= 1) {
    try {
      localStorage.setItem(key, JSON.stringify(list.slice(0, kept)))
      return
    } catch {
      // full, or forbidden: try with fewer
    }
  }
}
