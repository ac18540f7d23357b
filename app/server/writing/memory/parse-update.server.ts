import { firstCharacters, normaliseText, runAtEnd, toSingleLine } from "#app/domain/text.ts"
import { AUTHOR_MARKS, KIND_WORDS, type LineKind, NOTHING_SAID } from "./memory.lexicon.server.ts"

/** So much of an answer is read: more than any update that was asked for. */
const ANSWER_MAX_CHARS = 12_000
const LINES_MAX = 48
const FIELDS_MAX = 3
const FIELD_MAX_CHARS = 80

export interface UpdateLine {
  kind: LineKind
  /** One to three, none of them empty or longer than 80 characters; a field that says nothing is left out. */
  fields: string[]
}

/**
 * Reads an update of the memory line by line, in any list or table that a model makes of it. A line of no known kind
 * or without a field falls away, and so does the last one of an answer that was cut off.
 */
export function readUpdate(answer: string, isWhole: boolean): UpdateLine[] {
  const lines = normaliseText(firstCharacters(answer, ANSWER_MAX_CHARS)).split("\n")
  const whole = isWhole ? lines : lines.slice(0, -1)
  return whole
    .map(updateLine)
    .filter((line) => line !== null)
    .slice(0, LINES_MAX)
}

/** Marks of ours, which would outlive the removal of a mark within a mark, are among them. */
const MARKUP = /[*`#<>〔〕]/g
const OUTER = new RegExp(String.raw`^[\s"'｜|]+|${runAtEnd(String.raw`\s"',｜|`)}`, "gu")
const LIST_MARK = /^(?:[-•·+]+|[(（]?\d{1,3}\s*[)）.．、])\s*/u
const BAR = /[｜|\t]/u
const BY_WORD = new Map(
  Object.entries(KIND_WORDS).flatMap(([kind, words]) => words.map((word) => [word, kind as LineKind])),
)
const KIND = new RegExp(
  `^[【［\\[（(「]?\\s*(${[...BY_WORD.keys()].sort((a, b) => b.length - a.length).join("|")})\\s*[】］\\]）)」]?\\s*[｜|:：\\t]\\s*(.+)$`,
  "u",
)

function updateLine(line: string): UpdateLine | null {
  const plain = toSingleLine(line)
    .replace(AUTHOR_MARKS, "")
    .replace(MARKUP, "")
    .replace(OUTER, "")
    .replace(LIST_MARK, "")
  const [, word = "", rest = ""] = KIND.exec(plain) ?? []
  const kind = BY_WORD.get(word)
  const fields = rest
    .split(BAR)
    .map((field) => field.trim())
    // A model that repeats the marks of the kinds says nothing of anybody.
    .filter((field) => /[\p{L}\p{N}]/u.test(field) && !NOTHING_SAID.test(field) && !BY_WORD.has(field))
    .slice(0, FIELDS_MAX)
    .map((field) => firstCharacters(field, FIELD_MAX_CHARS).trim())
  return kind === undefined || fields.length === 0 ? null : { kind, fields }
}
