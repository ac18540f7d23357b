import type { RouterContextProvider } from "react-router"
import { readMemory } from "#app/domain/memory/stored-memory.ts"
import {
  type ChangedMemory,
  changedMemory,
  type MemoryChange,
  type MemoryEntry,
  type StoryMemory,
  textsOf,
} from "#app/domain/memory/story-memory.ts"
import { refusal } from "#app/domain/outcome.ts"
import { takeQuota } from "#app/server/limits/take-quota.server.ts"
import { findLineProblem } from "#app/server/moderation/admit-line.server.ts"
import type { FoundMemory, MemoryFailure, MemoryPlace } from "./memory-places.server.ts"

/** How often a change is made anew on a memory that another page has changed meanwhile. */
const TRIES_MAX = 5

type Changed =
  /** `index`: where the entry stands among all, or stood. */
  | { ok: true; value: ChangedMemory & { index: number } }
  /** `standing`: the entry as it is now, if its author has seen another one. */
  | { ok: false; failure: MemoryFailure; waitSeconds?: number; standing?: MemoryEntry | null }

/**
 * Makes an author's change of one entry, on the memory as it is now. A refused line counts against the limit, because
 * probing the rules must have one.
 */
export async function changeMemory(
  context: Readonly<RouterContextProvider>,
  place: MemoryPlace,
  change: MemoryChange,
): Promise<Changed> {
  let found = await place.find()
  if (!found.ok) return found
  const taken = await takeQuota(context, "memory-change")
  if (!taken.ok) return taken
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const changed = await changedAt(found.value, change)
    if (!changed.ok) return changed
    const replaced = await place.replace(found.value.stored, changed.value.memory)
    if (!replaced.ok) return replaced
    if (replaced.value) return changed
    found = await place.find()
    if (!found.ok) return found
  }
  return refusal("memory-changed")
}

/** The changed memory, unless its author's words may not stand in it. */
async function changedAt(
  { stored, story, level, request, isWriting }: FoundMemory,
  change: MemoryChange,
): Promise<Changed> {
  if (isWriting) return refusal("memory-writing")
  const before = readMemory(stored)
  const changed = changedMemory(before, change, story)
  const id = change.type === "restore" ? change.entry.id : change.id
  if (!changed.ok) return { ...changed, standing: before.entries.find((entry) => entry.id === id) ?? null }
  const { memory, entry } = changed.value
  if (entry !== null && change.type !== "unlock") {
    const problem = await findLineProblem(lineOf(entry), {
      level,
      before: `${request}\n${textOf(before)}`,
      after: `${request}\n${textOf(memory)}`,
    })
    if (problem) return refusal(problem)
  }
  const entries = entry === null ? before.entries : memory.entries
  return { ok: true, value: { ...changed.value, index: entries.findIndex((one) => one.id === id) } }
}

function textOf({ entries, sections }: StoryMemory): string {
  return [...sections.map(({ line }) => line), ...entries.map(lineOf)].join("\n")
}

function lineOf(entry: MemoryEntry): string {
  return textsOf(entry).join("，")
}
