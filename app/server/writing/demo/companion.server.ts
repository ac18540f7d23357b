import { SPEAKS } from "./telling.prose.server.ts"
import type { Cast } from "./template.server.ts"

/** The role of the one who is mostly there beside the hero. */
export const COMPANION = "friend"
const HERO = "hero"

/** The role of somebody who is there beside the hero in each of these texts: the friend, or who speaks; null for nobody. */
export function companionIn(texts: readonly string[], cast: Cast): string | null {
  if (isThere(COMPANION, texts, cast)) return COMPANION
  const others = Object.keys(cast.genders).filter((role) => role !== HERO && role !== COMPANION)
  // The dead are named, too.
  const speaks = (role: string) => texts.every((text) => speaksIn(text, cast.values[role] ?? ""))
  return others.find((role) => isThere(role, texts, cast) && speaks(role)) ?? null
}

/** Whether each of these texts names who plays this role. */
export function isThere(role: string, texts: readonly string[], { values }: Cast): boolean {
  const name = values[role] ?? ""
  return name !== "" && texts.every((text) => text.includes(name))
}

function speaksIn(text: string, name: string): boolean {
  return text.split(name).some((behind, at) => at > 0 && SPEAKS.test(behind))
}
