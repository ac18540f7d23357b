import type { StartProblem } from "./start-problem.ts"

/** What the embedded backend tells the process that started it. */
export type BackendMessage =
  | {
      type: "ready"
      url: string
      publishableKey: string
      secretKey: string
      sessionSecret: string
      /** Where a folder that was no database was moved to. */
      setAside: string | null
      /** The database was there, and its keys were not: all are signed out. */
      hasLostKeys: boolean
    }
  /** Another process works on this folder; nothing was changed. */
  | { type: "in-use"; dataDir: string }
  /** It cannot start as things stand; nothing was changed. `detail`: what was said below, one line. */
  | { type: "refused"; problem: StartProblem; path: string; detail: string }
