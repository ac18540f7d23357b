import { countCharacters } from "#app/domain/count-characters.ts"
import { readMemory } from "#app/domain/memory/stored-memory.ts"
import { entryMark, type MemoryEntry } from "#app/domain/memory/story-memory.ts"
import { paragraphsAt } from "#app/domain/story.ts"
import type { FoundMemory } from "./memory-places.server.ts"

/** An entry with its mark, and the paragraph that tells of it; null where the text does not. */
export type ShownEntry = MemoryEntry & { mark: string; paragraph: number | null }

/** What the page of a memory shows: nothing of the text itself, which may be long. */
export interface MemoryView {
  title: string
  entries: ShownEntry[]
  sections: { line: string; paragraph: number }[]
  /** The characters that have been read, and those of the whole text. */
  read: number
  whole: number
  isWriting: boolean
}

/** What a page shows of a memory, in one pass over the text. */
export function memoryView({ stored, title, story, isWriting }: FoundMemory): MemoryView {
  const { readTo, sections, entries } = readMemory(stored)
  const told = sections.filter(({ line }) => line !== "")
  const paragraphs = paragraphsAt(story, [...entries.map(({ at }) => at), ...told.map(({ from }) => from)])
  return {
    title,
    entries: entries.map((entry, index) => ({
      ...entry,
      mark: entryMark(entry),
      paragraph: entry.at < story.length ? (paragraphs[index] ?? 0) : null,
    })),
    sections: told.map(({ line }, index) => ({ line, paragraph: paragraphs[entries.length + index] ?? 0 })),
    read: countCharacters(story.slice(0, readTo)),
    whole: countCharacters(story),
    isWriting,
  }
}
