import { seededRandom } from "./prose.ts"
import type { Reply, Scenario } from "./scenarios.ts"

/**
 * Varies a scenario by a seed: the prose, how far an answer gets, how much it repeats, the size of the frames,
 * and the call that misbehaves. `beatCount` is the number of calls that a well-behaved model would get, so that
 * the misbehaving one is among them.
 */
export function variedScenario(scenario: Scenario, seed: number, beatCount: number): Scenario {
  const random = seededRandom(seed)
  const between = (from: number, to: number) => from + random() * (to - from)
  const times = (value: number | undefined, from: number, to: number) =>
    value === undefined ? undefined : Math.round(value * between(from, to))

  const { plan, beats = [{}], lastPart } = scenario
  const later = beats.length > 1 ? Math.floor(random() * Math.max(1, beatCount - 1)) : 0
  const first: Reply[] = Array.from({ length: later }, () => ({}))
  return {
    ...scenario,
    seed,
    ...(plan && { plan: Array.isArray(plan) ? plan.map(varied) : varied(plan) }),
    beats: [...first, ...beats].map(varied),
    ...(lastPart && { lastPart: lastPart.map(varied) }),
  }

  function varied(reply: Reply): Reply {
    const { share, charactersPerFrame, hangsAfter, dropsAfter, closesAfter, repeatsTail } = reply
    const { thinks, maxTokens, beginsAnew } = reply
    return {
      ...reply,
      share: share && share * between(0.95, 1.05),
      charactersPerFrame: charactersPerFrame ?? Math.ceil(between(0, 12)),
      hangsAfter: times(hangsAfter, 0.4, 1.8),
      dropsAfter: times(dropsAfter, 0.4, 1.8),
      closesAfter: times(closesAfter, 0.4, 1.8),
      repeatsTail: times(repeatsTail, 0.2, 1.5),
      ...(thinks && { thinks: { ...thinks, tokens: times(thinks.tokens, 0.4, 1.2) ?? 0 } }),
      maxTokens: times(maxTokens, 0.8, 1.2),
      beginsAnew: times(beginsAnew, 0.3, 1),
    }
  }
}
