import { setTimeout as sleep } from "node:timers/promises"

const STEP_MS = 1_000

/**
 * Waits until a whole number of seconds has passed since `began` (a timestamp in milliseconds), so that the time
 * of the answer reveals nothing finer than seconds.
 */
export async function delayToFullSecond(began: number): Promise<void> {
  await sleep(STEP_MS - ((Date.now() - began) % STEP_MS))
}
