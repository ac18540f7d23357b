import { type GenerationRequest, isBeingWritten } from "#app/domain/generation.ts"
import type { Json } from "#app/server/supabase/database.types.ts"
import { findTold, type StoredPlan } from "./generation-rows.server.ts"
import { findOwnRow, type Unreadable } from "./generations.server.ts"
import { findActive } from "./storage-loop.server.ts"

/** A generation with all that its prompts are made of, and its memory as it is stored. */
export interface ToldGeneration {
  id: string
  owner: string
  request: GenerationRequest
  /** The new text so far, without the existing text that it continues. */
  text: string
  plan: StoredPlan | null
  memory: Json
  /** The engine writes it, or goes on as soon as somebody reads it. */
  isWriting: boolean
}

/** An owner's generation with what it was told, or why it cannot be read. */
export async function findToldGeneration(id: string, owner: string): Promise<ToldGeneration | Unreadable> {
  const stored = await findOwnRow(id, owner, findTold)
  const isOwn = typeof stored !== "string"
  const active = findActive(id)
  if (active && (isOwn || active.owner === owner)) {
    const { request, text } = active
    const plan = active.plan.length === 0 ? null : active.storedPlan()
    return { id, owner, request, text, plan, memory: isOwn ? stored.memory : null, isWriting: true }
  }
  if (!isOwn) return stored
  const { status, request, text, plan, memory } = stored
  return { id, owner, request, text, plan, memory, isWriting: isBeingWritten(status) }
}
