import { readdirSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { readRequest } from "#app/server/writing/demo/read-request.server.ts"
import { namePrompts } from "./name-prompts.ts"
import { NAMELESS_PROMPTS } from "./nameless-prompts.ts"
import { announcedPrompts, placePrompts } from "./place-prompts.ts"

const SEED = Math.floor(Math.random() * 2 ** 31)
const PROMPTS = 1_500
/** Parts of a thousand. */
const FOUND_MIN = 970
const CUT_MAX = 10
const PLACES = 600
const WRONG_SHARE_MAX = 0.02
const MISSED_SHARE_MAX = 0.06
const STORIES = "app/server/writing/demo/stories"

test(`names are found in prompts that are put together (seed ${SEED})`, () => {
  const read = namePrompts(PROMPTS, SEED).map(({ prompt, name }) => ({
    prompt,
    name,
    read: readRequest(prompt).people[0]?.name ?? "",
  }))
  const missed = read.filter((one) => one.read !== one.name)
  const cut = missed.filter(
    (one) => one.read !== "" && (one.name.includes(one.read) || one.read.includes(one.name)),
  )

  expect(missed.length, JSON.stringify(missed, null, 1)).toBeLessThanOrEqual(perThousand(1_000 - FOUND_MIN))
  expect(cut.length, JSON.stringify(cut, null, 1)).toBeLessThanOrEqual(perThousand(CUT_MAX))
})

test(`what ends like a place is a place (seed ${SEED})`, () => {
  const read = placePrompts(PLACES, SEED).map((one) => ({ ...one, read: readRequest(one.prompt) }))
  const people = read.filter(
    ({ hero, read }) => read.people.length > (hero ? 1 : 0) || (hero ?? "") !== (read.people[0]?.name ?? ""),
  )
  const missed = read.filter(({ place, read }) => read.place !== place)

  expect(people.length, JSON.stringify(people, null, 1)).toBeLessThanOrEqual(PLACES * WRONG_SHARE_MAX)
  expect(missed.length, JSON.stringify(missed, null, 1)).toBeLessThanOrEqual(PLACES * MISSED_SHARE_MAX)
})

test(`what ends like a place is a person where it is announced as one (seed ${SEED})`, () => {
  const missed = announcedPrompts(PLACES, SEED)
    .map(({ prompt, hero }) => ({ prompt, hero, read: readRequest(prompt).people[0]?.name }))
    .filter(({ hero, read }) => read !== hero)

  expect(missed.length, JSON.stringify(missed, null, 1)).toBeLessThanOrEqual(PLACES * WRONG_SHARE_MAX)
})

test.each(NAMELESS_PROMPTS)("nobody is named in: %s", (prompt) => {
  expect(readRequest(prompt).people).toEqual([])
})

test("prose that names nobody is hardly ever read as if it did", () => {
  const sentences = storySentences()
  const named = sentences.filter((sentence) => readRequest(sentence).people.length > 0)

  expect(sentences.length).toBeGreaterThan(5_000)
  expect(named.length, named.join("\n")).toBeLessThanOrEqual(sentences.length / 100)
})

/** The sentences of the demo's stories in which no person and no thing is put in. */
function storySentences(): string[] {
  const texts = readdirSync(STORIES)
    .filter((file) => file.endsWith(".json"))
    .flatMap((file) => scenesOf(readFileSync(`${STORIES}/${file}`, "utf8")))
  return texts.flatMap((text) =>
    text
      .replaceAll(CHOICE, (_, choices: string) => choices.split("|")[0] ?? "")
      .split(/(?<=[。！？])/u)
      .filter((sentence) => !/[{}]/u.test(sentence) && sentence.length > 5),
  )
}

const CHOICE = /\{([^{}:]*\|[^{}]*)\}/gu

interface SceneFile {
  parts: { scenes: { text: (string | { optional?: string; text?: string })[] }[] }[]
}

function scenesOf(json: string): string[] {
  const { parts } = JSON.parse(json) as SceneFile
  return parts.flatMap(({ scenes }) =>
    scenes.flatMap(({ text }) =>
      text.map((one) => (typeof one === "string" ? one : (one.optional ?? one.text ?? ""))),
    ),
  )
}

function perThousand(parts: number): number {
  return (PROMPTS * parts) / 1_000
}
