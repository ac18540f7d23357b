/** Why the embedded backend does not start; the sentences are the starter's. */
export type StartProblem =
  | "not-a-folder"
  | "read-only"
  | "disk-full"
  | "lock-damaged"
  | "keys-damaged"
  | "database-damaged"
  | "other"

export class StartError extends Error {
  override name = "StartError"
  readonly problem: StartProblem
  readonly path: string

  constructor(problem: StartProblem, path: string, cause?: unknown) {
    super(cause instanceof Error ? cause.message : problem, { cause })
    this.problem = problem
    this.path = path
  }
}

const BY_CODE: Record<string, StartProblem> = {
  EEXIST: "not-a-folder",
  ENOTDIR: "not-a-folder",
  EROFS: "read-only",
  EACCES: "read-only",
  EPERM: "read-only",
  ENOSPC: "disk-full",
  EDQUOT: "disk-full",
}

/** Where the error does not say better, the problem is the data folder's. */
export function startErrorOf(error: unknown, dataDir: string): StartError {
  if (error instanceof StartError) return error
  return new StartError(BY_CODE[(error as NodeJS.ErrnoException).code ?? ""] ?? "other", dataDir, error)
}
