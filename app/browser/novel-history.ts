import { useSyncExternalStore } from "react"
import { CONTENT_LEVELS, type ContentLevel, DEFAULT_CONTENT_LEVEL } from "#app/domain/content-level.ts"
import { type DemoShare, readDemoShare } from "#app/domain/demo-share.ts"
import { type BegunGeneration, GENERATION_STATUSES } from "#app/domain/generation.ts"
import { HISTORY_MAX_ENTRIES } from "#app/domain/limits.ts"
import type { NovelLink } from "#app/domain/novel.ts"
import { readSections, type Section } from "#app/domain/sections.ts"
import { parsedList, readStoredList, readStoredText, removeStored, writeStored } from "./stored-json.ts"

/** A text with its content level, its sections and the demo's share. */
export interface HistoryEntry {
  text: string
  level: ContentLevel
  sections: Section[]
  demo?: DemoShare | undefined
}

/** An entry of the history. A generation that has just begun has no text yet. */
export interface HistoryItem extends HistoryEntry, Pick<BegunGeneration, "status" | "prompt"> {
  /** The generation's id; null for a text without stored details. */
  id: string | null
  startedAt: string | null
  /** The saved novel that the text belongs to, as far as the device knows. */
  novel: NovelLink | null
}

export type KeptGeneration = HistoryItem & {
  id: string
  /** The generation whose text its author has changed here; its entry makes room for this one. */
  edits?: string | undefined
}

const TEXTS_KEY = "novelHistories"
/** The entries' other details, in the same order, because the specification defines the list of texts itself. */
const DETAILS_KEY = "novelHistoryDetails"
/** The generations that were ever recorded, so that a reload does not bring back deleted ones. */
const RECORDED_KEY = "novelHistoryRecorded"
const RECORDED_MAX = 50
const KEYS: readonly string[] = [TEXTS_KEY, DETAILS_KEY, RECORDED_KEY]

/**
 * An entry without its text. The length matches it to its text, or says how much of the text of the generation
 * `within` it is: where storage is short, a continuation is stored once, not with each of its beginnings.
 */
type Details = Omit<HistoryItem, "text"> & { length: number; within: string | null }

/** From so much text on, in UTF-16 units, the history looks whether it leaves room for drafts, and how much it leaves. */
const LOOKS_FOR_ROOM_FROM_UNITS = 1_000_000
const ROOM_UNITS = 100_000
const ROOM_KEY = "room"

// The list in memory, which is all we have if the browser's storage is full or forbidden.
let items: readonly HistoryItem[] | null = null
/** Those of them whose text, as it is now, the storage has no room for. */
let unkept: readonly string[] = []
/** What the storage said of the recorded generations when `items` was read. */
let seenRecorded: string | null = null
const recordedHere = new Set<string>()
/** The texts of the generations that this page has read or stored. */
const seenTexts = new Map<string, string>()
/** Those whose entries a logout took away, here or in another tab. */
const taken = new Set<string>()
const listeners = new Set<() => void>()

/** This device's history, newest first; null on the server. */
export function useNovelHistory(): readonly HistoryItem[] | null {
  return useSyncExternalStore<readonly HistoryItem[] | null>(subscribe, read, () => null)
}

/** The identities of the entries whose texts the device has no room for, so that they are lost with this page. */
export function useUnkeptNovels(): readonly string[] {
  return useSyncExternalStore(subscribe, listUnkept, () => NONE)
}

/** The same outside of a component. */
export function listUnkept(): readonly string[] {
  return unkept
}

const NONE: readonly string[] = []

/**
 * Adds a generation at the front, or updates its entry. Ignores a generation that the visitor deleted, and trims the
 * list to `HISTORY_MAX_ENTRIES`.
 */
export function keepNovel({ edits, ...item }: KeptGeneration): void {
  const list = read()
  const known = list.find(({ id }) => id === item.id)
  if (known) {
    if (known.text === item.text && known.status === item.status && known.level === item.level) return
    // Two tabs that write at once can part an entry from its text. A text that is continued stays an entry of its own.
    const isParted = (one: HistoryItem) =>
      known.text === "" && one.id === null && item.text.startsWith(one.text)
    const whole = list.filter((one) => !isParted(one))
    const same = { startedAt: known.startedAt, novel: known.novel ?? item.novel }
    publish(whole.map((one) => (one.id === item.id ? { ...item, ...same } : one)))
    return
  }
  const recorded = readTexts(RECORDED_KEY)
  if (recorded.includes(item.id) || recordedHere.has(item.id)) return
  recordedHere.add(item.id)
  taken.delete(item.id)
  writeRecorded([item.id, ...recorded].slice(0, RECORDED_MAX))
  const others = list.filter(({ id, text }) => (id === null ? text !== item.text : id !== edits))
  publish([item, ...others].slice(0, HISTORY_MAX_ENTRIES))
}

