import type { App } from "@supabase/lite"

/** Imports lite without its changes to the process. */
export async function loadLite() {
  // Lite replaces it with a function that throws when it is given an Error.
  const { emitWarning } = process
  const lite = await import("@supabase/lite")
  const { createPgliteConnection } = await import("@supabase/lite/pglite")
  process.emitWarning = emitWarning
  return { ...lite, createPgliteConnection }
}

/** Calls `app.init()` and hides the warning, at every start, that the requested storage is experimental. */
export async function initQuietly(app: App): Promise<void> {
  const { warn } = console
  console.warn = () => {}
  const initialised = app.init()
  console.warn = warn
  await initialised
}

export type Lite = Awaited<ReturnType<typeof loadLite>>
