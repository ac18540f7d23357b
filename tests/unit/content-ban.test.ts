import { expect, test } from "vitest"
import { findBannedContent } from "../../app/domain/content-ban.ts"
import { shouldBlock, shouldPass } from "./content-ban.cases.ts"

const part = process.env.HELD === "1"
const pick = <T>(cases: T[]) => cases.filter((_, index) => (index % 3 === 2) === part)
test("block", () => {
  const wrong = pick(shouldBlock).filter(
    ({ text, level, reason = "minor" }) => findBannedContent(text, { level }) !== reason,
  )
  expect(wrong.map((w) => `${w.level} ${w.text}`)).toEqual([])
})
test("pass", () => {
  const wrong = pick(shouldPass).flatMap(({ text, level }) => {
    const reason = findBannedContent(text, { level })
    return reason ? [`${level} ${reason} ${text}`] : []
  })
  expect(wrong).toEqual([])
})
