import { readAnswer } from "./read-answer.server.ts"
import { countStyle } from "./style-counts.server.ts"
import { countedNotes, STYLE_LINE, styleMessages } from "./style-prompts.server.ts"
import type { Writer } from "./writer.server.ts"

const SECOND_MS = 1_000
/** The plan is made meanwhile; a reader waits no longer than this for what only improves the prompts. */
const TIME_LIMIT_MS = 15 * SECOND_MS
const MAX_TOKENS = 1_400
const NOTES_MAX = 5
/** A note that shares so long a run with the reference quotes it, or passes its orders on. */
const QUOTED_FROM_UNITS = 8

/**
 * Notes on the manner of a reference: what can be counted, and what one call says. A call that fails
 * or takes too long costs its part of the notes and nothing else. Empty without a reference.
 */
export async function makeStyleNotes(
  reference: string,
  { writer, signal }: { writer: Writer; signal: AbortSignal },
): Promise<string> {
  const counted = countedStyle(reference)
  if (counted === "") return ""
  const limited = AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)])
  const messages = styleMessages(reference)
  try {
    const task = { kind: "style", messages, maxTokens: MAX_TOKENS, frequencyPenalty: 0 } as const
    const { text } = await readAnswer(task, writer, limited)
    return [counted, ...notesIn(text, reference)].join("\n")
  } catch {
    return counted
  }
}

/** The part of the notes that needs no call. */
export function countedStyle(reference: string): string {
  return reference.trim() === "" ? "" : countedNotes(countStyle(reference)).join("\n")
}

function notesIn(answer: string, reference: string): string[] {
  return answer
    .replace(THOUGHT, "")
    .split("\n")
    .map((line) => line.replace(MARKS, "").trim())
    .filter((line) => STYLE_LINE.test(line) && !quotes(line, reference))
    .slice(0, NOTES_MAX)
}

function quotes(note: string, reference: string): boolean {
  for (let at = 0; at + QUOTED_FROM_UNITS <= note.length; at += 1) {
    if (reference.includes(note.slice(at, at + QUOTED_FROM_UNITS))) return true
  }
  return false
}

const THOUGHT = /^[\s\S]*<\/think(?:ing)?>/i
const MARKS = /^[\s\-*•·\d.、]+|[*`#]/gu
