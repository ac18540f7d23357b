import { existsSync, globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

const DOCKERFILE = readFileSync("Dockerfile", "utf8").replaceAll("\\\n", " ")
const [, LAST_STAGE = ""] = /^.*^FROM .*?\n(.*)$/ms.exec(DOCKERFILE) ?? []

test("what runs in the image needs no shell and is not root", () => {
  const started = LAST_STAGE.match(/^(?:CMD|ENTRYPOINT|HEALTHCHECK) .*/gm) ?? []
  expect(started.map((line) => line.replace(/ --\S+/g, ""))).toEqual([
    expect.stringMatching(/^HEALTHCHECK +CMD \["node", /),
    'CMD ["node", "server.ts"]',
  ])
  expect(LAST_STAGE).not.toMatch(/^(?:RUN|ADD) /m)
  expect(LAST_STAGE).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m)
})

test("a build is given what the Dockerfile copies and what Vite reads, and no secrets", () => {
  const [all, ...given] = readFileSync(".dockerignore", "utf8")
    .split("\n")
    .filter((line) => /^[*!]/.test(line))
  expect(all).toBe("*")
  const paths = given.map((line) => line.slice(1))
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
  const copied = Array.from(DOCKERFILE.matchAll(/^COPY (?!--from)(.*) \S+$/gm), ([, names = ""]) =>
    names.split(" "),
  )
  const needed = [...copied.flat(), ...globSync("*.config.ts"), "app", "public", "server", "tsconfig.json"]
  const forTests = ["playwright.config.ts", "vitest.config.ts", "."]
  expect(needed.filter((path) => !forTests.includes(path) && !paths.includes(path))).toEqual([])
})
