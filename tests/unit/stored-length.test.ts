import fc from "fast-check"
import { expect, test } from "vitest"
import { StoredLength } from "#app/server/generation/stored-length.server.ts"

test("stores only what is new when text is appended", () => {
  const stored = new StoredLength()
  stored.stored(0, 10)
  expect(stored.length).toBe(10)
  stored.stored(10, 25)
  expect(stored.length).toBe(25)
})

test("falls back to the start of the chunk in which a withdrawal begins", () => {
  const stored = new StoredLength()
  stored.stored(0, 10)
  stored.stored(10, 25)
  stored.stored(25, 30)
  stored.withdraw(15)
  expect(stored.length).toBe(10)
})

test("keeps the chunks before a withdrawal that begins at a chunk's edge", () => {
  const stored = new StoredLength()
  stored.stored(0, 10)
  stored.stored(10, 25)
  stored.withdraw(10)
  expect(stored.length).toBe(10)
})

test("replaces what another process stored as a whole", () => {
  const stored = new StoredLength(100)
  expect(stored.length).toBe(100)
  stored.withdraw(60)
  expect(stored.length).toBe(0)
})

test("the log holds the text after any writes and withdrawals", () => {
  const step = fc.oneof(
    fc.record({ write: fc.string({ maxLength: 8 }) }),
    fc.record({ withdraw: fc.nat(40) }),
    fc.constant({ store: true }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const stored = new StoredLength()
      let log: { at: number; text: string }[] = []
      let text = ""
      for (const next of [...steps, { store: true }]) {
        if ("write" in next) text += next.write
        if ("withdraw" in next) {
          text = text.slice(0, next.withdraw)
          stored.withdraw(next.withdraw)
        }
        if ("store" in next) {
          const from = stored.length
          log = [...log.filter(({ at }) => at < from), { at: from, text: text.slice(from) }]
          stored.stored(from, text.length)
        }
      }
      expect(log.map((chunk) => chunk.text).join("")).toBe(text)
    }),
  )
})
