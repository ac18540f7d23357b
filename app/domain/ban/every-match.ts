/**
 * Every match of a global pattern, in text order. `matchAll` copies its pattern for each call, which takes several times
 * as long as the search of a short text.
 */
export function everyMatch(text: string, pattern: RegExp): RegExpExecArray[] {
  const found: RegExpExecArray[] = []
  // A search that threw has left its place in the pattern.
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push(match)
    if (match[0] === "") pattern.lastIndex += 1
  }
  return found
}
