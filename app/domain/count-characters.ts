/** Counts code points other than white space, as Chinese writing sites count 字数. */
export function countCharacters(text: string): number {
  let count = 0
  for (const character of text) if (!/\s/u.test(character)) count += 1
  return count
}
