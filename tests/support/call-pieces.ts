import type { EndingLimits } from "#app/server/writing/filters/ending-gate.server.ts"

/** A call's text that may be as long as it likes. */
export const NO_LIMITS: EndingLimits = {
  holdFrom: Number.POSITIVE_INFINITY,
  paragraphFrom: Number.POSITIVE_INFINITY,
  sentenceFrom: Number.POSITIVE_INFINITY,
  hardLimit: Number.POSITIVE_INFINITY,
  closingRoom: 0,
}

/** The pieces in which an answer arrives, of these sizes by turns, in UTF-16 units. */
export function cutInto(text: string, sizes: number[]): string[] {
  const pieces: string[] = []
  for (let at = 0, turn = 0; at < text.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    pieces.push(text.slice(at, at + size))
    at += size
  }
  return pieces
}
