import { z } from "zod"
import { readMemory } from "../memory/stored-memory.ts"
import { aliasesIn, MEMORY_KINDS, type MemoryChange, type MemoryEntry } from "../memory/story-memory.ts"
import { parseFlatJson } from "./flat-json.ts"
import { anyText, isSent } from "./form-fields.ts"

const shown = z.string().nullable().catch(null).default(null)

/**
 * The forms that change one entry of a memory. A field that a form does not show is null. `entry` is the JSON of the
 * entry to restore.
 */
export const memoryChangeSchema = z.object({
  intent: z.enum(["add", "edit", "lock", "unlock", "remove", "restore"]),
  id: z.string().regex(/^[\w-]{1,64}$/),
  kind: z.enum(MEMORY_KINDS).catch("person"),
  seen: anyText,
  name: anyText,
  aliases: shown,
  fixed: shown,
  now: shown,
  is_authors: isSent,
  is_settled: isSent,
  entry: anyText.transform(readEntry),
  over: anyText,
})
export type MemoryIntent = z.output<typeof memoryChangeSchema>["intent"]

/** The change that a form asks for; null if it holds none. */
export function memoryChangeOf(form: z.output<typeof memoryChangeSchema>): MemoryChange | null {
  const { intent, id, kind, seen, name, aliases, fixed, now, entry, over } = form
  if (intent === "restore") return entry?.id === id ? { type: intent, entry, over } : null
  if (intent !== "add" && intent !== "edit") return { type: intent, id }
  const by: MemoryEntry["by"] = form.is_authors ? "author" : "model"
  const typed = { name, fixed, now, by, open: !form.is_settled }
  const fields = { ...typed, aliases: aliases === null ? null : aliasesIn(aliases) }
  return intent === "add" ? { type: intent, id, kind, fields } : { type: intent, id, seen, fields }
}

/** Beside its fields, for its aliases. */
const ENTRY_MAX_MARKS = 100

function readEntry(json: string): MemoryEntry | null {
  const entries = [parseFlatJson(json, ENTRY_MAX_MARKS)]
  return readMemory({ readTo: 0, sections: [], entries }).entries[0] ?? null
}
