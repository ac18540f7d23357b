import { z } from "zod"
import type { ToldPlan } from "../generation.ts"

/** The beats of a plan, as they are stored with a generation or a novel. */
export const storedBeats = z.array(
  z.object({
    summary: z.string(),
    characters: z.number(),
    stop: z.string().default(""),
    byAuthor: z.literal(true).optional(),
  }),
)

const storedPlan = z.object({
  title: z.string().nullable().default(null),
  head: z.array(z.string()).default([]),
  beats: storedBeats.min(1),
})

/** Reads the plan that was stored with a novel; null if none was, or if it is malformed. */
export function readStoredPlan(stored: unknown): ToldPlan | null {
  const { data } = storedPlan.safeParse(stored)
  return data ?? null
}
