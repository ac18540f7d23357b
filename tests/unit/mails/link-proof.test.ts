import { afterEach, expect, test, vi } from "vitest"
import { provenAddress, readProof } from "#app/server/account/link-proof.server.ts"

const ORIGIN = "https://luobi.example"
const EMAIL = "ming@example.com"
const HOUR_MS = 60 * 60_000

afterEach(() => void vi.useRealTimers())

test("a proof is for its kind of link and its address, however that is written, and names no address", () => {
  const address = provenAddress(ORIGIN, "recovery", EMAIL)
  expect(address).toMatch(/^https:\/\/luobi\.example\/auth\/confirm\?proof=[\w.-]+$/)
  expect(address).not.toContain("ming")
  const proof = readProof("recovery", address)
  expect(proof?.isFor(EMAIL)).toBe(true)
  expect(proof?.isFor("Ming@Example.com")).toBe(true)
  expect(proof?.isFor("hong@example.com")).toBe(false)
  expect(proof?.isFor("")).toBe(false)
  expect(readProof("signup", address)).toBeNull()
})

test("a proof counts as long as its link lives, and not much longer", () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  const address = provenAddress(ORIGIN, "signup", EMAIL)
  vi.setSystemTime(Date.now() + HOUR_MS)
  expect(readProof("signup", address)).not.toBeNull()
  vi.setSystemTime(Date.now() + HOUR_MS / 4)
  expect(readProof("signup", address)).toBeNull()
})

test.each([
  "",
  "x",
  "/auth/confirm?proof=a.b.c",
  `${ORIGIN}/auth/confirm?proof=`,
  `${ORIGIN}/auth/confirm?proof=..`,
])("%j holds no proof", (address) => expect(readProof("signup", address)).toBeNull())
