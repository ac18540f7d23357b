/** What an entry is about. `thread`: something that is not settled yet. `fact`: something that never changes. */
export type MemoryKind = "person" | "object" | "place" | "thread" | "fact" | "time"

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
