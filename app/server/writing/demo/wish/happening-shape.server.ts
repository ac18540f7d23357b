import type { HappeningName } from "./happening.lexicon.server.ts"
import type { WishPeople } from "./wish-people.server.ts"

/** What happens that the demo has scenes for, and what stands in their slots. */
export interface Happening {
  name: HappeningName
  slots: Record<string, string>
  /** What is told before its scene, which does not say it; empty where the scene says all. */
  lead: string
  /** What is told behind it. */
  rest?: string
  /** Who is there, where a clause names somebody else beside the hero. */
  people?: WishPeople
}
