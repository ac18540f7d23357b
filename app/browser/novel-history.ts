import { useSyncExternalStore } from "react"
import { CONTENT_LEVELS, type ContentLevel, DEFAULT_CONTENT_LEVEL } from "#app/domain/content-level.ts"
import { type BegunGeneration, GENERATION_STATUSES } from "#app/domain/generation.ts"
import { HISTORY_MAX_ENTRIES } from "#app/domain/limits.ts"

export interface HistoryEntry {
  text: string
  level: ContentLevel
}

/** An entry as the list keeps it; one that has only just begun has no text yet. */
export interface HistoryItem extends HistoryEntry, Omit<BegunGeneration, "id" | "startedAt"> {
  /** The generation's; null for a text of which nothing else is known. */
  id: string | null
  startedAt: string | null
}

export type KeptGeneration = HistoryItem & { id: string }

const TEXTS_KEY = "novelHistories"
/** What else is known of the entries, in the same order: the list of texts itself is the specification's. */
const DETAILS_KEY = "novelHistoryDetails"
/** Which generations were already put in, so that a reload does not bring back what was deleted. */
const RECORDED_KEY = "novelHistoryRecorded"
const RECORDED_MAX = 50

/** An entry without its text; the length finds the text again. */
type Details = Omit<HistoryItem, "text"> & { length: number }

// The list lives here when the browser's storage is full or forbidden.
let items: readonly HistoryItem[] | null = null
const recordedHere = new Set<string>()
const listeners = new Set<() => void>()

/** What was written on this device, newest first; null on the server, which does not know. */
export function useNovelHistory(): readonly HistoryItem[] | null {
  return useSyncExternalStore<readonly HistoryItem[] | null>(subscribe, read, () => null)
}

/**
 * Keeps a generation as it is now: in front when it is new, else where it stands. One that was deleted
 * stays deleted. The list is trimmed to its limit.
 */
export function keepNovel(item: KeptGeneration): void {
  const list = read()
  const known = list.find(({ id }) => id === item.id)
  if (known) {
    if (known.text === item.text && known.status === item.status && known.level === item.level) return
    publish(list.map((one) => (one.id === item.id ? { ...item, startedAt: one.startedAt } : one)))
    return
  }
  const recorded = readTexts(RECORDED_KEY)
  if (recorded.includes(item.id) || recordedHere.has(item.id)) return
  recordedHere.add(item.id)
  writeList(RECORDED_KEY, [item.id, ...recorded].slice(0, RECORDED_MAX))
  const others = list.filter(({ id, text }) => id !== null || text !== item.text)
  publish([item, ...others].slice(0, HISTORY_MAX_ENTRIES))
}

/** The entry of a generation on this device; null where there is none. */
export function findNovel(generationId: string): HistoryItem | null {
  return read().find(({ id }) => id === generationId) ?? null
}

/** What tells the entries apart: the generation's id, or the text where nothing else is known. */
export function listNovels(): string[] {
  return read().map(identityOf)
}

/** Takes all entries away but those with such an identity. Nobody deleted them: what may be read again comes back. */
export function keepNovels(isKept: (identity: string) => boolean): void {
  const taken = read().filter((item) => !isKept(identityOf(item)))
  const isTaken = (id: string) => taken.some((item) => item.id === id)
  for (const id of recordedHere) if (isTaken(id)) recordedHere.delete(id)
  writeList(
    RECORDED_KEY,
    readTexts(RECORDED_KEY).filter((id) => !isTaken(id)),
  )
  publish(read().filter((item) => !taken.includes(item)))
}

function identityOf({ id, text }: HistoryItem): string {
  return id ?? text
}

/** Takes an entry out; what comes back puts it in again. */
export function deleteNovel(item: HistoryItem): () => void {
  const place = read().indexOf(item)
  publish(read().filter((one) => one !== item))
  return () => publish(read().toSpliced(place, 0, item).slice(0, HISTORY_MAX_ENTRIES))
}

function read(): readonly HistoryItem[] {
  items ??= readItems()
  return items
}

function readItems(): HistoryItem[] {
  const texts = readTexts(TEXTS_KEY)
  const known = readList(DETAILS_KEY).flatMap((value): HistoryItem[] => {
    const { length, ...details } = toDetails(value)
    const text = length > 0 && texts[0]?.length === length ? texts.shift() : ""
    return text || details.id ? [{ ...details, text: text ?? "" }] : []
  })
  const unknown = [...new Set(texts)].map((text): HistoryItem => ({ ...toDetails(null), text }))
  return [...known, ...unknown].slice(0, HISTORY_MAX_ENTRIES)
}

/** What is malformed or missing is as if nothing were known. */
function toDetails(value: unknown): Details {
  const { id, level, status, prompt, startedAt, length } = (value ?? {}) as Partial<Record<string, unknown>>
  return {
    id: typeof id === "string" ? id : null,
    level: CONTENT_LEVELS.find((one) => one === level) ?? DEFAULT_CONTENT_LEVEL,
    status: GENERATION_STATUSES.find((one) => one === status) ?? "done",
    prompt: typeof prompt === "string" ? prompt : "",
    startedAt: typeof startedAt === "string" ? startedAt : null,
    length: typeof length === "number" ? length : 0,
  }
}

function publish(next: readonly HistoryItem[]): void {
  items = next
  const texts = next.map(({ text }) => text).filter((text) => text !== "")
  writeList(TEXTS_KEY, texts)
  writeList(
    DETAILS_KEY,
    next.map(({ text, ...details }): Details => ({ ...details, length: text.length })),
  )
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // Storage works, so it knows what was put in, and what another tab took away.
    if (event.key === RECORDED_KEY) recordedHere.clear()
    // The details are written last, also where the texts stay the same.
    if (event.key !== TEXTS_KEY && event.key !== DETAILS_KEY && event.key !== null) return
    items = null
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
  return readList(key).filter((entry) => typeof entry === "string" && entry !== "") as string[]
}

/** When storage is full, the oldest entries give way to the newest; if not even that fits, nothing is lost. */
function writeList(key: string, list: readonly unknown[]): void {
  for (let kept = list.length; kept >= Math.min(1, list.length); kept -= 1) {
    try {
      localStorage.setItem(key, JSON.stringify(list.slice(0, kept)))
      return
    } catch {
      // full, or forbidden: try with fewer
    }
  }
}
