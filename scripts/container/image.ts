import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { ROOT } from "../children.ts"

const DOCKERFILE = readFileSync(join(ROOT, "Dockerfile"), "utf8")

/** What the image is built on. */
export const BASE = /^FROM (\S+)$/m.exec(DOCKERFILE)?.[1] ?? ""

export interface Image {
  bytes: { base: number; own: number }
  /** The command of its HEALTHCHECK. */
  healthCheck: string[]
  /** Starts its own command with these variables: not as root, without capabilities, read-only. */
  start(variables: Record<string, string>): Container
}

export interface Container {
  hasShell: boolean
  output(): string
  /** Runs another command inside, under the same limits. */
  run(command: string[]): Promise<Result>
  /** Returns the exit code, or null for a container that was killed. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<number | null>
}

export interface Result {
  code: number | null
  output: string
}

export interface Builder {
  build(): Promise<Image>
  cleanUp(): void
}

/** Runs a program and gathers what it prints. */
export async function runToEnd(program: string, parameters: string[]): Promise<Result> {
  const child = spawn(program, parameters, { stdio: ["ignore", "pipe", "pipe"] })
  const output = gather(child)
  const [code] = await once(child, "close")
  return { code, output: output() }
}

/** What a program has printed so far. */
export function gather({ stdout, stderr }: ChildProcess): () => string {
  let output = ""
  for (const stream of [stdout, stderr]) stream?.on("data", (piece) => (output += piece))
  return () => output
}
