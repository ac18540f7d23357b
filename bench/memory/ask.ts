import { lastAsk, type Message } from "./conversation.ts"

/** What a call asks for. `parts`, `characters` and `lines` are the numbers that the ask names. */
export type Ask =
  | { kind: "plan"; parts: number; characters: number }
  | { kind: "notes"; lines: number }
  | { kind: "style" }
  | { kind: "prose"; characters: number }

const CHARACTERS = /约\s*(\d+)\s*字/g
const PARTS = /分成?\s*(\d+)\s*(?:个部分|节)/
const NOTES = /更新备忘/
const LINES = /最多\s*(\d+)\s*行/
const STYLE = /不写正文[\s\S]*笔法|笔法[\s\S]*不写正文/
const CHARACTERS_BY_DEFAULT = 500
const LINES_BY_DEFAULT = 24

/** Reads a conversation as a model would: its last ask says what to write, and earlier ones how much. */
export function askOf(messages: readonly Message[]): Ask {
  const ask = lastAsk(messages)
  const parts = PARTS.exec(ask)?.[1]
  if (parts) return { kind: "plan", parts: Number(parts), characters: charactersIn(ask) ?? 0 }
  if (NOTES.test(ask)) return { kind: "notes", lines: Number(LINES.exec(ask)?.[1] ?? LINES_BY_DEFAULT) }
  if (STYLE.test(ask)) return { kind: "style" }
  const asked = messages
    .filter(({ role }) => role === "user")
    .map(({ content }) => charactersIn(content))
    .findLast((characters) => characters !== null)
  return { kind: "prose", characters: asked ?? CHARACTERS_BY_DEFAULT }
}

function charactersIn(ask: string): number | null {
  const last = [...ask.matchAll(CHARACTERS)].at(-1)?.[1]
  return last ? Number(last) : null
}
