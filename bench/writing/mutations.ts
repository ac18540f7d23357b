/**
 * Breaks a copy of the writing engine in one way after the other, and runs the bench against each: a bench
 * that misses no target then would hide the same fault in the engine itself. Run by hand after a change of
 * the bench; it takes some minutes.
 *
 *   npm run bench:mutations -- [--seed N] [--only name,name]
 *
 * First the copy runs unbroken, with the scenarios of each mutation, and must miss nothing. The exit code is
 * 1 when such a run misses a target, or when a mutation goes unnoticed. A mutation whose text no longer stands exactly once in its file is an
 * error, and so is a bench that breaks off before its report.
 */
import { spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { MUTATIONS, mutated } from "./mutation-list.ts"

const COPIED = ["app", "bench", "tests/support", "package.json"]
const SEED_MAX = 1_000_000
const ROOT = join(import.meta.dirname, "../..")

const { values } = parseArgs({ options: { seed: { type: "string" }, only: { type: "string" } } })
const seed = values.seed ?? String(Math.floor(Math.random() * SEED_MAX))
const only = values.only?.split(",")
const chosen = MUTATIONS.filter(({ name }) => only?.includes(name) ?? true)
console.log(`seed ${seed}`)

const copy = mkdtempSync(join(tmpdir(), "luobi-mutations-"))
try {
  for (const path of COPIED) cpSync(join(ROOT, path), join(copy, path), { recursive: true })
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"))
  // All of them first, so that one that no longer applies is known at once.
  const patched = new Map(
    MUTATIONS.map((mutation) => [
      mutation,
      mutated(readFileSync(join(copy, mutation.file), "utf8"), mutation),
    ]),
  )

  for (const scenarios of new Set(chosen.map((mutation) => mutation.scenarios))) {
    const missed = missedTargets(scenarios)
    console.log(
      `${missed.length === 0 ? "ok       " : "NOT GREEN"} unbroken, ${scenarios}: ${missed.join("; ")}`,
    )
    if (missed.length > 0) process.exitCode = 1
  }
  for (const mutation of chosen) {
    const file = join(copy, mutation.file)
    const original = readFileSync(file, "utf8")
    writeFileSync(file, patched.get(mutation) ?? "")
    const missed = missedTargets(mutation.scenarios)
    writeFileSync(file, original)
    console.log(`${missed.length > 0 ? "noticed  " : "UNNOTICED"} ${mutation.name}: ${missed.join("; ")}`)
    if (missed.length === 0) process.exitCode = 1
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}

/** The targets that the bench of the copy misses. */
function missedTargets(scenarios: readonly string[]): string[] {
  const args = [
    "bench/writing/main.ts",
    "--seed",
    seed,
    "--lengths",
    "1,3",
    "--scenario",
    scenarios.join(","),
  ]
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: "utf8" })
  const report = stdout.trimEnd().split("\n").at(-1) ?? ""
  if (!report.startsWith("{")) throw new Error(`the bench broke off: ${stderr}`)
  const { misses } = JSON.parse(report) as { misses: { target: string }[] }
  return [...new Set(misses.map(({ target }) => target))]
}
