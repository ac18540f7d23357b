import { z } from "zod"
import { countCodePoints, firstCharacters, toSingleLine } from "../text.ts"
import {
  EMPTY_MEMORY,
  entryMark,
  MEMORY_MAX_CHARS,
  MEMORY_MAX_ENTRIES,
  MEMORY_MAX_SECTIONS,
  type MemoryEntry,
  type StoryMemory,
} from "./story-memory.ts"

const FIELD_MAX_CHARS = 300
const ALIASES_MAX = 10
/** An author's own lines may come on top of what the engine keeps. */
const STORED_MAX_CHARS = 2 * MEMORY_MAX_CHARS

const offset = z.int().nonnegative()
const field = z.string().transform((text) => firstCharacters(toSingleLine(text), FIELD_MAX_CHARS))
const section = z.object({ from: offset, to: offset, hash: z.string().max(64), line: field })
const entry = z.object({
  id: z.string().max(64),
  kind: z.enum(["person", "object", "place", "thread", "fact", "time"]),
  name: field,
  aliases: z.array(field).transform((names) => names.slice(0, ALIASES_MAX)),
  fixed: field,
  now: field,
  at: offset,
  by: z.enum(["model", "author"]),
  open: z.boolean(),
})
const column = z.object({
  readTo: offset,
  sections: z.array(section).max(2 * MEMORY_MAX_SECTIONS),
  entries: z.array(entry).max(2 * MEMORY_MAX_ENTRIES),
})

/**
 * The memory in a database column, with each field on one line and no more than two memories' worth of text, because
 * authors may write the column with their own token. Empty if it has another shape.
 */
export function readMemory(value: unknown): StoryMemory {
  const parsed = column.safeParse(value)
  if (!parsed.success) return EMPTY_MEMORY
  const named = parsed.data.entries.filter(({ name }) => name !== "")
  let left = STORED_MAX_CHARS
  const fits = (one: MemoryEntry) => {
    left -= [one.name, ...one.aliases, one.fixed, one.now].reduce(
      (sum, text) => sum + countCodePoints(text),
      0,
    )
    return left >= 0
  }
  return { ...parsed.data, entries: named.filter(fits) }
}

/**
 * What is known of a novel that has grown: as its new text leaves it, without what the author has deleted from `kept`
 * since that text began, and with the author's own lines as they are there. `before`: what was known when it began.
 */
export function grownMemory(
  kept: StoryMemory,
  { before, now }: { before: StoryMemory; now: StoryMemory },
): StoryMemory {
  if (kept.readTo === 0 && kept.entries.length === 0) return now
  const entryOf = ({ entries }: StoryMemory, id: string) => entries.find((one) => one.id === id)
  const isChanged = (one: MemoryEntry) => {
    const former = entryOf(before, one.id)
    return one.by === "author" && (!former || entryMark(former) !== entryMark(one))
  }
  const own = kept.entries.filter(isChanged)
  const isDeleted = ({ id }: MemoryEntry) => entryOf(before, id) !== undefined && !entryOf(kept, id)
  const grown = now.entries
    .filter((one) => !isDeleted(one))
    .map((one) => own.find(({ id }) => id === one.id) ?? one)
  return { ...now, entries: [...grown, ...own.filter(({ id }) => !entryOf(now, id))] }
}

/**
 * The memory with which a new version of a text begins: what was known before that text, without what its author has
 * deleted since, and with the author's own lines.
 */
export function memoryBefore(before: StoryMemory | null, now: StoryMemory): StoryMemory {
  if (before === null) return now
  const later = new Map(now.entries.map((one) => [one.id, one]))
  const kept = before.entries.flatMap((one) => {
    const known = later.get(one.id)
    return known === undefined ? [] : known.by === "author" ? known : one
  })
  const own = now.entries.filter(({ id, by }) => by === "author" && !kept.some((one) => one.id === id))
  return { ...before, entries: [...kept, ...own] }
}
