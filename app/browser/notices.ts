import { createStore } from "./store.ts"

interface Shown<Content> {
  id: number
  content: Content
}

const VISIBLE_MS = 6_000
const OFFERED_MS = 30_000

const shown = createStore<Shown<unknown>[]>([])
let lastId = 0

/** Shows a notice in the page's live region, and longer if it `offers` an action. Returns what takes it away. */
export function notify(content: unknown, { offers = false } = {}): () => void {
  lastId += 1
  const id = lastId
  shown.publish([...shown.read().slice(-2), { id, content }])
  const end = () => shown.publish(shown.read().filter((notice) => notice.id !== id))
  setTimeout(end, offers ? OFFERED_MS : VISIBLE_MS)
  return end
}

/** The current notices; none on the server. */
export function useNotices<Content>(): Shown<Content>[] {
  return shown.useValue() as Shown<Content>[]
}
