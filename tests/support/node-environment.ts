import { join } from "node:path"

/** Node strips the types of several hundred modules in every process that a test starts; here it finds them stripped and compiled. */
const COMPILED = join(import.meta.dirname, "../../node_modules/.cache/compiled-for-tests")

/** The least environment of a process of Node: with it, the variables that a test names are all that count. */
export function nodeEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILED }
}

/**
 * Has a process with a PGlite run its baseline code alone. What V8 would compile anew for a few requests is half of
 * the processor time of such a process, and 600 MB.
 */
export const SHORT_LIVED = ["--liftoff-only"]
