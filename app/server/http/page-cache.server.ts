import { setTimeout as sleep } from "node:timers/promises"

/** For so long after it began to read the backend, a process may show what it read. */
const FRESH_MS = 1_000
/** A timer may end early, and no two clocks run equally fast. */
const MARGIN_MS = 50
const CACHE_MAX_BYTES = 32 * 1_024 * 1_024
/** One page may not push out most of the others. */
const PAGE_MAX_BYTES = CACHE_MAX_BYTES / 8
/** What the objects around a page take. */
const PAGE_OVERHEAD_BYTES = 1_024

/** A page that is the same for everybody. */
export interface Page {
  html: Buffer
  /** The same in the encodings that were asked for so far. */
  packed: Map<string, Buffer>
  /** Names and values by turns, which is how Node takes them fastest. */
  headers: string[]
  etag: string
  /** Its route's pattern, for the log. */
  route: string | null
}

/** A page on its way, which requests of the same second wait for instead of asking for it, too. */
export interface Rendering {
  key: string
  /** Before it has read anything. */
  beganAt: number
  /** Null if the answer turns out to be no page for everybody. */
  page: Promise<Page | null>
  settle(page: Page | null): void
}

/** By key, least recently used first. */
const pages = new Map<string, { page: Page; readAt: number }>()
/** The last key of these, if it is known. Most often the same page is asked for again. */
let latestUsed = ""
const renderings = new Map<string, Rendering>()
let bytes = 0

/** The page of this key as it was within the last second; null if it has to be rendered. */
export function findPage(key: string): Page | null {
  const kept = pages.get(key)
  if (!kept || !isFresh(kept.readAt)) return null
  if (key !== latestUsed) {
    pages.delete(key)
    pages.set(key, kept)
    latestUsed = key
  }
  return kept.page
}

/** The page of this key as it was when it was rendered last, however long ago. */
export function findOldPage(key: string): Page | null {
  return pages.get(key)?.page ?? null
}

/** The rendering of this key that began within the last second; null if there is none. */
export function findRendering(key: string): Rendering | null {
  const rendering = renderings.get(key)
  return rendering && isFresh(rendering.beganAt) ? rendering : null
}

/** Begins a rendering. Whoever begins it must settle it. */
export function beginRendering(key: string): Rendering {
  const { promise, resolve } = Promise.withResolvers<Page | null>()
  const rendering: Rendering = {
    key,
    beganAt: performance.now(),
    page: promise,
    settle(page) {
      // Not if a change has made it old meanwhile, or if it took so long that another one began.
      if (renderings.get(key) === rendering) {
        renderings.delete(key)
        if (page) keep(page, rendering)
      }
      resolve(page)
    },
  }
  renderings.set(key, rendering)
  return rendering
}

/** Forgets all pages of this process, because any of them may show what was changed. */
export function forgetPages(): void {
  pages.clear()
  renderings.clear()
  bytes = 0
}

/**
 * Waits until no process shows a page from before. Whoever changes or closes what is public says that it is done only
 * after this.
 */
export async function closeOldPages(): Promise<void> {
  forgetPages()
  await sleep(FRESH_MS + MARGIN_MS)
}

function isFresh(since: number): boolean {
  return performance.now() - since < FRESH_MS
}

function keep(page: Page, { key, beganAt }: Rendering): void {
  drop(key)
  const size = sizeOf(key, page)
  if (size > PAGE_MAX_BYTES) return
  pages.set(key, { page, readAt: beganAt })
  latestUsed = key
  bytes += size
  for (const oldest of pages.keys()) {
    if (bytes <= CACHE_MAX_BYTES) break
    drop(oldest)
  }
}

function drop(key: string): void {
  const kept = pages.get(key)
  if (!kept) return
  pages.delete(key)
  bytes -= sizeOf(key, kept.page)
}

// The packed forms, which come later, take less together than the page itself.
function sizeOf(key: string, { html }: Page): number {
  return 2 * (key.length + html.length) + PAGE_OVERHEAD_BYTES
}
