/** Why the embedded backend does not start. The process that started it chooses the sentence. */
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

/** An error that says nothing more precise is reported as a problem of the data folder. */
export function startErrorOf(error: unknown, dataDir: string): StartError {
  if (error instanceof StartError) return error
  return new StartError(BY_CODE[(error as NodeJS.ErrnoException).code ?? ""] ?? "other", dataDir, error)
}
