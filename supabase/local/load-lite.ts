/** Imports lite without what it does to the process. */
export async function loadLite() {
  // Lite replaces it by one that throws where it is given an Error.
  const { emitWarning } = process
  const lite = await import("@supabase/lite")
  const { createPgliteConnection } = await import("@supabase/lite/pglite")
  process.emitWarning = emitWarning
  return { ...lite, createPgliteConnection }
}

export type Lite = Awaited<ReturnType<typeof loadLite>>
