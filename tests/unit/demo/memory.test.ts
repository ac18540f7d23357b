import { expect, test } from "vitest"
import { countCharacters } from "#app/domain/count-characters.ts"
import { EMPTY_MEMORY, type MemoryEntry, type StoryMemory } from "#app/domain/memory/story-memory.ts"
import { joinStory } from "#app/domain/story.ts"
import { storyPeople } from "#app/server/writing/demo/cast.server.ts"
import { demoMemory } from "#app/server/writing/demo/memory.server.ts"
import { STORIES, type Story } from "#app/server/writing/demo/stories.server.ts"
import { createDemoWriter } from "#app/server/writing/demo/writer.server.ts"
import { readingMessages } from "#app/server/writing/memory/memory-prompts.server.ts"
import { mergeUpdate } from "#app/server/writing/memory/merge-memory.server.ts"
import { readUpdate } from "#app/server/writing/memory/parse-update.server.ts"
import { collectNovel } from "../../support/upstream/run.ts"

const writer = createDemoWriter({ charactersPerSecond: 10_000_000 })
const KINDS = STORIES.map((story) => ({ kind: story.kind, story }))

test.each(KINDS)(
  "the memory of $kind says who is who, what has come of them, when it is, and what happened",
  async ({ story }) => {
    const first = await told(story, "")
    const memory = remembered(EMPTY_MEMORY, "", first)
    const people = memory.entries.filter(({ kind }) => kind === "person")

    expect(people.length).toBeGreaterThanOrEqual(2)
    for (const { name, fixed, now } of people) {
      const [, { habit }] = storyPeople(story.file).find(([, { who }]) =>
        fixed.includes(who.slice(0, 4)),
      ) ?? ["", { habit: "" }]
      if (!habit.includes("{")) expect(fixed, name).toContain(habit)
      if (habit !== "") expect(now, name).not.toBe(habit)
    }
    expect(people.filter(({ now }) => now !== "").length).toBeGreaterThanOrEqual(2)
    expect(entriesOf(memory, "fact").length).toBeGreaterThanOrEqual(2)
    for (const { name } of entriesOf(memory, "time"))
      expect(name).toMatch(/[天日夜晨晚午年月节更末春夏秋冬星期]/u)
    const [{ line } = { line: "" }] = memory.sections
    expect(line.split("；").length).toBeGreaterThanOrEqual(2)
    expect(countCharacters(line)).toBeLessThanOrEqual(60)
  },
)

test("what a part has left open is settled at its end, and a later part says what has become of its people", async () => {
  const story = STORIES.find(({ kind }) => kind === "悬疑") as Story
  const whole = await told(story, "")
  const half = whole.slice(0, whole.lastIndexOf("\n", whole.length / 2))
  const begun = remembered(EMPTY_MEMORY, "", half)
  const over = remembered(begun, half, whole)
  const open = entriesOf(begun, "thread").filter(({ open }) => open)

  expect(open.length).toBeGreaterThan(0)
  expect(entriesOf(over, "thread").filter(({ open }) => open).length).toBeLessThan(open.length)
  const later = remembered(over, whole, joinStory(whole, await told(story, whole)))
  const nowOf = ({ entries }: StoryMemory) => entries.find(({ kind }) => kind === "person")?.now
  expect(nowOf(later)).not.toBe(nowOf(over))
})

async function told({ kind }: Story, existing: string): Promise<string> {
  return (await collectNovel({ prompt: `${kind}，一只怀表`, length: 3, existing }, { writer })).text
}

/** The memory after the demo has read what `story` goes on with behind `before`. */
function remembered(memory: StoryMemory, before: string, story: string): StoryMemory {
  const lines = readUpdate(demoMemory(readingMessages(story.slice(before.length))), true)
  return mergeUpdate(memory, lines, { story, from: before.length, to: story.length }) ?? memory
}

function entriesOf({ entries }: StoryMemory, kind: MemoryEntry["kind"]): MemoryEntry[] {
  return entries.filter((entry) => entry.kind === kind)
}
