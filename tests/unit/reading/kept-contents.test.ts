import { expect, test } from "vitest"
import { ONE_PAGE_MAX_UNITS } from "#app/domain/reading/parts.ts"
import { readNovel } from "#app/server/novels/kept-contents.server.ts"

const LONG = "灯".repeat(ONE_PAGE_MAX_UNITS + 1)

/** A table with one novel, which remembers how often its text was read. */
function table(content: string) {
  let row: { content: string; content_hash: string; title: string } | null = null
  let version = 0
  let reads = 0
  const write = (text: string) => {
    version += 1
    row = { content: text, content_hash: `hash ${version}`, title: `第 ${version} 版` }
  }
  write(content)
  return {
    id: crypto.randomUUID(),
    write,
    close: () => {
      row = null
    },
    textReads: () => reads,
    async read(columns: string) {
      const asked = columns.split(", ")
      if (asked.includes("content")) reads += 1
      const entries = Object.entries(row ?? {}).filter(([name]) => asked.includes(name))
      return { data: row && Object.fromEntries(entries), error: null, status: 200 }
    },
  }
}

test("a long text is read once while it stays the same, and its row each time", async () => {
  const novel = table(LONG)
  for (let nth = 0; nth < 3; nth += 1) {
    expect((await readNovel(novel.id, novel.read)).data).toMatchObject({ content: LONG, title: "第 1 版" })
  }
  expect(novel.textReads()).toBe(1)
})

test("a changed text is read anew, at once", async () => {
  const novel = table(LONG)
  await readNovel(novel.id, novel.read)
  novel.write(`${LONG}雪停了。`)
  expect((await readNovel(novel.id, novel.read)).data).toMatchObject({ content: `${LONG}雪停了。` })
  novel.write("雪停了。")
  expect((await readNovel(novel.id, novel.read)).data).toMatchObject({ content: "雪停了。" })
})

test("who may not see the row gets no text of it", async () => {
  const novel = table(LONG)
  await readNovel(novel.id, novel.read)
  novel.close()
  expect((await readNovel(novel.id, novel.read)).data).toBe(null)
  const error = { ...new Error("closed"), details: "", hint: "", code: "42501" } as never
  const refused = { data: null, error, status: 403 }
  expect(await readNovel(novel.id, async () => refused)).toBe(refused)
})

test("short texts are not kept, and of many long ones the last", async () => {
  const short = table("雪停了。")
  await readNovel(short.id, short.read)
  await readNovel(short.id, short.read)
  expect(short.textReads()).toBe(2)

  const first = table("雪".repeat(1_000_000))
  await readNovel(first.id, first.read)
  for (let nth = 0; nth < 9; nth += 1) {
    const other = table("雪".repeat(1_000_000))
    await readNovel(other.id, other.read)
  }
  await readNovel(first.id, first.read)
  expect(first.textReads()).toBe(2)
})
