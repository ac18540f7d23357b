import { hash } from "node:crypto"
import { GIVEN_NAMES, SURNAMES } from "./names.lexicon.server.ts"

/**
 * Eight Chinese names, unlike each other in surname, sound and shape, of different ages and both sexes. The same lot
 * gives the same names.
 */
export function drawNames(lot: string): string[] {
  const surnames = shuffled(SURNAMES, lot).flatMap((group) => shuffled([...group], lot).slice(0, 1))
  const taken = new Set<string>()
  const names = GIVEN_NAMES.map((list, at) => {
    const surname = surnames[at] ?? ""
    // No character twice, so that no two names are mixed up.
    const given =
      shuffled(list, lot).find((name) => [...name].every((character) => !taken.has(character))) ?? ""
    for (const character of given) taken.add(character)
    return surname + given
  })
  return shuffled(names, lot)
}

function shuffled<One extends string>(list: readonly One[], lot: string): One[] {
  const drawn = new Map(list.map((one) => [one, hash("sha256", `${lot}\n${one}`)]))
  return list.toSorted((one, other) => ((drawn.get(one) ?? "") < (drawn.get(other) ?? "") ? -1 : 1))
}
