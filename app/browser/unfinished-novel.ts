import { useEffect, useRef } from "react"
import { CONTENT_LEVELS, DEFAULT_CONTENT_LEVEL } from "../domain/content-level.ts"
import { type GenerationSnapshot, hasEnded, storyLevel } from "../domain/generation.ts"
import { joinStory } from "../domain/story.ts"
import type { LiveGeneration } from "./generation-stream.ts"
import type { HistoryEntry } from "./novel-history.ts"

export interface UnfinishedNovel extends HistoryEntry {
  /** What it was asked with, to go on without describing it again. */
  prompt: string
}

const UNFINISHED_KEY = "unfinishedNovel"
const KEEP_EVERY_MS = 2_000

/** Keeps the text so far on this device while it is written: a server that dies leaves it with its reader. */
export function useUnfinishedNovel(generation: LiveGeneration | null): void {
  const latest = useRef(generation)
  latest.current = generation
  const id = generation?.id
  const isWriting = generation !== null && !hasEnded(generation.status)
  const isGone = generation?.gone ?? false

  useEffect(() => {
    const keep = () => {
      const { current } = latest
      if (current && current.id === id) write(current)
    }
    if (isGone) return keep()
    if (!isWriting) {
      if (id) forgetUnfinished(id)
      return
    }
    const timer = setInterval(keep, KEEP_EVERY_MS)
    window.addEventListener("pagehide", keep)
    return () => {
      clearInterval(timer)
      window.removeEventListener("pagehide", keep)
    }
  }, [id, isWriting, isGone])
}

/** What this device holds of a generation that the server cannot show; null where it holds nothing. */
export function findUnfinished(id: string): UnfinishedNovel | null {
  const kept = read()
  return kept?.id === id && kept.text !== "" ? kept : null
}

/** Which generation this device holds something of. */
export function findUnfinishedId(): string | null {
  return read()?.id ?? null
}

function write(generation: GenerationSnapshot): void {
  const { request } = generation
  const text = joinStory(request.existing, generation.text)
  try {
    const kept = { id: generation.id, text, level: storyLevel(request), prompt: request.prompt }
    localStorage.setItem(UNFINISHED_KEY, JSON.stringify(kept))
  } catch {
    // Full or forbidden: the page itself still has the text.
  }
}

export function forgetUnfinished(id: string): void {
  try {
    if (read()?.id === id) localStorage.removeItem(UNFINISHED_KEY)
  } catch {
    // Forbidden: nothing was kept either.
  }
}

function read(): (UnfinishedNovel & { id: string }) | null {
  try {
    const kept = JSON.parse(localStorage.getItem(UNFINISHED_KEY) ?? "null") as Record<string, unknown> | null
    if (typeof kept?.id !== "string" || typeof kept.text !== "string") return null
    const level = CONTENT_LEVELS.find((known) => known === kept.level) ?? DEFAULT_CONTENT_LEVEL
    return { id: kept.id, text: kept.text, level, prompt: String(kept.prompt ?? "") }
  } catch {
    return null
  }
}
