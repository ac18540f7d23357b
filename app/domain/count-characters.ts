/** Code points that are not white space: what Chinese writing sites call 字数. */
export function countCharacters(text: string): number {
  let count = 0
  for (const character of text) if (!/\s/u.test(character)) count += 1
  return count
}
