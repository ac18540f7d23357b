import { hash } from "node:crypto"
import { toOneWidth } from "#app/domain/ban/normalise.ts"

/** What recognises a text and its copies: a hash of its words, and the smallest hashes of its runs of words. */
export interface TextSketch {
  hash: string
  /** Signed 32-bit integers, in ascending order of their unsigned values. */
  sketch: number[]
}

const SKETCH_HASHES = 256
/** The words in a run. Each Chinese character is a word. */
const RUN_WORDS = 4
/** Texts that share at least this much are copies, or one contains the other. */
const COPY_SHARE = 0.5
/** Fewer shared runs, such as a single sentence, may be chance or a quotation. */
const QUOTE_RUNS = 40

/** Sketches a text, ignoring white space, punctuation, width and case. Slow, so `scan.server.ts` runs it in its thread for long texts. */
export function sketchText(text: string): TextSketch {
  const words = wordsOf(text)
  return { hash: hash("sha256", words.join(" ")), sketch: [...hashesOf(words)].slice(0, SKETCH_HASHES) }
}

/** Whether a text equals a sketched one, contains most of it, or is mostly taken from it. As slow as a sketch. */
export function isCopyOf(text: string, known: TextSketch[]): boolean {
  const words = wordsOf(text)
  const whole = hash("sha256", words.join(" "))
  const hashes = hashesOf(words)
  return known.some((one) => one.hash === whole || sharesMost(hashes, one.sketch))
}

function sharesMost(hashes: Set<number>, sketch: number[]): boolean {
  const shared = sketch.filter((hash) => hashes.has(hash)).length
  // A full sketch contains every hash of its text up to its greatest one, and none beyond.
  const end = sketch.length < SKETCH_HASHES ? null : sketch.at(-1)
  const comparable = end == null ? hashes.size : countUpTo(hashes, end)
  const holdsIt = shared >= sketch.length * COPY_SHARE && sketch.length > 0
  const isOfIt = shared >= comparable * COPY_SHARE && comparable > 0
  if (holdsIt && isOfIt) return true
  return (holdsIt && sketch.length >= QUOTE_RUNS) || (isOfIt && comparable >= QUOTE_RUNS)
}

function countUpTo(hashes: Set<number>, end: number): number {
  let count = 0
  for (const hash of hashes) {
    if (hash >>> 0 > end >>> 0) break
    count += 1
  }
  return count
}

function wordsOf(text: string): string[] {
  const plain = toOneWidth(text).toLowerCase()
  // Without a bound, a word as long as the longest text overflows the stack of the search.
  return plain.match(/\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}]){1,200}/gu) ?? []
}

/** The distinct hashes of all runs of words, smallest first. */
function hashesOf(words: string[]): Set<number> {
  const hashes = new Set<number>()
  for (let at = 0; at + RUN_WORDS <= words.length; at += 1) {
    hashes.add(hashOf(words.slice(at, at + RUN_WORDS).join(" ")))
  }
  return new Set(Int32Array.from(Uint32Array.from(hashes).sort()))
}

/** FNV-1a with MurmurHash3's final mix. The hashes are evenly spread, so the smallest ones are a fair sample. */
function hashOf(run: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < run.length; at += 1) hash = Math.imul(hash ^ run.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) | 0
}
