const QUOTE = 34
const BACKSLASH = 92
const COMMA = 44
const BRACKET = 91
const BRACE = 123

/**
 * Parses JSON with at most this many brackets, braces and commas outside of strings; undefined if it is malformed or
 * has more. A megabyte of brackets takes a hundred times as long to parse as one of text.
 */
export function parseFlatJson(json: string, maxMarks: number): unknown {
  if (!isFlat(json, maxMarks)) return undefined
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function isFlat(json: string, maxMarks: number): boolean {
  let marks = 0
  let inString = false
  for (let at = 0; at < json.length && marks <= maxMarks; at += 1) {
    const unit = json.charCodeAt(at)
    if (unit === QUOTE) inString = !inString
    else if (inString && unit === BACKSLASH) at += 1
    else if (!inString && (unit === COMMA || unit === BRACKET || unit === BRACE)) marks += 1
  }
  return marks <= maxMarks
}
