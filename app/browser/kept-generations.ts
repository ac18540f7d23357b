import { useEffect, useRef } from "react"
import { type BegunGeneration, hasEnded, isBeingWritten, storyLevel } from "#app/domain/generation.ts"
import { storySections } from "#app/domain/sections.ts"
import { joinStory } from "#app/domain/story.ts"
import type { LiveGeneration } from "./generation-stream.ts"
import {
  findNovel,
  type HistoryItem,
  type KeptGeneration,
  keepNovel,
  useNovelHistory,
} from "./novel-history.ts"

const KEEP_EVERY_MS = 2_000
const LOOK_EVERY_MS = 10_000

/**
 * Keeps the displayed generation in this device's history while it grows. Readers then have the text even if the
 * server dies, and find it again after leaving the page.
 */
export function useKeptGeneration(generation: LiveGeneration | null): void {
  const latest = useRef(generation)
  latest.current = generation
  const entered = useRef<string>(null)
  const id = generation?.id
  const status = generation?.status

  useEffect(() => {
    if (!id || !status) return
    let held = latest.current
    const keep = () => {
      // An entry that disappeared while its page is open must not come back, because its account has logged out.
      if (entered.current === id && !findNovel(id)) return
      entered.current = id
      if (latest.current?.id === id) held = latest.current
      // Another tab may have seen the end while this one was disconnected.
      const isOld = held && !hasEnded(held.status) && hasEnded(findNovel(id)?.status ?? "running")
      if (held && !isOld) keepNovel(toKept(held))
    }
    keep()
    if (!isBeingWritten(status)) return
    const timer = setInterval(keep, KEEP_EVERY_MS)
    window.addEventListener("pagehide", keep)
    return () => {
      keep()
      clearInterval(timer)
      window.removeEventListener("pagehide", keep)
    }
  }, [id, status])
}

/**
 * Adds this visitor's other recent generations to the history, and fetches the text of each when it has ended.
 * `textUrl` returns the URL of a generation's status, level and text as JSON.
 */
export function useUnwatchedGenerations(
  begun: BegunGeneration[],
  watched: string | undefined,
  textUrl: (id: string) => string,
): void {
  useEffect(() => {
    for (const { id, prompt, startedAt } of begun.toReversed()) {
      // Record it as running; `fetchText` finds out its real status.
      if (!findNovel(id))
        keepNovel({ id, prompt, startedAt, status: "running", text: "", level: 1, sections: [], novel: null })
    }
  }, [begun])

  const items = useNovelHistory() ?? []
  const open = items.filter(({ id, status }) => id !== null && id !== watched && !hasEnded(status))
  const ids = open.map(({ id }) => id).join(" ")
  useEffect(() => {
    if (ids === "") return
    const left = new AbortController()
    const look = (id: string) => void fetchText(id, textUrl(id), left.signal)
    ids.split(" ").forEach(look)
    // Nothing happens to a plan that waits, unless its page is open.
    const isWritten = (id: string) => isBeingWritten(findNovel(id)?.status ?? "running")
    const timer = setInterval(() => ids.split(" ").filter(isWritten).forEach(look), LOOK_EVERY_MS)
    return () => {
      left.abort()
      clearInterval(timer)
    }
  }, [ids, textUrl])
}

/** This device's copy of a generation that the server cannot show; null if it has no text. */
export function findUnfinished(id: string): HistoryItem | null {
  const kept = findNovel(id)
  return kept && kept.text !== "" ? kept : null
}

function toKept(live: LiveGeneration): KeptGeneration {
  const { id, status, text, request } = live
  const { prompt } = request
  const startedAt = new Date().toISOString()
  return {
    id,
    edits: request.edits,
    status,
    prompt,
    startedAt,
    level: storyLevel(request),
    sections: storySections(live),
    demo: request.demo,
    text: joinStory(request.existing, text),
    novel: request.novel,
  }
}

async function fetchText(id: string, url: string, signal: AbortSignal): Promise<void> {
  try {
    const answer = await fetch(url, { signal, headers: { Accept: "application/json" } })
    const read = answer.ok ? await answer.json() : null
    // Only now, because meanwhile its account may have logged out.
    const kept = findNovel(id)
    if (!kept || signal.aborted) return
    // The server no longer has it, so this device holds the only copy.
    if (answer.status === 404) keepNovel({ ...kept, id, status: "failed" })
    if (read) keepNovel({ ...kept, ...read, id })
  } catch {
    // Offline, or the page has left; the next attempt follows.
  }
}
