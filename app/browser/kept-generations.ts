import { useEffect, useRef } from "react"
import { type BegunGeneration, hasEnded, storyLevel } from "#app/domain/generation.ts"
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
 * Keeps the generation that is shown in the history, from its beginning to its end: a server that dies leaves
 * the text with its reader, and who leaves the page finds it again.
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
      // What went from the list while its page stands open does not come back: its account has logged out.
      if (entered.current === id && !findNovel(id)) return
      entered.current = id
      if (latest.current?.id === id) held = latest.current
      // Another tab may have seen the end, while the line of this one is broken.
      const isOld = held && !hasEnded(held.status) && hasEnded(findNovel(id)?.status ?? "running")
      if (held && !isOld) keepNovel(toKept(held))
    }
    keep()
    if (hasEnded(status)) return
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
 * Looks after the generations of this visitor that no page shows: each enters the history, and its text
 * comes when it ends. `textUrl` answers a generation's status, level and text as JSON.
 */
export function useUnwatchedGenerations(
  begun: BegunGeneration[],
  watched: string | undefined,
  textUrl: (id: string) => string,
): void {
  useEffect(() => {
    for (const generation of begun.toReversed()) {
      // As if it were still written: whether it is, its text says.
      if (!findNovel(generation.id)) keepNovel({ ...generation, status: "running", text: "", level: 1 })
    }
  }, [begun])

  const items = useNovelHistory() ?? []
  const open = items.filter(({ id, status }) => id !== null && id !== watched && !hasEnded(status))
  const ids = open.map(({ id }) => id).join(" ")
  useEffect(() => {
    if (ids === "") return
    const left = new AbortController()
    const look = () => {
      for (const id of ids.split(" ")) void fetchText(id, textUrl(id), left.signal)
    }
    look()
    const timer = setInterval(look, LOOK_EVERY_MS)
    return () => {
      left.abort()
      clearInterval(timer)
    }
  }, [ids, textUrl])
}

/** What this device holds of a generation that the server cannot show; null where it holds nothing. */
export function findUnfinished(id: string): HistoryItem | null {
  const kept = findNovel(id)
  return kept && kept.text !== "" ? kept : null
}

function toKept({ id, status, text, request }: LiveGeneration): KeptGeneration {
  const { prompt } = request
  const startedAt = new Date().toISOString()
  return {
    id,
    status,
    prompt,
    startedAt,
    level: storyLevel(request),
    text: joinStory(request.existing, text),
  }
}

async function fetchText(id: string, url: string, signal: AbortSignal): Promise<void> {
  try {
    const answer = await fetch(url, { signal, headers: { Accept: "application/json" } })
    const kept = findNovel(id)
    if (!kept || signal.aborted) return
    // The server knows nothing of it any more: what this device has is all there is.
    if (answer.status === 404) keepNovel({ ...kept, id, status: "failed" })
    if (answer.ok) keepNovel({ ...kept, ...(await answer.json()), id })
  } catch {
    // Away, or left: the next look finds it.
  }
}
