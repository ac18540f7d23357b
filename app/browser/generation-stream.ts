import { useMemo } from "react"
import {
  formatCursor,
  type GenerationSnapshot,
  type GenerationStatus,
  isBeingWritten,
} from "#app/domain/generation.ts"
import { BARE_TEXT, FRAME_TYPES, type GenerationFrame } from "#app/domain/generation-frame.ts"
import { createStore } from "./store.ts"

/** A generation as this page follows it. */
export interface LiveGeneration extends GenerationSnapshot {
  /** `restored`: the connection has just come back. */
  connection: "open" | "lost" | "restored"
  /** Since when the model has given no text, in milliseconds since 1970; null while text comes. */
  thinkingSince: number | null
  /** Whether it ended while this page watched; false if it had ended before the page loaded. */
  watchedEnd: boolean
  /** The server no longer has it, so this page holds the only copy. */
  gone: boolean
}

/** More than two heartbeats long: after this much silence the socket is dead, even without an error. */
const SILENCE_MS = 35_000
const RECONNECT_MS = 1_500
const RECONNECT_MAX_MS = 20_000
/** How long the page says that the connection is back. */
const RESTORED_MS = 3_000

/** Follows a generation from the loader's snapshot to its end; null without a snapshot. */
export function useGenerationStream(
  snapshot: GenerationSnapshot | null,
  eventsUrl: string,
): LiveGeneration | null {
  const id = snapshot?.id
  // A plan that waited is written since, or another plan has come to wait: a new stream.
  const waiting = snapshot?.status === "outlined" ? JSON.stringify([snapshot.plan, snapshot.former]) : null
  // Ignore other snapshots of the same generation from a revalidated loader: the stream is ahead of them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the id is the generation's identity
  const stream = useMemo(() => (snapshot ? createStream(snapshot, eventsUrl) : NO_STREAM), [id, waiting])
  return stream.useValue()
}

const NO_STREAM = createStore(null)

function createStream(snapshot: GenerationSnapshot, eventsUrl: string) {
  const first: LiveGeneration = {
    ...snapshot,
    connection: "open",
    thinkingSince: null,
    watchedEnd: false,
    gone: false,
  }
  const stream = createStore(first, follow)
  const { read } = stream
  let source: EventSource | null = null
  let watchdog: ReturnType<typeof setTimeout> | undefined
  let restored: ReturnType<typeof setTimeout> | undefined
  let failures = 0

  function follow() {
    if (!isBeingWritten(read().status)) return () => {}
    const left = new AbortController()
    const { signal } = left
    connect()
    document.addEventListener("visibilitychange", wake, { signal })
    window.addEventListener("online", wake, { signal })
    window.addEventListener("offline", reconnectSoon, { signal })
    window.addEventListener("pageshow", wake, { signal })
    return () => {
      disconnect()
      left.abort()
    }
  }

  function update(changes: Partial<LiveGeneration>) {
    stream.publish({ ...read(), ...changes })
  }

  function connect() {
    disconnect()
    // The new stream says it again if it is still so.
    if (read().thinkingSince !== null || read().reading !== null)
      update({ thinkingSince: null, reading: null })
    source = new EventSource(`${eventsUrl}?from=${formatCursor(read().cursor)}&${BARE_TEXT}`)
    source.onopen = () => {
      failures = 0
      if (read().connection === "lost") sayRestored()
    }
    source.onerror = () => reconnectSoon()
    for (const type of FRAME_TYPES) {
      source.addEventListener(type, (event: MessageEvent<string>) => {
        const epoch = Number.parseInt(event.lastEventId, 10)
        take({ type, ...JSON.parse(event.data) } as GenerationFrame, epoch || read().cursor.epoch)
      })
    }
    // Bare text. A server of an earlier build has only frames.
    source.onmessage = ({ data }: MessageEvent<string>) => {
      const { text, cursor } = read()
      take({ type: "text", at: text.length, text: data }, cursor.epoch)
    }
    watch()
  }

  function sayRestored() {
    update({ connection: "restored" })
    clearTimeout(restored)
    restored = setTimeout(() => {
      if (read().connection === "restored") update({ connection: "open" })
    }, RESTORED_MS)
  }

  // After a failed response, the browser's own retry would use the first cursor; ours uses the latest.
  function reconnectSoon() {
    disconnect()
    // The page may go offline after the generation has ended, when there is nothing left to receive.
    if (!isBeingWritten(read().status)) return
    update({ connection: "lost" })
    // Randomised, so that not all readers reconnect at once when the server comes back.
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
    if (frame.type === "reading") update({ reading: { done: frame.done, all: frame.all } })
    if (frame.type === "draft") update({ draft: [...read().draft.slice(0, frame.at), ...frame.lines] })
    if (frame.type === "plan") {
      const { beats, head, title } = frame
      update({ plan: beats, head, title, draft: [], reading: null })
    }
    if (frame.type === "beat") update({ beat: frame.index })
    if (frame.type === "thinking") {
      update({ thinkingSince: frame.seconds === null ? null : Date.now() - frame.seconds * 1_000 })
    }
    if (frame.type === "reset") setText(read().text.slice(0, frame.at), epoch)
    if (frame.type === "text") {
      if (frame.at > read().text.length) return reconnectSoon() // a gap: reconnect from the end of our text
      setText(read().text.slice(0, frame.at) + frame.text, epoch)
    }
    if (frame.type === "done" || frame.type === "stopped" || frame.type === "outlined") end(frame.type)
    if (frame.type === "failed") end("failed", { failure: frame.failure })
    if (frame.type === "gone") end("failed", { failure: "internal", gone: true })
    if (frame.type === "paused") reconnectSoon() // reconnecting resumes it
  }

  function setText(text: string, epoch: number) {
    update({ text, cursor: { epoch, offset: text.length }, thinkingSince: null })
  }

  function end(status: GenerationStatus, changes: Partial<LiveGeneration> = {}) {
    disconnect()
    update({
      ...changes,
      status,
      draft: [],
      reading: null,
      connection: "open",
      thinkingSince: null,
      watchedEnd: true,
    })
  }

  function wake() {
    if (document.visibilityState === "visible" && isBeingWritten(read().status)) connect()
  }

  return stream
}
