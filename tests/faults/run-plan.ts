import type { Dice } from "./dice.ts"
import { FAULTS, type Fault } from "./faults.ts"

const FULL_RUN = 200

/** Which fault each generation of a run gets: those that strike everything, and those that strike one. */
export function planRun(runs: number, dice: Dice, only?: string): { shared: Fault[]; single: Fault[] } {
  const faults = FAULTS.filter(({ name }) => only === undefined || name.includes(only))
  const least = faults.length
  const spare = Math.max(0, runs - least) / (FULL_RUN - least)
  const wished = faults.flatMap((fault) => {
    const count = Math.round(1 + (fault.per200 - 1) * spare)
    return Array.from({ length: count }, () => fault)
  })
  const shuffled = dice.shuffle(wished)
  const more = Array.from({ length: Math.max(0, runs - shuffled.length) }, () =>
    dice.pick(faults.some(({ isShared }) => !isShared) ? faults.filter(({ isShared }) => !isShared) : faults),
  )
  const all = [...shuffled, ...more].slice(0, Math.max(runs, least))
  return { shared: all.filter(({ isShared }) => isShared), single: all.filter(({ isShared }) => !isShared) }
}
