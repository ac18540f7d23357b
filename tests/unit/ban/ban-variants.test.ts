import { expect, test } from "vitest"
import { findBannedContent } from "#app/domain/ban/ban.ts"
import { harmlessVariants, type Variant, variantsToBlock } from "./ban-variants.ts"

/** Every run tries other lines. `BAN_SEED` repeats one. */
const SEED = Number(process.env.BAN_SEED ?? Math.floor(Math.random() * 1_000_000_000))
const FEWEST_BLOCKED = 0.97
const MOST_FALSE_BLOCKS = 0.02
const LINES_OF_KIND = 60

test(`blocks lines that are put together from slots (seed ${SEED})`, () => {
  const variants = variantsToBlock(SEED, LINES_OF_KIND)
  const missed = variants.filter((variant) => !isBlocked(variant))
  expect(missed.length, report(variants, missed)).toBeLessThanOrEqual(variants.length * (1 - FEWEST_BLOCKED))
})

test(`lets harmless lines pass that are put together from slots (seed ${SEED})`, () => {
  const variants = harmlessVariants(SEED, LINES_OF_KIND)
  const blocked = variants.filter(isBlocked)
  expect(variants.length).toBeGreaterThanOrEqual(300)
  expect(blocked.length, report(variants, blocked)).toBeLessThanOrEqual(variants.length * MOST_FALSE_BLOCKS)
})

test(`lets adult couples of stated ages pass at adult levels (seed ${SEED})`, () => {
  const variants = harmlessVariants(SEED, 2 * LINES_OF_KIND).filter(({ kind }) => kind === "adult couples")
  const blocked = variants.filter(isBlocked)
  expect(variants.length).toBeGreaterThanOrEqual(100)
  expect(blocked.length, report(variants, blocked)).toBeLessThanOrEqual(variants.length * MOST_FALSE_BLOCKS)
})

function isBlocked({ text, level }: Variant): boolean {
  return findBannedContent(text, { level }) !== null
}

/** The wrong lines, and how many there are of each kind. */
function report(variants: Variant[], wrong: Variant[]): string {
  const kinds = [...new Set(wrong.map(({ kind }) => kind))]
  const counts = kinds.map((kind) => {
    const count = (list: Variant[]) => list.filter((variant) => variant.kind === kind).length
    return `${count(wrong)} of ${count(variants)} ${kind}`
  })
  return [...counts, ...wrong.map(({ text, level }) => `${level} ${text}`)].join("\n")
}
