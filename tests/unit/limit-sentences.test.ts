import { expect, test } from "vitest"
import { accountFailureText, profileFailureText } from "#app/copy/account.ts"
import { generationLimitText, withWait } from "#app/copy/limits.ts"
import { novelFailureText } from "#app/copy/novels.ts"
import { reportFailureText } from "#app/copy/reports.ts"

test.each([
  [1, "请过 1 秒再试"],
  [59, "请过 59 秒再试"],
  [60, "请过 1 分钟再试"],
  [61, "请过 2 分钟再试"],
  [3_600, "请过 1 小时再试"],
  [3_601, "请过 2 小时再试"],
])("every sentence tells a wait of %i seconds", (seconds, words) => {
  for (const sentence of [
    accountFailureText["too-many-attempts"],
    profileFailureText["too-many-attempts"],
    novelFailureText["too-many-attempts"],
    reportFailureText["too-many-attempts"],
    generationLimitText["too-many-attempts"],
  ]) {
    expect(withWait(sentence, seconds)).toContain(words)
    expect(withWait(sentence, undefined)).toBe(sentence)
    expect(sentence).not.toMatch(/\d/)
  }
})
