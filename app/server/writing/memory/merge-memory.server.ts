import { createHash } from "node:crypto"
import {
  entryCharacters,
  isNamed,
  MEMORY_MAX_CHARS,
  MEMORY_MAX_ENTRIES,
  MEMORY_MAX_SECTIONS,
  type MemoryEntry,
  type MemorySection,
  type StoryMemory,
} from "#app/domain/memory/story-memory.ts"
import { countCodePoints, firstCharacters, runAtEnd } from "#app/domain/text.ts"
import { CLAUSE_DIVIDER, CLAUSE_END, type LineKind, NAME_DIVIDER } from "./memory.lexicon.server.ts"
import type { UpdateLine } from "./parse-update.server.ts"
import { isSameName, likeness, overlap, ReadText } from "./read-text.server.ts"

/** A person's name, or a thing's; a thread, a fact and a time say more, and have the length of a field. */
const NAME_MAX_CHARS = 24
const ALIASES_MAX = 5
const SECTION_MAX_CHARS = 60
/** Notes are paraphrases: of what has no name, so much stands in the text, two characters by two. */
const TOLD_FROM_SHARE = 0.5
const DETAIL_FROM_SHARE = 1 / 3
/** Two notes without a name are about the same. */
const SAME_FROM_LIKENESS = 0.75
const SETTLES_FROM_OVERLAP = 0.6
/** So many of the oldest sections become one where there are too many. */
export const SECTIONS_TO_ONE = 10

/** What was read: `story` is the whole text, and the update tells of it from `from` to `to`, in UTF-16 units. */
export interface Reading {
  story: string
  from: number
  to: number
}

/**
 * The memory with an update of one passage. What does not stand in the passage is not taken, nothing is deleted, and
 * of an author's entry only what is true now changes. Null when no line of the update counts, as of an empty or a
 * hostile answer. `readTo` moves on where the passage follows on what was read before.
 */
export function mergeUpdate(
  memory: StoryMemory,
  lines: readonly UpdateLine[],
  { story, from, to }: Reading,
): StoryMemory | null {
  const text = new ReadText(story.slice(from, to))
  let entries = memory.entries
  let summary = ""
  let counts = 0
  for (const line of lines) {
    const before = entries
    if (line.kind === "summary") summary ||= told(line.fields.join(CLAUSE_DIVIDER), text, DETAIL_FROM_SHARE)
    else if (line.kind === "settled") entries = withoutThread(entries, line.fields.join(""), text)
    else entries = withEntry(entries, line.kind, line.fields, { text, at: from })
    if (entries !== before) counts += 1
  }
  if (counts === 0 && summary === "") return null
  const seen = seenIn(entries, story.slice(from, to), from)
  return bounded(withSection({ ...memory, entries: seen }, { story, from, to }, summary), story)
}

/** The memory after a passage of which nothing is noted, and which is not read again. */
export function withUnnoted(memory: StoryMemory, reading: Reading): StoryMemory {
  return bounded(withSection(memory, reading, ""), reading.story)
}

function withSection(memory: StoryMemory, { story, from, to }: Reading, summary: string): StoryMemory {
  const section: MemorySection = {
    from,
    to,
    hash: hashOf(story.slice(from, to)),
    line: firstCharacters(summary, SECTION_MAX_CHARS),
  }
  const around = memory.sections.filter((one) => one.to <= from || one.from >= to)
  const sections = [...around, section].sort((a, b) => a.from - b.from)
  const readTo = from <= memory.readTo ? Math.max(memory.readTo, to) : memory.readTo
  return { ...memory, readTo, sections }
}

