import type { ContentLevel } from "#app/domain/content-level.ts"
import {
  type MemoryEntry,
  type MemorySection,
  type StoryMemory,
  textsOf,
} from "#app/domain/memory/story-memory.ts"
import { moderate } from "#app/server/moderation/moderate.server.ts"
import { scan } from "#app/server/scan/scan.server.ts"

/**
 * A memory without the lines that may not be kept, shown or sent at this level: all of it is checked as plans are,
 * what is new line by line where that fails, and by the classifier. `known` has passed before, and stands in for what
 * has not. Notes that pass one by one and not together bring nothing new.
 */
export async function allowedMemory(
  memory: StoryMemory,
  known: StoryMemory,
  level: ContentLevel,
): Promise<StoryMemory> {
  const old = new Set(linesOf(known))
  const fresh = linesOf(memory).filter((line) => !old.has(line))
  if (fresh.length === 0) return memory
  const refused = await refusedLines(memory, fresh, level)
  const moderated = await moderatedLines(
    fresh.filter((line) => !refused.has(line)),
    level,
  )
  return without(memory, known, refused.union(moderated))
}

async function refusedLines(
  memory: StoryMemory,
  fresh: readonly string[],
  level: ContentLevel,
): Promise<Set<string>> {
  const lines = linesOf(memory)
  if (await mayStand(lines, level)) return new Set()
  const refused = new Set<string>()
  for (let rest = [...fresh]; rest.length > 0; ) {
    const scanned = await scan({ texts: rest, level, rated: null }, { waits: true })
    if (!scanned) return new Set(fresh)
    if (!scanned.banned) break
    refused.add(rest[scanned.banned.index] ?? "")
    rest = rest.slice(scanned.banned.index + 1)
  }
  const left = lines.filter((line) => !refused.has(line))
  return (await mayStand(left, level)) ? refused : new Set(fresh)
}

async function mayStand(lines: readonly string[], level: ContentLevel): Promise<boolean> {
  const scanned = await scan({ texts: [lines.join("\n")], level, rated: null }, { waits: true })
  return scanned !== null && scanned.banned === null
}

async function moderatedLines(lines: readonly string[], level: ContentLevel): Promise<Set<string>> {
  if (lines.length === 0) return new Set()
  const [problem] = await moderate([lines.join("\n")], { level })
  if (!problem) return new Set()
  const problems = await moderate([...lines], { level })
  const refused = lines.filter((_, at) => problems[at])
  // Harmless alone, and not together.
  return new Set(refused.length > 0 ? refused : lines)
}

function linesOf({ entries, sections }: StoryMemory): string[] {
  return [...entries.map(entryText), ...sections.map(({ line }) => line)].filter((line) => line !== "")
}

function entryText(entry: MemoryEntry): string {
  return textsOf(entry).join("｜")
}

function without(memory: StoryMemory, known: StoryMemory, refused: ReadonlySet<string>): StoryMemory {
  if (refused.size === 0) return memory
  const before = new Map(known.entries.map((entry) => [entry.id, entry]))
  const standing = (entry: MemoryEntry) => {
    if (!refused.has(entryText(entry))) return entry
    return before.get(entry.id) ?? []
  }
  const told = (section: MemorySection) => (refused.has(section.line) ? { ...section, line: "" } : section)
  return { ...memory, entries: memory.entries.flatMap(standing), sections: memory.sections.map(told) }
}
