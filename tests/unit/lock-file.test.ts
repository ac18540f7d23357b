import { readFileSync } from "node:fs"
import { expect, test } from "vitest"

interface Locked {
  resolved?: string
  optionalDependencies?: Record<string, string>
}

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Record<string, Locked>
}

test("the lock file names no registry host", () => {
  expect(Object.entries(packages).filter(([, { resolved }]) => resolved?.startsWith("http"))).toEqual([])
})

// A registry that lacks another platform's binary omits it, and `npm ci` then refuses the whole file.
test("the lock file holds the optional packages of every platform", () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
    ),
  )
  expect(missing).toEqual([])
})
