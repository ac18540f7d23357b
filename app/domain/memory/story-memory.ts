import { type Outcome, refusal, success } from "../outcome.ts"
import { countCodePoints, isLongerThan, toSingleLine } from "../text.ts"

/** What an entry is about. `thread`: something that is not settled yet. `fact`: something that never changes. */
export const MEMORY_KINDS = ["person", "object", "place", "thread", "fact", "time"] as const
export type MemoryKind = (typeof MEMORY_KINDS)[number]

/** Bounds of what is stored: entries, and the characters of all entries and sections together. */
export const MEMORY_MAX_ENTRIES = 400
export const MEMORY_MAX_SECTIONS = 120
export const MEMORY_MAX_CHARS = 16_000

/** What is known of a story up to `readTo`, so that a prompt need not show all of it. Offsets are UTF-16 units. */
export interface StoryMemory {
  readTo: number
  /** In the order of the text, without overlap. */
  sections: MemorySection[]
  entries: MemoryEntry[]
}

/** What happens in one passage. `hash` shows whether the text is still the one that was read. */
export interface MemorySection {
  from: number
  to: number
  hash: string
  line: string
}

export interface MemoryEntry {
  id: string
  kind: MemoryKind
  /** Of a thread, a fact or a time: what it says. */
  name: string
  aliases: string[]
  /** What does not change; of a thread, where it begins. Empty if nothing is known. */
  fixed: string
  /** Where it stands now; empty if nothing is known. */
  now: string
  /** Where the text last names it. */
  at: number
  by: "model" | "author"
  /** Of a thread: whether it is not settled yet. True for everything else. */
  open: boolean
}

/** A memory of nothing, with which a story begins. */
export const EMPTY_MEMORY: StoryMemory = { readTo: 0, sections: [], entries: [] }

/** Bounds of what an author writes. A person, an object and a place have a name; the other kinds say a sentence. */
export const MEMORY_NAME_MAX_CHARS = 24
export const MEMORY_NOTE_MAX_CHARS = 80
export const MEMORY_FIELD_MAX_CHARS = 120
export const MEMORY_ALIASES_MAX = 5
/** Prompts leave out none of the author's own lines, so there is a bound for all of them together. */
export const MEMORY_AUTHOR_MAX_CHARS = 2_000

/** What an author writes of an entry. A field that its form does not show is null, and stays as it is. */
interface MemoryFields {
  name: string
  aliases: string[] | null
  fixed: string | null
  now: string | null
  by: MemoryEntry["by"]
  open: boolean
}

/** One change of a memory, of one entry only, so that changes from two pages do not undo each other. */
export type MemoryChange =
  | { type: "add"; id: string; kind: MemoryKind; fields: MemoryFields }
  /** `seen`: the mark of the entry that its author changes. */
  | { type: "edit"; id: string; seen: string; fields: MemoryFields }
  | { type: "lock" | "unlock" | "remove"; id: string }
  /** Takes a change back. `over`: the mark that the change has left; empty after a removal. */
  | { type: "restore"; entry: MemoryEntry; over: string }

/** What is wrong with an author's line. */
export type MemoryProblem =
  | "memory-name-missing"
  | "memory-name-too-long"
  | "memory-name-taken"
  | "memory-aliases-too-long"
  | "memory-fixed-too-long"
  | "memory-now-too-long"
  | "memory-full"
  | "memory-author-full"

/** Why a memory does not change. `memory-changed`: the entry is not the one that its author saw any more. */
export type MemoryRefusal = MemoryProblem | "memory-gone" | "memory-changed"

/** A changed memory, the entry as the change has left it, and as it was; null where there is or was none. */
export interface ChangedMemory {
  memory: StoryMemory
  entry: MemoryEntry | null
  before: MemoryEntry | null
}

/** Whether an entry of this kind has a name, by which the text calls it. */
export function isNamed(kind: MemoryKind): boolean {
  return kind === "person" || kind === "object" || kind === "place"
}

/**
 * A memory after an author's change of one entry; `story` is the whole text. A change that is made already, because
 * its form was sent twice, changes nothing.
 */
export function changedMemory(
  memory: StoryMemory,
  change: MemoryChange,
  story: string,
): Outcome<ChangedMemory, MemoryRefusal> {
  const id = change.type === "restore" ? change.entry.id : change.id
  const known = memory.entries.find((entry) => entry.id === id) ?? null
  if (change.type === "remove") {
    const entries = memory.entries.filter((entry) => entry !== known)
    return success({ memory: { ...memory, entries }, entry: null, before: known })
  }
  if (change.type === "add") {
    if (known) return success({ memory, entry: known, before: known })
    const at = lastNamed(change, story)
    const empty = { id, kind: change.kind, name: "", aliases: [], fixed: "", now: "", at }
    return kept(memory, null, written({ ...empty, by: "author", open: true }, change.fields))
  }
  if (change.type === "restore") {
    const { aliases } = change.entry
    const fields = { ...change.entry, aliases: aliases.map(memoryLine).filter((alias) => alias !== "") }
    const entry = written({ ...change.entry, at: Math.min(change.entry.at, story.length) }, fields)
    const isStanding = (known ? entryMark(known) : "") === change.over
    if (isStanding) return kept(memory, known, entry)
    if (known && entryMark(known) === entryMark(entry))
      return success({ memory, entry: known, before: known })
    return refusal(known ? "memory-changed" : "memory-gone")
  }
  if (!known) return refusal("memory-gone")
  if (change.type !== "edit")
    return kept(memory, known, { ...known, by: change.type === "lock" ? "author" : "model" })
  const entry = written(known, change.fields)
  if (entryMark(known) === entryMark(entry)) return success({ memory, entry: known, before: known })
  return entryMark(known) === change.seen ? kept(memory, known, entry) : refusal("memory-changed")
}

