import { SIMPLIFIED, TRADITIONAL } from "./traditional.lexicon.server.ts"

const SIMPLE = new Map([...TRADITIONAL].map((character, index) => [character, SIMPLIFIED.charAt(index)]))

/** A text in simplified characters, as long as it was. */
export function simplified(text: string): string {
  return text.replace(/\p{Script=Han}/gu, (character) => SIMPLE.get(character) ?? character)
}
