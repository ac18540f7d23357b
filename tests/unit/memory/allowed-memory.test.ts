import { expect, test } from "vitest"
import { EMPTY_MEMORY, type MemoryEntry, type StoryMemory } from "#app/domain/memory/story-memory.ts"
import { allowedMemory } from "#app/server/generation/allowed-memory.server.ts"

/** A line that the ban refuses at every level. */
const BANNED = "那年十五岁的女孩和老师发生了关系"

const entry: MemoryEntry = {
  id: "1",
  kind: "person",
  name: "沈重山",
  aliases: [],
  fixed: "更夫",
  now: "在渡口",
  at: 12,
  by: "model",
  open: true,
}
const section = { from: 0, to: 90, hash: "abc", line: "沈重山到了渡口" }
const KNOWN: StoryMemory = { readTo: 90, sections: [section], entries: [entry] }

test("what may stand comes back as it is", async () => {
  expect(await allowedMemory(KNOWN, EMPTY_MEMORY, 1)).toBe(KNOWN)
})

test("a line that may not is left out, and the rest stands", async () => {
  const told = { ...KNOWN, entries: [entry, { ...entry, id: "2", kind: "fact" as const, name: BANNED }] }
  expect(await allowedMemory(told, KNOWN, 5)).toEqual(KNOWN)
})

test("an entry that may not stand any more is again what it was, and no author's word lets it stand", async () => {
  const changed = { ...KNOWN, entries: [{ ...entry, now: BANNED, by: "author" as const }] }
  expect(await allowedMemory(changed, KNOWN, 1)).toEqual(KNOWN)
  expect((await allowedMemory(changed, EMPTY_MEMORY, 1)).entries).toEqual([])
})

test("a passage whose line may not stand counts as read, without the line", async () => {
  const later = { from: 90, to: 180, hash: "def", line: BANNED }
  const told = { ...KNOWN, readTo: 180, sections: [section, later] }
  expect(await allowedMemory(told, KNOWN, 1)).toEqual({
    ...told,
    sections: [section, { ...later, line: "" }],
  })
})

test("lines that may stand one by one and not together bring nothing new", async () => {
  const halves: MemoryEntry[] = [
    { ...entry, id: "2", kind: "fact", fixed: "", now: "", name: "那年十五岁的女孩和" },
    { ...entry, id: "3", kind: "fact", fixed: "", now: "", name: "老师发生了关系" },
  ]
  const told = { ...KNOWN, entries: [entry, ...halves] }
  expect(await allowedMemory(told, KNOWN, 1)).toEqual(KNOWN)
})

test("many lines are checked too", async () => {
  const many = Array.from({ length: 300 }, (_, at) => ({
    ...entry,
    id: String(at + 10),
    name: at === 150 ? BANNED : `掌柜${at}号，每天清早把门板卸下来`,
  }))
  const { entries } = await allowedMemory({ ...KNOWN, entries: many }, EMPTY_MEMORY, 3)
  expect(entries).toHaveLength(299)
  expect(JSON.stringify(entries)).not.toContain(BANNED)
})
