import { trimToSentence } from "./sentence-end.server.ts"

const EXCERPT_CHARS = 260

/** Two short passages that show a reference's manner: its beginning and one from its middle. */
export function excerptsOf(reference: string): string[] {
  const characters = [...reference.trim()]
  if (characters.length <= EXCERPT_CHARS * 2) return characters.length === 0 ? [] : [characters.join("")]
  const middle = Math.floor(characters.length / 2)
  const fromMiddle = characters.slice(middle, middle + EXCERPT_CHARS * 2).join("")
  return [
    passage(characters.slice(0, EXCERPT_CHARS).join("")),
    passage([...fromNextSentence(fromMiddle)].slice(0, EXCERPT_CHARS).join("")),
  ]
}

/** Up to its last finished sentence, where there is one. */
function passage(text: string): string {
  return (trimToSentence(text) || text).trim()
}

function fromNextSentence(text: string): string {
  const end = /[。！？…\n][”」』]?|[.!?]\s/u.exec(text)
  return end && end.index < EXCERPT_CHARS ? text.slice(end.index + end[0].length) : text
}
