import { execFileSync } from "node:child_process"
import { cpus, loadavg, release, totalmem, type } from "node:os"
import { ROOT } from "../scripts/children.ts"
import { round } from "./streams/report.ts"

const GIB = 2 ** 30

/** What was measured, when and on what; no names of hosts. */
export interface Occasion {
  machine: string
  node: string
  /** Of the last minute, before the run. */
  load: number
  commit: string
  date: string
}

export function thisOccasion(): Occasion {
  const processors = cpus()
  const memory = `${round(totalmem() / GIB, 0)} GB`
  return {
    machine: `${processors[0]?.model.trim()}, ${processors.length} cores, ${memory}, ${type()} ${release()}`,
    node: process.version,
    load: round(loadavg()[0] ?? 0),
    commit: commitHere(),
    date: new Date().toISOString().slice(0, 10),
  }
}

/** One line about the run, for people. */
export function told({ machine, node, load, commit, date }: Occasion): string {
  return `${date}, commit ${commit}, on ${machine}, Node ${node}; load before the run ${load}.`
}

function commitHere(): string {
  const git = (...words: string[]) => execFileSync("git", words, { cwd: ROOT, encoding: "utf8" }).trim()
  const changed = git("status", "--porcelain", "--", ".", ":!docs/performance.md")
  return `${git("rev-parse", "--short", "HEAD")}${changed === "" ? "" : " with changes"}`
}
