import { expect, test } from "vitest"
import { Ledger } from "../../faults/ledger.ts"

const APP = "app 1"
const later = () => Date.now() + 1

test("a row that its process does not store is named, but not one whose process has ended", () => {
  const ledger = new Ledger()
  ledger.created(APP, { id: "one", n: 1, epoch: 1 })
  ledger.created("app 2", { id: "elsewhere", n: 2, epoch: 1 })
  expect(ledger.unstoredBeside("refused", APP, later())).toEqual(["one"])
  ledger.orphan(APP)
  expect(ledger.unstoredBeside("refused", APP, later())).toEqual([])
})

test("what only an app's memory holds is not stored until it has its row, unless that process has ended", () => {
  const ledger = new Ledger()
  const now = Date.now()
  ledger.begun(APP, "one")
  expect(ledger.isStoredSince(now)).toBe(false)
  ledger.created("app 2", { id: "elsewhere", n: 1, epoch: 1 })
  expect(ledger.isStoredSince(now)).toBe(false)
  ledger.created(APP, { id: "one", n: 2, epoch: 1 })
  expect(ledger.isStoredSince(now)).toBe(true)

  ledger.begun(APP, "one")
  expect(ledger.isStoredSince(now)).toBe(true)
  ledger.begun(APP, "lost")
  ledger.orphan("app 2")
  expect(ledger.isStoredSince(now)).toBe(false)
  ledger.orphan(APP)
  expect(ledger.isStoredSince(now)).toBe(true)
})

test("a store whose answer comes after its process has ended gives the row no writer, a claim does", () => {
  const ledger = new Ledger()
  ledger.created(APP, { id: "one", n: 1, epoch: 1 })
  const sent = ledger.sent([{ n: 1, epoch: 1, from: 0, text: "雨" }])
  ledger.orphan(APP)
  ledger.answered(sent, [{ n: 1 }])
  expect(ledger.entryOf("one")).toMatchObject({ text: "雨", writer: null })

  const claimedFrom = Date.now()
  ledger.claimed(APP, "one", { n: 1, epoch: 2, text: "雨" })
  expect(ledger.unstoredBeside("refused", APP, claimedFrom)).toEqual([])
  expect(ledger.unstoredBeside("refused", APP, later())).toEqual(["one"])
})
