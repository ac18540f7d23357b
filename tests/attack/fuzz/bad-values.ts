import { globSync, readFileSync } from "node:fs"
import type { Dice } from "../../faults/dice.ts"

/**
 * The names of all fields that the app's forms send or its routes read. Taken from the sources, so new fields
 * join by themselves.
 */
export const FIELD_NAMES = [
  ...new Set(
    globSync("app/**/*.{ts,tsx}").flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/(?:\sname="|(?:form|searchParams)\.get\(")(\w+)"/g)].map(
        (match) => match[1] ?? "",
      ),
    ),
  ),
]

const KIB = 1_024

const VALUES: ((dice: Dice) => string)[] = [
  () => "",
  () => " \t　",
  () => "-1",
  () => "1e309",
  () => "99999999999999999999",
  () => "NaN",
  () => "null",
  () => "true",
  () => "[object Object]",
  () => "١٢٣",
  () => "\0",
  () => "a\0b",
  () => "\ud800",
  () => "雨\udc00夜",
  () => "\ufeff\u202e\u200b",
  () => "<script>alert(1)</script>",
  () => "{{7*7}}#{7*7}<%= 7*7 %>",
  () => "' or 1=1; drop table novels; --",
  () => "../../../../etc/passwd",
  () => "..\\..\\server.ts",
  () => "file:///etc/passwd",
  () => "http://127.0.0.1:1/",
  () => "//evil.example",
  () => "javascript:alert(1)",
  () => "x\r\nSet-Cookie: a=b",
  () => "%00%ff%0d%0a",
  () => "__proto__",
  () => "constructor.prototype",
  () => '{"a":[1]}',
  () => "a@b",
  () => `${"x".repeat(300)}@example.com`,
  () => crypto.randomUUID(),
  () => "nobodyhasthisone123456",
  () => "generate",
  () => "confirm-adult",
  () => "register",
  () => "9",
  () => "😀".repeat(50),
  (dice) => "长".repeat(dice.between(1, 5_000)),
  (dice) => "\n".repeat(dice.between(1, 3_000)),
  (dice) => "x".repeat(dice.between(KIB, 200 * KIB)),
  (dice) => bytesOf(dice, 40).toString("latin1"),
]

export function badValue(dice: Dice): string {
  return dice.pick(VALUES)(dice)
}

/** A field of the app, or a name that a parser might treat as a path. */
export function fieldName(dice: Dice): string {
  if (dice.roll() < 0.8) return dice.pick(FIELD_NAMES)
  return dice.pick([
    "x[4294967294]",
    "a.b.c.d",
    "prompt[]",
    "prompt.a",
    "__proto__[x]",
    "constructor",
    "",
    "名",
    "\0",
    "length",
  ])
}

export function bytesOf(dice: Dice, count: number): Buffer {
  return Buffer.from(Array.from({ length: count }, () => dice.between(0, 256)))
}