/** Notes which saved novel entries belong to. `findNovelOf` answers null for an entry of which it knows nothing new. */
export function linkNovels(findNovelOf: (item: HistoryItem) => NovelLink | null): void {
  const linked = read().map((item) => ({ item, novel: findNovelOf(item) }))
  if (linked.every(({ novel }) => novel === null)) return
  publish(linked.map(({ item, novel }) => (novel === null ? item : { ...item, novel })))
}

/** The generations that were ever recorded on this device. */
export function listRecorded(): string[] {
  return readTexts(RECORDED_KEY)
}

/** This device's entry of a generation; null if there is none. */
export function findNovel(generationId: string): HistoryItem | null {
  return read().find(({ id }) => id === generationId) ?? null
}

/** The identities of all entries: each generation's id, or the text if there are no details. */
export function listNovels(): string[] {
  return read().map(identityOf)
}

/** Removes all entries except those whose identity `isKept` accepts. They may come back, because nobody deleted them. */
export function keepNovels(isKept: (identity: string) => boolean): void {
  const kept = read().filter((item) => isKept(identityOf(item)))
  for (const { id } of read()) {
    if (id === null || kept.some((item) => item.id === id)) continue
    taken.add(id)
    recordedHere.delete(id)
  }
  publish(kept)
  // Last: a tab that notices this change reads the other keys next.
  writeRecorded(readTexts(RECORDED_KEY).filter((id) => !taken.has(id)))
}

/** Names an entry: its generation's id, or its text if there are no details. */
export function identityOf({ id, text }: HistoryItem): string {
  return id ?? text
}

/** Deletes an entry and returns a function that restores it. */
export function deleteNovel(item: HistoryItem): () => void {
  const place = read().indexOf(item)
  publish(read().filter((one) => one !== item))
  return () => publish(read().toSpliced(place, 0, item).slice(0, HISTORY_MAX_ENTRIES))
}

function read(): readonly HistoryItem[] {
  const recorded = readStoredText(RECORDED_KEY)
  if (items === null || recorded !== seenRecorded) {
    // Another tab has changed the list, and its event may still be on its way.
    if (items !== null) recordedHere.clear()
    seenRecorded = recorded
    items = readItems().filter((item) => !isTaken(item))
    seeTexts(items)
  }
  return items
}

function seeTexts(list: readonly HistoryItem[]): void {
  for (const { id, text } of list) if (id !== null) seenTexts.set(id, text)
}

/** Two tabs that write at once can part a text from its details, so an entry without an id is known by its text. */
function isTaken({ id, text }: HistoryItem): boolean {
  if (id !== null) return taken.has(id)
  const texts = [...taken].map((one) => seenTexts.get(one) ?? "")
  return texts.some((one) => one !== "" && text.startsWith(one))
}

function writeRecorded(ids: readonly string[]): void {
  writeList(RECORDED_KEY, ids)
  seenRecorded = readStoredText(RECORDED_KEY)
}

/** The history as the storage has it, in JSON; parsed only where it is needed. */
function readJson() {
  return { texts: readStoredText(TEXTS_KEY), details: readStoredText(DETAILS_KEY) }
}

function readItems(json = readJson()): HistoryItem[] {
  const texts = textsIn(parsedList(json.texts))
  const stored = parsedList(json.details).map((value) => {
    const { length, within, ...details } = toDetails(value)
    const text = within === null && length > 0 && texts[0]?.length === length ? texts.shift() : ""
    return { ...details, text: text ?? "", length, within }
  })
  const known = stored.flatMap(({ length, within, ...details }): HistoryItem[] => {
    const whole = within && stored.find(({ id }) => id === within)
    const text = whole ? whole.text.slice(0, length) : details.text
    return text || details.id ? [{ ...details, text }] : []
  })
  const unknown = [...new Set(texts)].map((text): HistoryItem => ({ ...toDetails(null), text }))
  return [...known, ...unknown].slice(0, HISTORY_MAX_ENTRIES)
}

/** Parses stored details; malformed or missing fields get defaults. */
function toDetails(value: unknown): Details {
  const stored = (value ?? {}) as Partial<Record<string, unknown>>
  const { id, level, sections, demo, status, prompt, startedAt, novel, length, within } = stored
  return {
    id: typeof id === "string" ? id : null,
    level: CONTENT_LEVELS.find((one) => one === level) ?? DEFAULT_CONTENT_LEVEL,
    sections: readSections(sections),
    demo: readDemoShare(demo),
    status: GENERATION_STATUSES.find((one) => one === status) ?? "done",
    prompt: typeof prompt === "string" ? prompt : "",
    startedAt: typeof startedAt === "string" ? startedAt : null,
    novel: toNovelLink(novel),
    length: typeof length === "number" ? length : 0,
    within: typeof within === "string" ? within : null,
  }
}