/** Identifies what an author sees of an entry (FNV-1a with 32 bits, and the length). */
export function entryMark({ kind, name, aliases, fixed, now, by, open }: MemoryEntry): string {
  const text = JSON.stringify([kind, name, aliases, fixed, now, by, open])
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return `${text.length}:${(hash >>> 0).toString(36)}`
}

/** An author's words as one line of a prompt, where bars divide its fields. */
function memoryLine(text: string): string {
  return toSingleLine(text).replace(/[｜|]/g, "／")
}

/** With empty ones; more are too many in any case. */
const ALIASES_READ_MAX = 1_000

/** The aliases in a field, divided as an author divides them. */
export function aliasesIn(text: string): string[] {
  const names = text.split(/[、，,/;；｜|\n]/u, ALIASES_READ_MAX).map(memoryLine)
  return [...new Set(names)].filter((name) => name !== "")
}

/** All that an entry says, name by name and note by note. */
export function textsOf({ name, aliases, fixed, now }: MemoryEntry): string[] {
  return [name, ...aliases, fixed, now].filter((text) => text !== "")
}

/** The characters of an entry that count against the bounds of a memory. */
export function entryCharacters(entry: MemoryEntry): number {
  return textsOf(entry).reduce((sum, text) => sum + countCodePoints(text), 0)
}

function written(entry: MemoryEntry, { aliases, fixed, now, by, open, ...typed }: MemoryFields): MemoryEntry {
  const name = memoryLine(typed.name)
  return {
    ...entry,
    name,
    aliases: aliases?.filter((alias) => alias !== name) ?? entry.aliases,
    fixed: fixed === null ? entry.fixed : memoryLine(fixed),
    now: now === null ? entry.now : memoryLine(now),
    by,
    open: open || entry.kind !== "thread",
  }
}

/** The memory with an entry in place of an older one, or at its end; a memory that is too full may still shrink. */
function kept(
  memory: StoryMemory,
  old: MemoryEntry | null,
  entry: MemoryEntry,
): Outcome<ChangedMemory, MemoryProblem> {
  const problem = entryProblem(memory, old, entry) ?? roomProblem(memory, old, entry)
  if (problem) return refusal(problem)
  const entries = old ? memory.entries.map((one) => (one === old ? entry : one)) : [...memory.entries, entry]
  return success({ memory: { ...memory, entries }, entry, before: old })
}

function entryProblem(
  { entries }: StoryMemory,
  old: MemoryEntry | null,
  entry: MemoryEntry,
): MemoryProblem | null {
  const { kind, name, aliases, fixed, now } = entry
  const nameMax = isNamed(kind) ? MEMORY_NAME_MAX_CHARS : MEMORY_NOTE_MAX_CHARS
  // What the model wrote may be longer than what an author may write, and stays.
  const isNewAndLong = (text: string, before: string | undefined, most: number) =>
    text !== before && isLongerThan(text, most)
  if (name === "") return "memory-name-missing"
  if (isNewAndLong(name, old?.name, nameMax)) return "memory-name-too-long"
  const isSame = (other: MemoryEntry) =>
    other !== old && other.kind === kind && plain(other.name) === plain(name)
  if (name !== old?.name && entries.some(isSame)) return "memory-name-taken"
  const isLongList =
    aliases.length > MEMORY_ALIASES_MAX || aliases.some((alias) => isLongerThan(alias, MEMORY_NAME_MAX_CHARS))
  if (isLongList && aliases.join() !== old?.aliases.join()) return "memory-aliases-too-long"
  if (isNewAndLong(fixed, old?.fixed, MEMORY_FIELD_MAX_CHARS)) return "memory-fixed-too-long"
  return isNewAndLong(now, old?.now, MEMORY_FIELD_MAX_CHARS) ? "memory-now-too-long" : null
}

function roomProblem(
  { entries, sections }: StoryMemory,
  old: MemoryEntry | null,
  entry: MemoryEntry,
): MemoryProblem | null {
  const others = entries.filter((one) => one !== old)
  const sizeOf = (some: MemoryEntry[]) => some.reduce((sum, one) => sum + entryCharacters(one), 0)
  const grows = old === null || entryCharacters(entry) > entryCharacters(old)
  const lines = sections.reduce((sum, { line }) => sum + countCodePoints(line), 0)
  if (old === null && others.length >= MEMORY_MAX_ENTRIES) return "memory-full"
  if (grows && lines + sizeOf([...others, entry]) > MEMORY_MAX_CHARS) return "memory-full"
  const growsAuthors = entry.by === "author" && (grows || old?.by !== "author")
  const authors = [...others, entry].filter(({ by }) => by === "author")
  return growsAuthors && sizeOf(authors) > MEMORY_AUTHOR_MAX_CHARS ? "memory-author-full" : null
}

/** Where the text last names a new entry; its end where it does not. */
function lastNamed({ kind, fields }: { kind: MemoryKind; fields: MemoryFields }, story: string): number {
  const name = memoryLine(fields.name)
  const at = isNamed(kind) && name !== "" ? story.lastIndexOf(name) : -1
  return at === -1 ? story.length : at
}

function plain(name: string): string {
  return name.normalize("NFKC").toLowerCase().replace(/\s+/gu, "")
}
