import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"

/** Places in /proc/PID/stat, counted after the name, which may hold blanks. */
const PARENT = 1
const OWN = [11, 12]
const OF_ENDED_CHILDREN = [13, 14]
const SECOND_MS = 1_000
const MS_IN_NS = 1_000_000

/** The processor time of a process so far, in milliseconds. Only Linux tells it of another process. */
export function processorMs(pid: number): number {
  return inMs(sum(statOf(pid), OWN))
}

/** The processor time of a process and of its children, those that have ended included. */
export function familyProcessorMs(pid: number): number {
  const parent = statOf(pid)
  const children = childrenOf(pid).map((child) => placesIn(fileWhileThere(child, "stat")))
  const ticks = children.reduce((all, stat) => all + sum(stat, OWN), sum(parent, OWN))
  return inMs(ticks + sum(parent, OF_ENDED_CHILDREN))
}

/**
 * The processor time of those running children of a process whose title begins so, to the nanosecond: a tick is ten
 * milliseconds, and each process has its own remainder. Of each child's first thread; the others are not counted.
 */
export function childrenProcessorMs(pid: number, title: string): number {
  return childrenOf(pid)
    .filter((child) => fileWhileThere(child, "cmdline").startsWith(title))
    .map((child) => Number(fileWhileThere(child, "schedstat").split(" ")[0]) / MS_IN_NS)
    .reduce((all, ms) => all + ms, 0)
}

function childrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => Number(placesIn(fileWhileThere(child, "stat"))[PARENT]) === pid)
}

function statOf(pid: number): string[] {
  return placesIn(readFileSync(`/proc/${pid}/stat`, "utf8"))
}

function placesIn(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")
}

/** Empty for a process that has ended since it was listed. */
function fileWhileThere(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8")
  } catch {
    return ""
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
