import { hash } from "node:crypto"
import { GIVEN_NAMES, SURNAMES } from "./names.lexicon.server.ts"

/**
 * Eight Chinese names, unlike each other in surname, sound and shape, of different ages and both sexes. The same lot
 * gives the same names.
 */
export function drawNames(lot: string): string[] {
  const drawn = shuffled(SURNAMES, lot).slice(0, GIVEN_NAMES.length)
  const surnames = drawn.map((group) => shuffled([...group], lot)[0] ?? "")
  // No character twice, so that nobody is taken for somebody else.
  const taken = new Set(surnames)
  const names = GIVEN_NAMES.map((list, at) => {
    const given = shuffled(list, lot).find((name) => [...name].every((one) => !taken.has(one))) ?? ""
    for (const one of given) taken.add(one)
    return `${surnames[at]}${given}`
  })
  return shuffled(names, lot)
}

function shuffled<One extends string>(list: readonly One[], lot: string): One[] {
  const drawn = new Map(list.map((one) => [one, hash("sha256", `${lot}\n${one}`)]))
  return list.toSorted((one, other) => ((drawn.get(one) ?? "") < (drawn.get(other) ?? "") ? -1 : 1))
}
