import { describe, expect, test } from "vitest"
import { credentialsSchema, emailSchema, passwordSchema } from "#app/domain/forms/account-forms.ts"
import { findTitleProblem } from "#app/domain/novel.ts"
import { avatarFile, avatarSrc, findUsernameProblem } from "#app/domain/profile.ts"
import { isLongerThan, toSingleLine } from "#app/domain/text.ts"

const ID = "3f0a4a4e-8d5f-4b57-9d0c-0a5a2f6f5b11"

describe("credentials", () => {
  test("trims an address and makes it lower case, and leaves a password as typed", () => {
    const credentials = { email: "  Ming@Example.COM ", password: " pass word " }
    expect(credentialsSchema.parse(credentials)).toEqual({
      email: "ming@example.com",
      password: " pass word ",
    })
  })

  test.each([
    [undefined, "credentials-missing"],
    [null, "credentials-missing"],
    ["  ", "credentials-missing"],
    ["ming", "email-invalid"],
    ["ming@", "email-invalid"],
    ["a@b.cc\nd@e.ff", "email-invalid"],
    [`${"a".repeat(250)}@b.cc`, "email-invalid"],
  ])("address %j: %s", (email, word) => {
    expect(wordsOf(emailSchema.safeParse(email))).toEqual([word])
  })

  test.each([
    [undefined, "credentials-missing"],
    ["", "credentials-missing"],
    ["1234567", "password-too-short"],
    ["x".repeat(73), "password-too-long"],
    ["密".repeat(25), "password-too-long"],
  ])("password %j: %s", (password, word) => {
    expect(wordsOf(passwordSchema.safeParse(password))).toEqual([word])
  })

  test.each(["12345678", "x".repeat(72), "密".repeat(24)])("accepts the password %j", (password) => {
    expect(passwordSchema.parse(password)).toBe(password)
  })

  test("says that both are missing before anything else", () => {
    expect(wordsOf(credentialsSchema.safeParse({}))[0]).toBe("credentials-missing")
  })
})

describe("titles and names", () => {
  test.each([
    [" 雨　夜 ", "雨 夜"],
    ["一\r\n二\t三", "一 二 三"],
    ["\u202eexe.txt", "exe.txt"],
    ["👨‍👩‍👧", "👨‍👩‍👧"],
    ["…", "…"],
    ["\u200b\u200d", ""],
    ["\u3164\uffa0", ""],
    ["\u2800 \u115f", ""],
    ["\ud800", "\ufffd"],
  ])("keeps %j as %j", (typed, kept) => {
    expect(toSingleLine(typed)).toBe(kept)
  })

  test("counts characters as the database does", () => {
    expect(isLongerThan("𠮷𠮷", 2)).toBe(false)
    expect(isLongerThan("𠮷𠮷𠮷", 2)).toBe(true)
    expect(findTitleProblem("𠮷".repeat(100))).toBeNull()
    expect(findTitleProblem("长".repeat(101))).toBe("title-too-long")
    expect(findTitleProblem("\n")).toBe("title-missing")
    expect(findUsernameProblem("")).toBeNull()
    expect(findUsernameProblem("名".repeat(31))).toBe("username-too-long")
  })
})

describe("avatars", () => {
  const url = (file: string) => `https://x.supabase.co/storage/v1/object/public/avatars/avatars/${file}`

  test("are served from this site", () => {
    expect(avatarSrc(url(`${ID}-17.webp`))).toBe(`/avatars/${ID}-17.webp`)
    expect(avatarSrc(null)).toBeNull()
    expect(avatarSrc("https://tracker.example/pixel.gif")).toBeNull()
  })

  test.each([`${ID}.png`, `${ID}-1.svg`, `${ID}-1.png?x`, `x${ID}-1.png`, `../${ID}-1.png`, `${ID}-1.png\n`])(
    "%j is not an avatar path",
    (file) => {
      expect(avatarFile(url(file))).toBeNull()
    },
  )
})

function wordsOf(parsed: { error?: { issues: { message: string }[] } }): string[] {
  return parsed.error?.issues.map(({ message }) => message) ?? []
}