/** What of a memory still holds for this text, whose author may have changed it: passages that were not read so are forgotten. */
export function standingMemory(memory: StoryMemory, story: string): StoryMemory {
  const changed = memory.sections.findIndex(({ from, to, hash }) => hashOf(story.slice(from, to)) !== hash)
  if (changed === -1 && memory.readTo <= story.length) return memory
  const sections = changed === -1 ? memory.sections : memory.sections.slice(0, changed)
  const readTo = Math.min(memory.readTo, sections.at(-1)?.to ?? 0, story.length)
  // Character by character: to bring a whole novel to one width may take a second.
  const stands = ({ by, at, kind, name }: MemoryEntry) =>
    by === "author" || at < readTo || (isNamed(kind) && story.includes(name))
  return { readTo, sections, entries: memory.entries.filter(stands) }
}

function told(note: string, text: ReadText, share: number): string {
  return text.shareOf(note) >= share ? note : ""
}

function withEntry(
  entries: MemoryEntry[],
  kind: Exclude<LineKind, "settled" | "summary">,
  fields: readonly string[],
  { text, at }: { text: ReadText; at: number },
): MemoryEntry[] {
  const [first = "", ...rest] = fields
  const details = rest.map((detail) => told(detail, text, DETAIL_FROM_SHARE))
  if (!isNamed(kind)) return withNote(entries, kind, first, { text, at, origin: details[0] ?? "" })

  const names = namesIn(first)
  const known = entries.find((one) => one.kind === kind && names.some((name) => isCalled(one, name)))
  const standing = names.filter((name) => text.holds(name))
  if (!known) {
    const [name, ...aliases] = standing
    const [fixed = "", now = ""] = details
    // A name alone says nothing, and may be half of one.
    if (name === undefined || names[0] !== name || fixed + now === "") return entries
    return [
      ...entries,
      newEntry(entries, { kind, name, aliases: freeNames(entries, kind, aliases), fixed, now, at }),
    ]
  }
  if (standing.length === 0) return entries
  const isAuthors = known.by === "author"
  const [fixed = "", now = ""] =
    rest.length > 1 || known.fixed === "" ? details : details[0] === known.fixed ? details : ["", ...details]
  const aliases = isAuthors
    ? known.aliases
    : [...known.aliases, ...freeNames(entries, kind, standing)].slice(0, ALIASES_MAX)
  return replaced(entries, known, {
    ...known,
    aliases,
    fixed: isAuthors ? known.fixed : fixed || known.fixed,
    now: now || known.now,
  })
}

/** A thread, a fact or the time, which have no name but what they say. */
function withNote(
  entries: MemoryEntry[],
  kind: "thread" | "fact" | "time" | MemoryEntry["kind"],
  note: string,
  { text, at, origin }: { text: ReadText; at: number; origin: string },
): MemoryEntry[] {
  if (told(note, text, TOLD_FROM_SHARE) === "") return entries
  const ofKind = entries.filter((one) => one.kind === kind)
  const known = ofKind.find((one) => likeness(one.name, note) >= SAME_FROM_LIKENESS)
  if (known) return entries
  const last = kind === "time" ? ofKind.find(({ by }) => by === "model") : undefined
  // It is never two times at once.
  if (last) return replaced(entries, last, { ...last, name: note, at })
  return [...entries, newEntry(entries, { kind, name: note, aliases: [], fixed: origin, now: "", at })]
}

/** Closes the open thread that a line tells of, if one does; an author's thread is the author's to close. */
function withoutThread(entries: MemoryEntry[], note: string, text: ReadText): MemoryEntry[] {
  if (told(note, text, DETAIL_FROM_SHARE) === "") return entries
  const [settled] = entries
    .filter(({ kind, open, by }) => kind === "thread" && open && by === "model")
    .map((entry) => ({ entry, share: overlap(entry.name, note) }))
    .filter(({ share }) => share >= SETTLES_FROM_OVERLAP)
    .sort((a, b) => b.share - a.share)
  return settled ? replaced(entries, settled.entry, { ...settled.entry, open: false }) : entries
}

const QUOTES = new RegExp(
  String.raw`^[「『“"'《〈【（(\s]+|${runAtEnd(String.raw`」』”"'》〉】）)\s`)}`,
  "gu",
)

