import { beforeEach, expect, test, vi } from "vitest"
import type { HistoryItem, KeptGeneration } from "#app/browser/novel-history.ts"

/** As much as Chromium lets a site store, in UTF-16 units of keys and values. */
const QUOTA_UNITS = 5 * 1_024 * 1_024
const MILLION = 1_000_000
const TEXTS_KEY = "novelHistories"

/** A browser's storage with its quota. */
class FakeStorage {
  #values = new Map<string, string>()

  getItem(key: string): string | null {
    return this.#values.get(key) ?? null
  }

  setItem(key: string, value: string): void {
    const others = [...this.#values].filter(([name]) => name !== key)
    const size = others.reduce(
      (sum, [name, text]) => sum + name.length + text.length,
      key.length + value.length,
    )
    if (size > QUOTA_UNITS) throw new DOMException("full", "QuotaExceededError")
    this.#values.set(key, value)
  }

  removeItem(key: string): void {
    this.#values.delete(key)
  }
}

let storage: FakeStorage
let history: typeof import("#app/browser/novel-history.ts")

beforeEach(async () => {
  storage = new FakeStorage()
  vi.stubGlobal("localStorage", storage)
  await reload()
})

/** What a new page of this device finds. */
async function reload(): Promise<void> {
  vi.resetModules()
  history = await import("#app/browser/novel-history.ts")
}

function generation(id: string, text: string): KeptGeneration {
  const startedAt = "2026-11-22T00:00:00Z"
  return { id, text, status: "done", prompt: id, level: 1, sections: [], startedAt, novel: null }
}

function textOf(id: string): string | undefined {
  return (history.findNovel(id) as HistoryItem | null)?.text
}

const long = (letter: string, units = MILLION) => letter.repeat(units)

test("texts that fit are the list of texts that the specification names", async () => {
  history.keepNovel(generation("a", "雨停了。"))
  history.keepNovel(generation("b", "雨停了。\n\n船来了。"))
  expect(JSON.parse(storage.getItem(TEXTS_KEY) ?? "")).toEqual(["雨停了。\n\n船来了。", "雨停了。"])
  await reload()
  expect([textOf("a"), textOf("b")]).toEqual(["雨停了。", "雨停了。\n\n船来了。"])
})

test("an edited text takes the place of the one that it changes, and no other's", async () => {
  for (const id of ["a", "b"]) history.keepNovel(generation(id, `${id}。`))
  history.keepNovel({ ...generation("c", "改过的。"), edits: "a" })
  await reload()
  expect(history.listNovels()).toEqual(["c", "b"])
  // Its page may still be open in another tab.
  history.keepNovel(generation("a", "a。"))
  expect(history.listNovels()).toEqual(["c", "b"])
})

test("a text that does not fit takes none away that was stored", async () => {
  for (const id of ["一", "二", "三", "四"]) history.keepNovel(generation(id, long(id)))
  history.keepNovel(generation("五", long("五", 1.2 * MILLION)))
  expect(textOf("五")).toHaveLength(1.2 * MILLION)
  expect(history.listUnkept()).toEqual(["五"])
  await reload()
  for (const id of ["一", "二", "三", "四"]) expect(textOf(id)).toBe(long(id))
  // The entry stays, so that its text can be fetched from the server.
  expect(textOf("五")).toBe("")
})

test("a text that was stored stays as it was stored when it grows beyond the storage", async () => {
  for (const id of ["一", "二", "三", "四"]) history.keepNovel(generation(id, long(id)))
  history.keepNovel({ ...generation("五", "雨停了。"), status: "running" })
  history.keepNovel({ ...generation("五", `雨停了。${long("五", 2 * MILLION)}`), status: "running" })
  await reload()
  expect(textOf("五")).toBe("雨停了。")
})

test("continuations of a long text are stored once, and each is read whole", async () => {
  const texts = Array.from({ length: 9 }, (_, at) => long("雨") + "\n\n船来了。".repeat(at))
  for (const [at, text] of texts.entries()) history.keepNovel(generation(`g${at}`, text))
  expect(history.listUnkept()).toEqual([])
  await reload()
  for (const [at, text] of texts.entries()) expect(textOf(`g${at}`)).toBe(text)
  // Also when the longest of them goes.
  const longest = history.findNovel("g8") as HistoryItem
  history.deleteNovel(longest)
  await reload()
  for (const [at, text] of texts.slice(0, 8).entries()) expect(textOf(`g${at}`)).toBe(text)
})

test("leaves room for drafts", () => {
  for (const id of ["一", "二", "三", "四", "五"]) history.keepNovel(generation(id, long(id, 1_040_000)))
  expect(() => storage.setItem("drafts", long("稿", 50_000))).not.toThrow()
})

test("deleting an entry makes room for one that did not fit", async () => {
  for (const id of ["一", "二", "三", "四"]) history.keepNovel(generation(id, long(id)))
  history.keepNovel(generation("五", long("五", 1.2 * MILLION)))
  history.deleteNovel(history.findNovel("一") as HistoryItem)
  expect(history.listUnkept()).toEqual([])
  await reload()
  expect(textOf("五")).toHaveLength(1.2 * MILLION)
})

test("an entry keeps the novel that it belongs to, also while its page goes on keeping it", async () => {
  const novel = { id: crypto.randomUUID(), hash: "a".repeat(32) }
  history.keepNovel(generation("a", "雨停了。"))
  history.linkNovels(({ id }) => (id === "a" ? novel : null))
  history.keepNovel({ ...generation("a", "雨停了。"), status: "stopped" })
  await reload()
  expect(history.findNovel("a")).toMatchObject({ novel, status: "stopped" })
  storage.setItem("novelHistoryDetails", JSON.stringify([{ id: "a", length: 4, novel: { id: 1 } }]))
  await reload()
  expect(history.findNovel("a")).toMatchObject({ novel: null, text: "雨停了。" })
})
