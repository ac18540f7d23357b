import { setImmediate } from "node:timers/promises"

/** Work that pauses here and there, so that whoever runs it may let others go on. */
export type Steps<Found> = Generator<undefined, Found>

/** Runs all of it at once. */
export function atOnce<Found>(steps: Steps<Found>): Found {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

let lastTurn: Promise<unknown> = Promise.resolve()

/** Runs it step by step: in one turn of the event loop, no two steps of all that is run so. */
export async function inTurns<Found>(steps: Steps<Found>): Promise<Found> {
  for (;;) {
    lastTurn = lastTurn.then(() => setImmediate())
    await lastTurn
    const step = steps.next()
    if (step.done) return step.value
  }
}