function toNovelLink(value: unknown): NovelLink | null {
  const { id, hash } = (value ?? {}) as Partial<Record<string, unknown>>
  return typeof id === "string" && typeof hash === "string" ? { id, hash } : null
}

function publish(next: readonly HistoryItem[]): void {
  const stored = write(next)
  items = next
  seeTexts(next)
  unkept = next.filter(({ text }, at) => stored[at] !== text).map(identityOf)
  for (const listener of listeners) listener()
}

/**
 * Stores the entries and returns the text of each as it is stored. Where not all fit, no text that is stored makes
 * room for another one: newer texts come in as far as there is room, and else stay as they were stored last.
 */
function write(next: readonly HistoryItem[]): string[] {
  const before = readJson()
  const all = next.map(({ text }) => text)
  if (writeItems(next, all, false) && hasRoom(all)) return all
  if (writeItems(next, all, true) && hasRoom(all)) return all
  const former = readItems(before)
  const formerText = ({ id, text }: HistoryItem) =>
    former.find((one) => (id === null ? one.text === text : one.id === id))?.text ?? ""
  let texts = next.map(formerText)
  if (!writeItems(next, texts, true)) return texts
  for (const [at, { text }] of next.entries()) {
    if (texts[at] === text) continue
    const more = texts.with(at, text)
    if (writeItems(next, more, true) && hasRoom(more)) texts = more
    else writeItems(next, texts, true)
  }
  return texts
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // The event shows that storage works, so it knows which entries exist and which ones another tab removed.
    if (event.key === RECORDED_KEY) {
      recordedHere.clear()
      hearTaken(textsIn(parsedList(event.oldValue)), textsIn(parsedList(event.newValue)))
    }
    if (dropsTaken(event.key)) return
    // Every change writes the details last. Read before that, a text would be taken for another entry.
    if (event.key !== DETAILS_KEY && event.key !== null) return
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

/** Another tab has logged out and taken its entries away, or records one again, because its account is back. */
function hearTaken(before: readonly string[], after: readonly string[]): void {
  for (const id of after) taken.delete(id)
  // The oldest also go where a new one comes.
  if (after.some((id) => !before.includes(id))) return
  for (const id of before) if (!after.includes(id)) taken.add(id)
}

/** Removes what a tab has stored again before it heard of the logout; false if it has stored nothing of the kind. */
function dropsTaken(changed: string | null): boolean {
  if (changed !== null && !KEYS.includes(changed)) return false
  if (taken.size === 0 || !readItems().some(isTaken)) return false
  items = null
  publish(read())
  return true
}

function readTexts(key: string): string[] {
  return textsIn(readStoredList(key))
}

function textsIn(list: unknown[]): string[] {
  return list.filter((entry) => typeof entry === "string" && entry !== "") as string[]
}

/** Stores all entries with these texts, or returns false. With `shares`, one that begins another is stored with it. */
function writeItems(next: readonly HistoryItem[], texts: readonly string[], shares: boolean): boolean {
  const longest = next.map(({ id }, at) => ({ id, text: texts[at] ?? "" })).filter(({ id }) => id !== null)
  const details = next.map(({ text: _, ...item }, at): Details => {
    const text = texts[at] ?? ""
    const holders = shares && text !== "" ? longest.filter((one) => holds(one.text, text)) : []
    const holder = holders.toSorted((one, other) => other.text.length - one.text.length)[0]
    return { ...item, length: text.length, within: holder?.id ?? null }
  })
  const own = texts.filter((text, at) => text !== "" && details[at]?.within === null)
  return writeStored(TEXTS_KEY, own) && writeStored(DETAILS_KEY, details)
}

function holds(whole: string, beginning: string): boolean {
  return whole.length > beginning.length && whole.startsWith(beginning)
}

/** Whether the storage has room for a few drafts beside these texts. */
function hasRoom(texts: readonly string[]): boolean {
  if (texts.reduce((sum, text) => sum + text.length, 0) < LOOKS_FOR_ROOM_FROM_UNITS) return true
  const fits = writeStored(ROOM_KEY, "x".repeat(ROOM_UNITS))
  removeStored(ROOM_KEY)
  return fits
}

/** Stores a list. If the storage is full, it drops the oldest entries; if not even one fits, the former list stays. */
function writeList(key: string, list: readonly unknown[]): void {
  for (let kept = list.length; kept >= Math.min(1, list.length); kept -= 1) {
    if (writeStored(key, list.slice(0, kept))) return
  }
}
