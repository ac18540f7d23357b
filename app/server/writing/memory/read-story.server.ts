import { setTimeout as sleep } from "node:timers/promises"
import type { WritingEvent } from "#app/domain/generation.ts"
import type { StoryMemory } from "#app/domain/story-memory.ts"
import { retryDelayMs } from "#app/server/writing/endpoint/retry.server.ts"
import { WriterError } from "#app/server/writing/endpoint/writer.server.ts"
import { askForLines, MEMORY_TOKENS, type MemorySetting } from "./ask-memory.server.ts"
import { readingMessages } from "./memory-prompts.server.ts"
import { mergeUpdate } from "./merge-memory.server.ts"
import type { UpdateLine } from "./parse-update.server.ts"

/** A passage ends with a paragraph between these lengths, in UTF-16 units. */
const PASSAGE_UNITS = { least: 6_000, most: 8_000 }
/** Where a context has no room for so much of the text, nothing is read. */
const ROOM_MIN_UNITS = 1_000
const TOKENS_OF_ORDER = 600
const AT_ONCE = 4
const MINUTE_MS = 60_000
/** The novel begins without what has not been read by then. */
const TIME_LIMIT_MS = 5 * MINUTE_MS

/**
 * Reads what a memory does not know of a text, in passages beside each other, and tells how far it is. Returns the
 * memory with all that was read: as it was when the endpoint fails, because no novel fails for its memory.
 */
export async function* readStory(
  memory: StoryMemory,
  story: string,
  { backoffMs, ...setting }: MemorySetting & { backoffMs: number },
): AsyncGenerator<WritingEvent, StoryMemory> {
  const { context } = setting
  const room = Math.floor(context.promptTokens(MEMORY_TOKENS) / context.factor) - TOKENS_OF_ORDER
  if (room < ROOM_MIN_UNITS) return memory
  const passages = passagesOf(story, memory.readTo, Math.min(PASSAGE_UNITS.most, room))
  const all = passages.length
  const over = new AbortController()
  const signal = AbortSignal.any([setting.signal, over.signal, AbortSignal.timeout(TIME_LIMIT_MS)])
  const found: UpdateLine[][] = []
  let hasFailed = false
  const read = async (at: number) => {
    const { from = 0, to = 0 } = passages[at] ?? {}
    try {
      found[at] = await withRetry(() =>
        askForLines(readingMessages(story.slice(from, to)), { ...setting, signal }),
      )
    } catch (error) {
      // A passage that the endpoint declines says nothing of the others.
      hasFailed ||= !(error instanceof WriterError && error.kind === "refused")
    }
    return at
  }
  const withRetry = async <Found>(ask: () => Promise<Found>): Promise<Found> => {
    try {
      return await ask()
    } catch (error) {
      const delayMs = error instanceof WriterError ? retryDelayMs(error, 1, backoffMs) : null
      if (delayMs === null) throw error
      await sleep(delayMs, undefined, { signal })
      return await ask()
    }
  }

  try {
    yield { type: "reading", done: 0, all }
    const running = new Map<number, Promise<number>>()
    for (let next = 0, done = 0; done < all; done += 1) {
      for (; running.size < AT_ONCE && next < all && !hasFailed; next += 1) running.set(next, read(next))
      if (running.size === 0) break
      running.delete(await Promise.race(running.values()))
      yield { type: "reading", done: done + 1, all }
    }
  } finally {
    over.abort()
  }
  return passages.reduce(
    (known, passage, at) => mergeUpdate(known, found[at] ?? [], { story, ...passage }) ?? known,
    memory,
  )
}

/** A text from an offset on in passages that end where a paragraph does, or else a sentence's character. */
function passagesOf(story: string, start: number, most: number): { from: number; to: number }[] {
  const passages: { from: number; to: number }[] = []
  const least = (most * PASSAGE_UNITS.least) / PASSAGE_UNITS.most
  for (let from = start; from < story.length; ) {
    const end = Math.min(story.length, from + most)
    const paragraph = story.lastIndexOf("\n", end - 1) + 1
    const isPair = /[\uD800-\uDBFF]/.test(story.charAt(end - 1))
    const to = end === story.length ? end : paragraph >= from + least ? paragraph : isPair ? end - 1 : end
    passages.push({ from, to })
    from = to
  }
  return passages
}