function namesIn(field: string): string[] {
  return field
    .split(NAME_DIVIDER)
    .map((name) => name.replace(QUOTES, ""))
    .filter((name) => /[\p{L}\p{N}]/u.test(name) && countCodePoints(name) <= NAME_MAX_CHARS)
}

function isCalled({ name, aliases }: MemoryEntry, called: string): boolean {
  return [name, ...aliases].some((one) => isSameName(one, called))
}

/** Of these names, each once, those that no entry of the kind has yet. */
function freeNames(entries: readonly MemoryEntry[], kind: MemoryEntry["kind"], names: string[]): string[] {
  return names
    .filter((name, at) => names.findIndex((other) => isSameName(other, name)) === at)
    .filter((name) => !entries.some((one) => one.kind === kind && isCalled(one, name)))
    .slice(0, ALIASES_MAX)
}

function newEntry(
  entries: readonly MemoryEntry[],
  entry: Omit<MemoryEntry, "id" | "by" | "open">,
): MemoryEntry {
  const used = entries.map(({ id }) => (/^\d{1,9}$/.test(id) ? Number(id) : 0))
  return { id: String(Math.max(0, ...used) + 1), ...entry, by: "model", open: true }
}

function replaced(entries: MemoryEntry[], old: MemoryEntry, entry: MemoryEntry): MemoryEntry[] {
  const isUnchanged = JSON.stringify(old) === JSON.stringify(entry)
  return isUnchanged ? entries : entries.map((one) => (one === old ? entry : one))
}

/** The entries with where the passage names them last. */
function seenIn(entries: readonly MemoryEntry[], passage: string, from: number): MemoryEntry[] {
  return entries.map((entry) => {
    if (!isNamed(entry.kind)) return entry
    const last = Math.max(...[entry.name, ...entry.aliases].map((name) => passage.lastIndexOf(name)))
    return last === -1 ? entry : { ...entry, at: Math.max(entry.at, from + last) }
  })
}

/** Drops what has to go first while a memory is too large: settled threads, then what the text has not named for longest. */
function bounded(memory: StoryMemory, story: string): StoryMemory {
  let { sections } = memory
  while (sections.length > MEMORY_MAX_SECTIONS) sections = foldOldest(sections, story)
  const rank = ({ kind, by, open }: MemoryEntry) => {
    if (by === "author") return 3
    if (!open) return 0
    return kind === "thread" || kind === "fact" ? 2 : 1
  }
  const first = [...memory.entries].sort((a, b) => rank(b) - rank(a) || b.at - a.at)
  let left = MEMORY_MAX_CHARS - sections.reduce((sum, { line }) => sum + countCodePoints(line), 0)
  const kept = new Set<MemoryEntry>()
  for (const entry of first.slice(0, MEMORY_MAX_ENTRIES)) {
    left -= entryCharacters(entry)
    if (left < 0) break
    kept.add(entry)
  }
  return { ...memory, sections, entries: memory.entries.filter((entry) => kept.has(entry)) }
}

function foldOldest(sections: readonly MemorySection[], story: string): MemorySection[] {
  const old = sections.slice(0, SECTIONS_TO_ONE)
  const from = old[0]?.from ?? 0
  const to = old.at(-1)?.to ?? 0
  const section = { from, to, hash: hashOf(story.slice(from, to)), line: foldedLine(old) }
  return [section, ...sections.slice(SECTIONS_TO_ONE)]
}

/** What happens in several sections, in one line: how each of their lines begins. */
export function foldedLine(sections: readonly MemorySection[]): string {
  const lines = sections.map(({ line }) => line).filter((line) => line !== "")
  const each = Math.floor(SECTION_MAX_CHARS / Math.max(1, lines.length)) - 1
  const beginnings = lines.map((line) => firstCharacters(line.split(CLAUSE_END)[0] ?? "", Math.max(1, each)))
  return firstCharacters(beginnings.join(CLAUSE_DIVIDER), SECTION_MAX_CHARS)
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 12)
}
