import { describe, expect, test } from "vitest"
import { findBannedContent } from "#app/domain/ban/ban.ts"
import { NOVEL_LENGTHS } from "#app/domain/novel-length.ts"
import { joinStory, paragraphsOf } from "#app/domain/story.ts"
import { storyPeople } from "#app/server/writing/demo/cast.server.ts"
import { KIND_WORDS } from "#app/server/writing/demo/kinds/kind-words.lexicon.server.ts"
import { STORIES } from "#app/server/writing/demo/stories.server.ts"
import { type StoryScene, templateOf } from "#app/server/writing/demo/story-file.server.ts"
import { tellingOf } from "#app/server/writing/demo/telling.server.ts"
import { createDemoWriter } from "#app/server/writing/demo/writer.server.ts"
import { endsFinished } from "#app/server/writing/prose/sentence-end.server.ts"
import { collectNovel, requestFor } from "../../support/upstream/run.ts"

const writer = createDemoWriter({ charactersPerSecond: 10_000_000 })
const KINDS = STORIES.map((story) => ({ kind: story.kind, story }))
const RUN = 12
const CORE_MAX_CHARACTERS = 1_800
/** What this level lets through, each of the others does, too. */
const STRICTEST_LEVEL = 5 as const

test("each story has a kind of its own, which words of a prompt can ask for", () => {
  const kinds = KINDS.map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual(Object.keys(KIND_WORDS).toSorted())
})

describe.each(KINDS)("the file of $kind", ({ story }) => {
  const scenes = story.parts.flatMap((part) => part.scenes)
  const byId = new Map(scenes.map((scene) => [scene.id, scene]))

  test("names each scene once, and needs only scenes that stand before", () => {
    expect(byId.size).toBe(scenes.length)
    scenes.forEach((scene, at) => {
      const earlier = new Set(scenes.slice(0, at).map(({ id }) => id))
      expect(scene.needs.filter((id) => !earlier.has(id))).toEqual([])
    })
  })

  test("has core scenes that need no other scene, and begins and ends each part with one", () => {
    for (const { scenes: part } of story.parts) {
      expect([part[0]?.core, part.at(-1)?.core]).toEqual([true, true])
    }
    for (const { needs } of scenes.filter(({ core }) => core)) {
      expect(needs.filter((id) => !byId.get(id)?.core)).toEqual([])
    }
  })

  test("lets nobody appear who was not introduced", () => {
    for (const [role] of storyPeople(story.file)) {
      const names = new RegExp(`\\{${role}[.:}]`, "u")
      const naming = scenes.filter(({ text }) => text.some((one) => names.test(templateOf(one))))
      const [first, ...rest] = naming
      expect(
        first?.text.some((one) => typeof one === "string" && names.test(one)),
        role,
      ).toBe(true)
      const unmet = rest.filter((scene) => !first?.core && !needsOf(scene, byId).has(first?.id ?? ""))
      expect(
        unmet.map(({ id }) => id),
        role,
      ).toEqual([])
    }
  })

  test("ends no paragraph with a comma or a semicolon, by which the demo knows a cut one", () => {
    const { cast } = tellingOf(requestFor({ prompt: story.kind }))
    const tellings = story.templates.flatMap(({ template }) =>
      [0, 0.3, 0.6, 0.9].map((draw) => template.tell(cast, () => draw)),
    )
    expect(tellings.filter((telling) => /[，；]$/u.test(telling))).toEqual([])
  })

  test("has room in its core scenes for the shortest novel", () => {
    for (const part of story.parts) {
      const plain = part.scenes
        .filter(({ core }) => core)
        .flatMap(({ text }) => text.filter((one) => typeof one === "string"))
      const characters = plain.reduce((sum, source) => sum + source.replace(/\{[^{}]*\}/gu, "").length, 0)
      expect(characters).toBeLessThan(CORE_MAX_CHARACTERS)
    }
  })
})

describe.each(KINDS.flatMap((one) => NOVEL_LENGTHS.map((length) => ({ ...one, length }))))(
  "a novel of $kind, length $length",
  ({ kind, length }) => {
    test("and two parts that continue it are whole, in order, behind the walls, and repeat nothing", async () => {
      let existing = ""
      const told = new Set<string>()
      for (const part of [0, 1, 2]) {
        const request = requestFor({
          prompt: kind,
          length,
          existing,
          contentLevel: (((part + length) % 5) + 1) as 1,
        })
        const novel = await collectNovel(request, { writer })
        expect(novel.end).toBe("done")
        expect(novel.share).toBeGreaterThanOrEqual(0.92)
        expect(novel.share).toBeLessThanOrEqual(1.08)
        expect(endsFinished(novel.text)).toBe(true)
        expect(novel.text).not.toMatch(/[{}|]|undefined/u)
        expect(novel.events.some(({ type }) => type === "rewind")).toBe(false)
        for (const level of [request.contentLevel, STRICTEST_LEVEL])
          expect(findBannedContent(novel.text, { level })).toBeNull()

        const telling = tellingOf(request)
        expect(telling.part).toBe(part)
        for (const { scene } of telling.chapters.flat()) {
          const earlier = STORIES.find((story) => story.kind === kind)?.parts.slice(0, part) ?? []
          const known = new Set([...told, ...earlier.flatMap(({ scenes }) => scenes.map(({ id }) => id))])
          expect(scene.needs.filter((id) => !known.has(id))).toEqual([])
          told.add(scene.id)
        }
        existing = joinStory(existing, novel.text)
      }
      expect(repeatedShare(existing)).toBeLessThan(0.01)
      // A short question or answer may come twice.
      const long = paragraphsOf(existing).filter(({ length }) => length > RUN)
      expect(new Set(long).size).toBe(long.length)
    })
  },
)

test("two stories of different kinds share next to nothing, two of one kind less than sixty parts of a hundred", async () => {
  const runs = async (prompt: string) => runsOf((await collectNovel({ prompt, length: 3 }, { writer })).text)
  const tellings = await Promise.all(
    KINDS.map(async ({ kind }) => [await runs(`${kind}，雨夜`), await runs(`${kind}，第一场雪`)] as const),
  )
  tellings.forEach(([one, other], at) => {
    expect(sharedShare(one, other), KINDS[at]?.kind).toBeLessThan(0.6)
    for (const [elsewhere] of tellings.slice(at + 1)) expect(sharedShare(one, elsewhere)).toBeLessThan(0.05)
  })
})

function needsOf(scene: StoryScene, byId: ReadonlyMap<string, StoryScene>): Set<string> {
  const needs = new Set(scene.needs)
  for (const id of needs) for (const further of byId.get(id)?.needs ?? []) needs.add(further)
  return needs
}

function runsOf(text: string): Set<string> {
  const plain = text.replaceAll("\n", "")
  return new Set(
    Array.from({ length: Math.max(0, plain.length - RUN + 1) }, (_, at) => plain.slice(at, at + RUN)),
  )
}

function sharedShare(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return one.intersection(other).size / Math.min(one.size, other.size)
}

function repeatedShare(text: string): number {
  const all = text.replaceAll("\n", "").length - RUN + 1
  return 1 - runsOf(text).size / all
}
