import type { StartProblem } from "./start-problem.ts"

/** What the embedded backend tells the process that started it. */
export type BackendMessage =
  | {
      type: "ready"
      url: string
      publishableKey: string
      secretKey: string
      sessionSecret: string
      /** Where the backend moved a folder that was not a database. */
      setAside: string | null
      /** There was a database but no keys, so everybody is signed out. */
      hasLostKeys: boolean
    }
  /** Another process uses this folder; nothing was changed. */
  | { type: "in-use"; dataDir: string }
  /** It cannot start, and changed nothing. `detail` is the underlying error in one line. */
  | { type: "refused"; problem: StartProblem; path: string; detail: string }
