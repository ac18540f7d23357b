import { useMemo, useSyncExternalStore } from "react"
import {
  formatCursor,
  type GenerationSnapshot,
  type GenerationStatus,
  hasEnded,
} from "#app/domain/generation.ts"
import { FRAME_TYPES, type GenerationFrame } from "#app/domain/generation-frame.ts"

export interface LiveGeneration extends GenerationSnapshot {
  /** `restored`: it was lost, and is back for a moment. */
  connection: "open" | "lost" | "restored"
  /** Whether the end came while this page watched; false where the page was loaded with it. */
  watchedEnd: boolean
  /** The server knows nothing of it any more: what this page holds is all there is. */
  gone: boolean
}

/** More than two heartbeats without a word: the socket is dead even if it does not say so. */
const SILENCE_MS = 35_000
const RECONNECT_MS = 1_500
const RECONNECT_MAX_MS = 20_000
/** How long it is said that the connection is back. */
const RESTORED_MS = 3_000

/** A generation as it grows, from the loader's snapshot to its end. */
export function useGenerationStream(
  snapshot: GenerationSnapshot | null,
  eventsUrl: string,
): LiveGeneration | null {
  const id = snapshot?.id
  // A revalidated loader answers an older snapshot of the same generation; the stream knows more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the id is the generation's identity
  const stream = useMemo(() => (snapshot ? createStream(snapshot, eventsUrl) : NO_STREAM), [id])
  return useSyncExternalStore(stream.subscribe, stream.read, stream.readInitial)
}

interface Stream {
  subscribe(listener: () => void): () => void
  read(): LiveGeneration | null
  readInitial(): LiveGeneration | null
}

const NO_STREAM: Stream = { subscribe: () => () => {}, read: () => null, readInitial: () => null }

function createStream(snapshot: GenerationSnapshot, eventsUrl: string): Stream {
  const initial: LiveGeneration = { ...snapshot, connection: "open", watchedEnd: false, gone: false }
  const listeners = new Set<() => void>()
  let state = initial
  let source: EventSource | null = null
  let watchdog: ReturnType<typeof setTimeout> | undefined
  let failures = 0

  function update(changes: Partial<LiveGeneration>) {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  function connect() {
    disconnect()
    source = new EventSource(`${eventsUrl}?from=${formatCursor(state.cursor)}`)
    source.onopen = () => {
      failures = 0
      if (state.connection === "lost") sayRestored()
    }
    source.onerror = () => reconnectSoon()
    for (const type of FRAME_TYPES) {
      source.addEventListener(type, (event: MessageEvent<string>) => {
        const epoch = Number.parseInt(event.lastEventId, 10)
        take({ type, ...JSON.parse(event.data) } as GenerationFrame, epoch || state.cursor.epoch)
      })
    }
    watch()
  }

  function sayRestored() {
    update({ connection: "restored" })
    setTimeout(() => {
      if (state.connection === "restored") update({ connection: "open" })
    }, RESTORED_MS)
  }

  // The browser's own retry would repeat the first cursor after a refused answer; ours knows the newest.
  function reconnectSoon() {
    disconnect()
    // The page may go offline long after the end: there is nothing left to come.
    if (hasEnded(state.status)) return
    update({ connection: "lost" })
    // Spread out, so that a server that comes back is not met by everyone at once.
    const waitMs = Math.min(RECONNECT_MS * 2 ** failures, RECONNECT_MAX_MS)
    failures += 1
    watchdog = setTimeout(connect, waitMs * (0.75 + Math.random() / 2))
  }

  function watch() {
    clearTimeout(watchdog)
    watchdog = setTimeout(reconnectSoon, SILENCE_MS)
  }

  function disconnect() {
    clearTimeout(watchdog)
    source?.close()
    source = null
  }

  function take(frame: GenerationFrame, epoch: number) {
    watch()
    if (frame.type === "plan") update({ plan: frame.beats, title: frame.title })
    if (frame.type === "beat") update({ beat: frame.index })
    if (frame.type === "reset") setText(state.text.slice(0, frame.at), epoch)
    if (frame.type === "text") {
      if (frame.at > state.text.length) return reconnectSoon() // a hole: ask again from what is held
      setText(state.text.slice(0, frame.at) + frame.text, epoch)
    }
    if (frame.type === "done" || frame.type === "stopped") end(frame.type)
    if (frame.type === "failed") end("failed", { failure: frame.failure })
    if (frame.type === "gone") end("failed", { failure: "internal", gone: true })
    if (frame.type === "paused") reconnectSoon() // coming back is what wakes it
  }

  function setText(text: string, epoch: number) {
    update({ text, cursor: { epoch, offset: text.length } })
  }

  function end(status: GenerationStatus, changes: Partial<LiveGeneration> = {}) {
    disconnect()
    update({ ...changes, status, connection: "open", watchedEnd: true })
  }

  function wake() {
    if (document.visibilityState === "visible" && !hasEnded(state.status)) connect()
  }

  return {
    read: () => state,
    readInitial: () => initial,
    subscribe(listener) {
      listeners.add(listener)
      if (listeners.size === 1 && !hasEnded(state.status)) {
        connect()
        document.addEventListener("visibilitychange", wake)
        window.addEventListener("online", wake)
        window.addEventListener("offline", reconnectSoon)
        window.addEventListener("pageshow", wake)
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        disconnect()
        document.removeEventListener("visibilitychange", wake)
        window.removeEventListener("online", wake)
        window.removeEventListener("offline", reconnectSoon)
        window.removeEventListener("pageshow", wake)
      }
    },
  }
}
