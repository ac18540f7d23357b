import { createHash } from "node:crypto"
import { toOneWidth } from "#app/domain/ban/normalise.ts"

/** What is kept of a text to know it again: a hash of its words, and the smallest hashes of its runs of words. */
export interface TextSketch {
  hash: string
  /** Signed 32-bit integers, smallest first as unsigned ones. */
  sketch: number[]
}

const SKETCH_HASHES = 256
/** A Chinese character is a word here. */
const RUN_WORDS = 4
/** From so much in common on, one text is a copy of the other or holds one. */
const COPY_SHARE = 0.5
/** Fewer runs than these, such as a single sentence, may stand in a long text by chance or as a quotation. */
const QUOTE_RUNS = 40

/** The sketch of a text, whatever its white space, punctuation, width and case. Slow: see scan.server.ts for long texts. */
export function sketchText(text: string): TextSketch {
  const words = wordsOf(text)
  return { hash: sha256(words.join(" ")), sketch: [...hashesOf(words)].slice(0, SKETCH_HASHES) }
}

/** Whether a text is one that was sketched, holds most of it, or is taken from it for the most part. As slow. */
export function isCopyOf(text: string, known: TextSketch[]): boolean {
  const words = wordsOf(text)
  const hash = sha256(words.join(" "))
  const hashes = hashesOf(words)
  return known.some((one) => one.hash === hash || sharesMost(hashes, one.sketch))
}

function sharesMost(hashes: Set<number>, sketch: number[]): boolean {
  const shared = sketch.filter((hash) => hashes.has(hash)).length
  // A full sketch holds every run of its text up to its greatest hash, and none beyond.
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
  return plain.match(/\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+/gu) ?? []
}

/** The hashes of every run of words, each once, smallest first. */
function hashesOf(words: string[]): Set<number> {
  const hashes = new Set<number>()
  for (let at = 0; at + RUN_WORDS <= words.length; at += 1) {
    hashes.add(hashOf(words.slice(at, at + RUN_WORDS).join(" ")))
  }
  return new Set(Int32Array.from(Uint32Array.from(hashes).sort()))
}

/** FNV-1a with MurmurHash3's last mix: evenly spread, so that the smallest ones are a fair sample. */
function hashOf(run: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < run.length; at += 1) hash = Math.imul(hash ^ run.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) | 0
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex")
}
