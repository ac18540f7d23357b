import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"

/** Places in /proc/PID/stat, counted after the name, which may hold blanks. */
const PARENT = 1
const OWN = [11, 12]
const OF_ENDED_CHILDREN = [13, 14]
const SECOND_MS = 1_000

/** The processor time of a process so far, in milliseconds. Only Linux tells it of another process. */
export function processorMs(pid: number): number {
  return inMs(sum(statOf(pid), OWN))
}

/** The processor time of a process and of its children, those that have ended included. */
export function familyProcessorMs(pid: number): number {
  const parent = statOf(pid)
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statWhileThere(Number(name)))
    .filter((stat) => Number(stat[PARENT]) === pid)
  const ticks = children.reduce((all, stat) => all + sum(stat, OWN), sum(parent, OWN))
  return inMs(ticks + sum(parent, OF_ENDED_CHILDREN))
}

function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")
}

/** Empty for a process that has ended since it was listed. */
function statWhileThere(pid: number): string[] {
  try {
    return statOf(pid)
  } catch {
    return []
  }
}

function sum(stat: readonly string[], places: readonly number[]): number {
  return places.reduce((all, place) => all + Number(stat[place]), 0)
}

function inMs(ticks: number): number {
  return (ticks * SECOND_MS) / ticksPerSecond()
}

let knownTicks = 0
function ticksPerSecond(): number {
  knownTicks ||= Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }))
  return knownTicks
}
