import { LESS_BEFORE, LESS_BEHIND, WISH_WORDS, WISHES, type Wish } from "./wish.lexicon.server.ts"

/** What an author wishes of a paragraph, as far as the demo can do it; what they want less of is no such wish. */
export function wishesIn(direction: string): Wish[] {
  return WISHES.filter((wish) => {
    const match = WISH_WORDS[wish].exec(direction)
    if (!match) return false
    const before = direction.slice(0, match.index)
    const behind = direction.slice(match.index + match[0].length)
    return !LESS_BEFORE.test(before) && !LESS_BEHIND.test(behind)
  })
}
