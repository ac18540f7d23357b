import { setTimeout as sleep } from "node:timers/promises"
import type { WritingEvent } from "#app/domain/generation.ts"
import { EMPTY_MEMORY, type StoryMemory } from "#app/domain/memory/story-memory.ts"
import { retryDelayMs } from "#app/server/writing/endpoint/retry.server.ts"
import { WriterError } from "#app/server/writing/endpoint/writer.server.ts"
import { askForLines, MEMORY_TOKENS, type MemorySetting } from "./ask-memory.server.ts"
import { readingMessages } from "./memory-prompts.server.ts"
import { mergeUpdate, withUnnoted } from "./merge-memory.server.ts"
import type { UpdateLine } from "./parse-update.server.ts"

/** A passage ends with a paragraph between these lengths, in UTF-16 units. */
const PASSAGE_UNITS = { least: 6_000, most: 8_000 }
/** Where a context has no room for so much of the text, nothing is read. */
const ROOM_MIN_UNITS = 1_000
const TOKENS_OF_ORDER = 600
const AT_ONCE = 4
const TRIES = 2
/** A model that has noted nothing by then will not. */
const MISSES_MAX = 2
const MINUTE_MS = 60_000
/** The novel begins without what has not been read by then. */
const TIME_LIMIT_MS = 5 * MINUTE_MS

/** The notes on a passage; `nothing`: there are none to be had; `failed`: the endpoint fails. */
type Found = UpdateLine[] | "nothing" | "failed"

/**
 * Reads what a memory does not know of a text, in passages beside each other, tells how far it is and when it is
 * over, and yields the memory each time it knows more from the beginning on, so that another process reads on from there. A passage of
 * which a model notes nothing, asked twice, counts as read, unless it is so with all of them. Returns the memory with
 * all that was read: as it was when the endpoint fails, because no novel fails for its memory.
 */
export async function* readStory(
  memory: StoryMemory,
  story: string,
  setting: MemorySetting,
): AsyncGenerator<WritingEvent, StoryMemory> {
  const { context } = setting
  const room = Math.floor(context.promptTokens(MEMORY_TOKENS) / context.factor) - TOKENS_OF_ORDER
  if (room < ROOM_MIN_UNITS) return memory
  const passages = passagesOf(story, memory.readTo, Math.min(PASSAGE_UNITS.most, room))
  const all = passages.length
  const over = new AbortController()
  const signal = AbortSignal.any([setting.signal, over.signal, AbortSignal.timeout(TIME_LIMIT_MS)])
  const stopped = new Promise<null>((resolve) => {
    signal.addEventListener("abort", () => resolve(null), { once: true })
    if (signal.aborted) resolve(null)
  })
  const found: (Found | undefined)[] = []
  const read = async (at: number): Promise<number> => {
    found[at] = await notesOn(passages[at] ?? { from: 0, to: 0 }, story, { ...setting, signal })
    return at
  }
  const hopeless = () => {
    const misses = found.filter((one) => one === "nothing").length
    return found.includes("failed") || (misses >= MISSES_MAX && !found.some(isNoted))
  }

  let known = memory
  let merged = 0
  const merge = async (at: number) => {
    const passage = { story, ...(passages[at] ?? { from: 0, to: 0 }) }
    const notes = found[at]
    const more = isNoted(notes) ? mergeUpdate(known, notes, passage) : withUnnoted(known, passage)
    known = more === null ? known : await setting.check(more, known)
  }
  try {
    yield { type: "reading", done: 0, all }
    const running = new Map<number, Promise<number>>()
    const atOnce = context.takesCallsTogether ? AT_ONCE : 1
    let done = 0
    for (let next = 0; done < all; done += 1) {
      for (; running.size < atOnce && next < all && !hopeless(); next += 1) running.set(next, read(next))
      if (running.size === 0) break
      const ended = await Promise.race([...running.values(), stopped])
      if (ended === null) break
      running.delete(ended)
      const before = known
      // In the order of the text, because later notes tell what has become of earlier ones.
      const isReady = (one: Found | undefined) => isNoted(one) || (one === "nothing" && found.some(isNoted))
      for (; isReady(found[merged]); merged += 1) await merge(merged)
      if (known !== before) yield { type: "memory", memory: known }
      yield { type: "reading", done: done + 1, all }
    }
    if (done < all) yield { type: "reading", done: all, all }
  } finally {
    over.abort()
  }
  for (let at = merged; at < all; at += 1) if (isNoted(found[at])) await merge(at)
  return known
}

function isNoted(found: Found | undefined): found is UpdateLine[] {
  return Array.isArray(found)
}

async function notesOn(
  passage: { from: number; to: number },
  story: string,
  { backoffMs, ...setting }: MemorySetting,
): Promise<Found> {
  const messages = readingMessages(story.slice(passage.from, passage.to))
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    try {
      const lines = await askForLines(messages, setting)
      if (mergeUpdate(EMPTY_MEMORY, lines, { story, ...passage }) !== null) return lines
    } catch (error) {
      // A passage that the endpoint declines says nothing of the others.
      if (error instanceof WriterError && error.kind === "refused") return "nothing"
      const delayMs = error instanceof WriterError ? retryDelayMs(error, attempt, backoffMs) : null
      if (delayMs === null || attempt === TRIES || setting.signal.aborted) return "failed"
      await sleep(delayMs, undefined, { signal: setting.signal }).catch(() => {})
    }
  }
  return setting.signal.aborted ? "failed" : "nothing"
}

/** A text from an offset on in passages that end where a paragraph does, or else a sentence's character. */
function passagesOf(story: string, start: number, most: number): { from: number; to: number }[] {
  const passages: { from: number; to: number }[] = []
  const least = (most * PASSAGE_UNITS.least) / PASSAGE_UNITS.most
  for (let from = start; from < story.length; ) {
    const end = Math.min(story.length, from + most)
    const paragraph = from + story.slice(from, end).lastIndexOf("\n") + 1
    const isPair = /[\uD800-\uDBFF]/.test(story.charAt(end - 1))
    const to = end === story.length ? end : paragraph >= from + least ? paragraph : isPair ? end - 1 : end
    passages.push({ from, to })
    from = to
  }
  return passages
}
