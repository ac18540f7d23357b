/**
 * Counts code points: the characters of every limit, counted as Postgres counts them. A novel's length is counted
 * without white space, by `countCharacters`.
 */
export function countCodePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** Whether a text has more than `characters` code points. Reads no further than it must. */
export function isLongerThan(text: string, characters: number): boolean {
  return unitsOf(text, characters) < text.length
}

/** The first code points of a text, or all of it. Costs what it keeps, however long the text is. */
export function firstCharacters(text: string, characters: number): string {
  return text.slice(0, unitsOf(text, characters))
}

/** The last code points of a text, or all of it. */
export function lastCharacters(text: string, characters: number): string {
  let start = text.length
  for (let left = characters; left > 0 && start > 0; left -= 1) start -= endsInPair(text, start) ? 2 : 1
  return text.slice(start)
}

/** The first code points of a text, with an ellipsis if it is longer. */
export function excerpt(text: string, characters: number): string {
  return isLongerThan(text, characters) ? `${firstCharacters(text, characters)}…` : text
}

/** A text's first sentence in one line; its beginning if there is no end of one in it. Reads no further than it must. */
export function firstSentence(text: string): string {
  const beginning = toSingleLine(firstCharacters(text.trimStart(), SENTENCE_MAX_CHARS))
  return SENTENCE.exec(beginning)?.[0] ?? beginning
}

const SENTENCE_MAX_CHARS = 400
/** To the first full stop behind a letter, with the quotation marks that close after it. */
const SENTENCE = /^.*?[\p{L}\p{N}].*?(?:[。！？!?]+|\.(?=\s))[\p{Pe}\p{Pf}"]*/u

/**
 * Converts a text from outside to the form that we check, count and store: LF line ends and no byte order marks, and
 * without what Postgres refuses, which is NUL and unpaired surrogates. Keeps outer white space, which may be a
 * novel's indentation.
 */
export function normaliseText(text: string): string {
  const formed = text.toWellFormed()
  // Not by a pattern, which is slow until it has been compiled for this.
  return UNKEPT.some((unit) => formed.includes(unit)) ? keptUnits(formed) : formed
}

const UNKEPT = ["\r", "\0", "\uFEFF"]
const [NUL, LINE_FEED, CARRIAGE_RETURN, BYTE_ORDER_MARK] = [0, 10, 13, 0xfeff]
const UTF_16 = new TextDecoder("utf-16le")

/** Unit by unit, because `replace` takes a quarter of a second for a text that is all line ends. */
function keptUnits(text: string): string {
  const units = new Uint16Array(text.length)
  let length = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === NUL || unit === BYTE_ORDER_MARK) continue
    if (unit === CARRIAGE_RETURN && text.charCodeAt(at + 1) === LINE_FEED) continue
    units[length] = unit === CARRIAGE_RETURN ? LINE_FEED : unit
    length += 1
  }
  return UTF_16.decode(units.subarray(0, length))
}

/**
 * Converts a title or a name to one trimmed line; empty if it has no visible character. Of a line that is longer than
 * any limit by far it keeps the beginning, which is as much too long, and reads no further.
 */
export function toSingleLine(text: string): string {
  const formed = text.toWellFormed()
  let line = ""
  for (let at = 0; at < formed.length && line.length <= LINE_MAX_UNITS; at += PIECE_UNITS) {
    const piece = formed.slice(at, at + PIECE_UNITS).replace(UNSEEN, " ")
    line = `${line}${piece}`.replace(/\s+/gu, " ").trimStart()
  }
  line = line.trim().toWellFormed()
  return isSeen(line) ? line : ""
}

/** No line of ours may be so long. */
const LINE_MAX_UNITS = 10_000
/** A long line is read in pieces, so that what is beyond the limit costs nothing. */
const PIECE_UNITS = 8_192

/** Whether a reader sees any of a text: a letter, a number, a mark or a symbol. */
export function isSeen(text: string): boolean {
  return SEEN.test(text)
}

/** Whether `toSingleLine` of this line begins with these words, of which it made one line. */
export function beginsWithWords(line: string, words: string): boolean {
  let read = 0
  let isBehindBlank = true
  for (let at = 0; at < line.length && read < words.length; at += 1) {
    const unit = line.charAt(at)
    // Most lines are told apart without the pattern.
    const isWord = unit !== " " && unit === words.charAt(read)
    const isBlank = !isWord && BLANK.test(unit)
    if (isBlank && isBehindBlank) continue
    if (!isWord && (!isBlank || words.charAt(read) !== " ")) return false
    read += 1
    isBehindBlank = isBlank
  }
  return read === words.length
}

/**
 * Regular-expression source for a run of characters at the end of a text; `characters` is the inside of a class. Looked
 * for from the run's first character only: a plain `[…]+$` starts anew at each one, which takes a square of its length.
 */
export function runAtEnd(characters: string): string {
  return `(?<![${characters}])[${characters}]+$`
}

/** Control characters, text-direction marks and line separators. */
const UNSEEN = /[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]+/gu
const BLANK = new RegExp(`\\s|${UNSEEN.source}`, "u")
/** Unicode counts the Hangul fillers as letters, and the empty Braille cell as a symbol. */
const SEEN = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

/** How many UTF-16 units the first code points of a text take. */
function unitsOf(text: string, characters: number): number {
  if (text.length <= characters) return text.length
  let units = 0
  for (let left = characters; left > 0 && units < text.length; left -= 1) {
    units += endsInPair(text, units + 2) ? 2 : 1
  }
  return units
}

/** Whether the two units before an offset are one character. */
function endsInPair(text: string, end: number): boolean {
  const isLow = (text.charCodeAt(end - 1) & 0xfc00) === 0xdc00
  return isLow && (text.charCodeAt(end - 2) & 0xfc00) === 0xd800
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

/** A text as an element or an attribute of HTML or XML holds it. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? mark)
}
