// Prompts as visitors might write them, by several hands, with what a reader expects of the story.
import { expect, test } from "vitest"
import { readRequest } from "#app/server/writing/demo/read-request.server.ts"
import prompts from "./prompts.json" with { type: "json" }

test("most prompts get the kind that a reader expects", () => {
  const missed = prompts.flatMap(({ prompt, kind }) => {
    const read = readRequest(prompt).kind
    return kind === null || read === kind ? [] : [`${prompt}: ${read}, not ${kind}`]
  })
  expect(missed.length / prompts.length, missed.join("\n")).toBeLessThan(0.12)
})

test("most heroes who are named are found, and hardly anybody where nobody is", () => {
  const read = prompts.map(({ prompt, hero }) => ({
    prompt,
    hero,
    found: readRequest(prompt).people[0]?.name ?? null,
  }))
  const missed = read.filter(({ hero, found }) => hero !== null && found !== hero)
  const invented = read.filter(({ hero, found }) => hero === null && found !== null)
  expect(missed.length / read.length, JSON.stringify(missed)).toBeLessThan(0.08)
  expect(invented.length / read.length, JSON.stringify(invented)).toBeLessThan(0.02)
})
