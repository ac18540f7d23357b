import type { Dice } from "./dice.ts"
import { FAULTS, type Fault } from "./faults.ts"

const FULL_RUN = 200

interface Plan {
  /** One at a time, because they strike every running generation. */
  shared: Fault[]
  single: Fault[]
}

/**
 * Decides which fault each generation of a run gets, each fault at least once. A run with fewer generations
 * than faults takes only the shared faults that it has time for.
 */
export function planRun(runs: number, dice: Dice, only: string): Plan {
  const isSmall = runs < FAULTS.length
  const faults = FAULTS.filter(
    ({ name, isShared, isInSmallRun }) =>
      name.includes(only) && (!isSmall || !isShared || isInSmallRun || only !== ""),
  )
  const more = Math.max(0, runs - faults.length) / (FULL_RUN - faults.length)
  const all = faults.flatMap((fault) => {
    const count = Math.round(1 + (fault.per200 - 1) * more)
    return Array.from({ length: count }, () => fault)
  })
  while (all.length < runs) all.push(dice.pick(faults))

  const shared = all.filter(({ isShared }) => isShared)
  const single = dice.shuffle(all.filter(({ isShared }) => !isShared))
  if (isSmall) return { shared, single: single.slice(0, Math.max(0, runs - shared.length)) }
  return { shared: dice.shuffle(shared), single }
}
