import { AsyncLocalStorage } from "node:async_hooks"
import type { PgliteConnection } from "@supabase/lite/pglite"

/**
 * Gives PGlite's only session to one transaction at a time, or to one statement outside of any.
 *
 * Lite shares the session between all requests without a lock: a BEGIN lands inside another request's
 * transaction, and a visitor's query then runs in the role of the secret key.
 */
export async function shareOneSession(connection: PgliteConnection): Promise<void> {
  await connection.driver.waitReady // PGlite runs statements of its own while it boots
  const exclusive = oneAtATime()
  const { kysely, driver } = connection

  const transaction = kysely.transaction.bind(kysely)
  // Lite only ever calls transaction().execute(), so the builder's other steps are missing here.
  const locked = {
    execute: (run: Parameters<ReturnType<typeof transaction>["execute"]>[0]) =>
      exclusive(() => transaction().execute(run)),
  }
  kysely.transaction = () => locked as ReturnType<typeof transaction>

  const query = driver.query.bind(driver)
  driver.query = (...parameters: Parameters<typeof query>) => exclusive(() => query(...parameters)) as never
  const exec = driver.exec.bind(driver)
  driver.exec = (...parameters: Parameters<typeof exec>) => exclusive(() => exec(...parameters))
}

function oneAtATime() {
  const holding = new AsyncLocalStorage<{ live: boolean }>()
  let last: Promise<unknown> = Promise.resolve()

  return function exclusive<Value>(run: () => Promise<Value>): Promise<Value> {
    // A statement of the transaction that holds the session.
    if (holding.getStore()?.live) return run()

    const turn = last.then(() => {
      const hold = { live: true }
      return holding.run(hold, () =>
        run().finally(() => {
          hold.live = false
        }),
      )
    })
    last = turn.catch(() => {})
    return turn
  }
}
