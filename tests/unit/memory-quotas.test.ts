import { expect, test } from "vitest"
import { MemoryQuotas } from "#app/server/limits/memory-quotas.server.ts"

const NOW = 1_800_000_000_000

test.each([
  { count: 1, seconds: 1 },
  { count: 3, seconds: 10 },
  { count: 7, seconds: 60 },
  { count: 60, seconds: 3_600 },
])("%j: grants that many at once, then one after each wait", (rate) => {
  const quotas = new MemoryQuotas(10)
  const quota = { key: "k", ...rate }
  for (let attempt = 0; attempt < rate.count; attempt++) expect(quotas.take([quota], NOW)).toBe(0)

  const wait = quotas.take([quota], NOW)
  expect(wait).toBe(Math.ceil(rate.seconds / rate.count))
  expect(quotas.take([quota], NOW + wait * 1_000)).toBe(0)
  expect(quotas.take([quota], NOW + wait * 1_000)).toBeGreaterThan(0)
  const later = NOW + wait * 1_000 + rate.seconds * 1_000
  for (let attempt = 0; attempt < rate.count; attempt++) expect(quotas.take([quota], later)).toBe(0)
})

test("counts none when one is full, and tells the longest wait", () => {
  const quotas = new MemoryQuotas(10)
  const [short, long, free] = [
    { key: "short", count: 1, seconds: 10 },
    { key: "long", count: 1, seconds: 500 },
    { key: "free", count: 1, seconds: 10 },
  ]
  quotas.take([short, long], NOW)
  expect(quotas.take([free, short, long], NOW)).toBe(500)
  expect(quotas.take([free], NOW)).toBe(0)
})

test("grants again what was given back", () => {
  const quotas = new MemoryQuotas(10)
  const quota = { key: "k", count: 2, seconds: 100 }
  quotas.take([quota], NOW)
  quotas.take([quota], NOW)
  quotas.giveBack([quota])
  expect(quotas.take([quota], NOW)).toBe(0)
  expect(quotas.take([quota], NOW)).toBe(50)
})

test("remembers a bounded number of keys, and forgets the one unused for longest", () => {
  const quotas = new MemoryQuotas(2)
  const take = (key: string) => quotas.take([{ key, count: 2, seconds: 100 }], NOW)
  for (const key of ["old", "busy", "busy", "new"]) take(key)
  expect(take("busy")).toBeGreaterThan(0)
  expect([take("old"), take("old")]).toEqual([0, 0])
})
