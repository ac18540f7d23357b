import { useSyncExternalStore } from "react"

interface Shown<Content> {
  id: number
  content: Content
}

const VISIBLE_MS = 6_000
const OFFERED_MS = 30_000
const NONE: Shown<never>[] = []

let shown: Shown<unknown>[] = NONE
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a notice in the page's live region, and longer if it `offers` an action. */
export function notify(content: unknown, { offers = false } = {}): void {
  lastId += 1
  const id = lastId
  publish([...shown.slice(-2), { id, content }])
  setTimeout(() => publish(shown.filter((notice) => notice.id !== id)), offers ? OFFERED_MS : VISIBLE_MS)
}

/** The current notices; none on the server. */
export function useNotices<Content>(): Shown<Content>[] {
  return useSyncExternalStore(subscribe, read as () => Shown<Content>[], () => NONE)
}

function publish(next: Shown<unknown>[]): void {
  shown = next
  for (const listener of listeners) listener()
}

function read() {
  return shown
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
