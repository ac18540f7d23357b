import { setTimeout as sleep } from "node:timers/promises"

const STEP_MS = 1_000

/**
 * Waits for the end of the second that is running since `began` (milliseconds). How long an answer took then says
 * no more than how many whole seconds.
 */
export async function levelAnswer(began: number): Promise<void> {
  await sleep(STEP_MS - ((Date.now() - began) % STEP_MS))
}
