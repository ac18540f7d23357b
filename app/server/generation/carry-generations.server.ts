import { describeError, log } from "#app/server/log/log.server.ts"
import { listFollowed } from "./follow-stored.server.ts"
import { storeCarriedGenerations } from "./generation-store.server.ts"
import { listActive } from "./store-active.server.ts"

/** Gives all generations of one owner to another. False if the database failed; nothing has changed then. */
export async function carryGenerations(from: string, to: string): Promise<boolean> {
  try {
    await storeCarriedGenerations(from, to)
  } catch (error) {
    log("error", "generations were not handed on", { error: describeError(error) })
    return false
  }
  const followed = listFollowed().filter(({ owner }) => owner === from)
  for (const generation of [...listActive(from), ...followed]) generation.owner = to
  return true
}
