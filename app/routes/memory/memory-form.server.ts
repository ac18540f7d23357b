import type { RouterContextProvider } from "react-router"
import { memoryChangeOf, memoryChangeSchema } from "#app/domain/forms/memory-forms.ts"
import { FORM_TEXT_MAX_BYTES } from "#app/domain/limits.ts"
import { entryMark, type MemoryEntry } from "#app/domain/memory/story-memory.ts"
import { answered, refused } from "#app/routes/answer-form.server.ts"
import { refuse } from "#app/routes/refuse.server.ts"
import { takeFields } from "#app/routes/take-form.server.ts"
import { changeMemory } from "#app/server/story-memory/change-memory.server.ts"
import type { MemoryPlace } from "#app/server/story-memory/memory-places.server.ts"

/** What an answer says beside the form. */
export interface MemoryResult {
  /** The entry's name, and where it stands among all. */
  name: string
  index: number
  /** The form that takes the change back; null where there is nothing to take back. */
  undo: { entry: MemoryEntry; over: string } | null
  /** The entry as somebody else has left it, with its mark; null unless it is that which refuses the form. */
  standing: { entry: MemoryEntry; mark: string } | null
  /** The marks of the entry as the change found and left it, empty where there is none; null if it was refused. */
  marks: { found: string; left: string } | null
  /** The id of the next entry that the page may add. */
  nextId: string
}

/** The field of each problem. All others are the whole form's. */
const FIELD: Record<string, string> = {
  "memory-name-missing": "name",
  "memory-name-too-long": "name",
  "memory-name-taken": "name",
  "memory-aliases-too-long": "aliases",
  "memory-fixed-too-long": "fixed",
  "memory-now-too-long": "now",
}

/** Makes the change that a form of a memory's page asks for, and answers with what the page tells of it. */
export async function answerMemoryForm(
  request: Request,
  context: Readonly<RouterContextProvider>,
  place: MemoryPlace,
) {
  const submission = await takeFields(request, memoryChangeSchema, FORM_TEXT_MAX_BYTES)
  const change = memoryChangeOf(submission.value)
  if (!change) throw refuse("malformed")
  const changed = await changeMemory(context, place, change)
  if (!changed.ok) {
    const standing = changed.failure === "memory-changed" ? (changed.standing ?? null) : null
    const result: MemoryResult = {
      name: submission.value.name,
      index: 0,
      undo: null,
      standing: standing && { entry: standing, mark: entryMark(standing) },
      marks: null,
      nextId: change.type === "add" ? change.id : crypto.randomUUID(),
    }
    return refused(submission, changed, { at: FIELD[changed.failure], result })
  }
  const { entry, before, index } = changed.value
  const isUndone = change.type === "edit" || change.type === "remove"
  const marks = { found: before ? entryMark(before) : "", left: entry ? entryMark(entry) : "" }
  const undo = isUndone && before !== null && before !== entry ? { entry: before, over: marks.left } : null
  const name = (entry ?? before)?.name ?? ""
  const result: MemoryResult = { name, index, undo, standing: null, marks, nextId: crypto.randomUUID() }
  return answered(submission, result)
}
