import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"

const PATIENCE_MS = 10_000

export const ROOT = join(import.meta.dirname, "..")

const children: ChildProcess[] = []

/** Runs a Node program of this project in the project's root, with our output. */
export function startChild(parameters: string[], variables: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = spawn(process.execPath, parameters, {
    cwd: ROOT,
    env: { ...process.env, ...variables },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    // Its own process group: Ctrl-C reaches every process of the terminal's group, and stopChildren decides the
    // order.
    detached: true,
  })
  children.push(child)
  return child
}

/** Ends the youngest first and waits for each, because the app stores its text in the backend. */
export async function stopChildren(): Promise<void> {
  for (const child of children.toReversed()) await stopChild(child)
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, "exit")
  child.kill("SIGTERM")
  const impatience = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS)
  await ended
  clearTimeout(impatience)
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}
