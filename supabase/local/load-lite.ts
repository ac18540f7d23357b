import type { App } from "@supabase/lite"

/** Imports lite without what it does to the process. */
export async function loadLite() {
  // Lite replaces it by one that throws where it is given an Error.
  const { emitWarning } = process
  const lite = await import("@supabase/lite")
  const { createPgliteConnection } = await import("@supabase/lite/pglite")
  process.emitWarning = emitWarning
  return { ...lite, createPgliteConnection }
}

/** `app.init()` without the warning that the storage it was asked for is experimental, at every start. */
export async function initQuietly(app: App): Promise<void> {
  const { warn } = console
  console.warn = () => {}
  const initialised = app.init()
  console.warn = warn
  await initialised
}

export type Lite = Awaited<ReturnType<typeof loadLite>>
