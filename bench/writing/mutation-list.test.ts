import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { MUTATIONS, mutated } from "./mutation-list.ts"

const ROOT = join(import.meta.dirname, "../..")

// The bench of the mutations is run by hand, and a change of the engine must not leave them behind.
test.each(MUTATIONS)("$name: applies to the engine as it is", (mutation) => {
  const source = readFileSync(join(ROOT, mutation.file), "utf8")
  expect(mutated(source, mutation)).not.toBe(source)
})
