import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import type { Probe, ProbeRequest } from "./probe.ts"

/** Node's options for a process that can be asked what it uses. */
export const WITH_PROBE = ["--expose-gc", "--import", new URL("./probe.ts", import.meta.url).href]

/**
 * What a process uses after a forced collection; "living" also counts the objects that it still holds. "time" collects
 * nothing, so only its processor time says something.
 */
export async function askProbe(
  child: ChildProcess,
  what: "usage" | "living" | "time" = "usage",
): Promise<Probe> {
  const answered = once(child, "message")
  child.send({ probe: what } satisfies ProbeRequest)
  const [probe] = (await answered) as [Probe]
  return probe
}

/** Moves the process's clock, so that nobody waits for minutes. */
export function forwardClock(child: ChildProcess, forwardMs: number): void {
  child.send({ probe: "clock", forwardMs } satisfies ProbeRequest)
}
