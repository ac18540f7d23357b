import { expect, test } from "vitest"
import { concernsBan } from "#app/domain/ban/ban.ts"
import { GIVEN_NAMES, SURNAMES } from "#app/server/writing/plan/names.lexicon.server.ts"
import { drawNames } from "#app/server/writing/plan/names.server.ts"
import { writeWithUpstream } from "../../support/upstream/run.ts"

/** Signs of the names that models give everybody. */
const WORN = /[林苏沈周顾陆江叶傅温]|[晚砚默野言知微清星辰沐屿念诺轩涵梓]/u
const LOTS = Array.from({ length: 300 }, (_, at) => `generation-${at}`)

test("eight names share no character, and the same lot gives the same", () => {
  for (const lot of LOTS) {
    const names = drawNames(lot)
    expect(names).toHaveLength(8)
    expect(drawNames(lot)).toEqual(names)
    const characters = names.flatMap((name) => [...new Set(name)])
    expect(new Set(characters).size).toBe(characters.length)
    for (const name of names) expect(name).toMatch(/^\p{Script=Han}{2,3}$/u)
  }
})

test("lots differ, and every list and group is drawn from", () => {
  const drawn = LOTS.map((lot) => drawNames(lot).join())
  expect(new Set(drawn).size).toBe(LOTS.length)
  for (const group of SURNAMES)
    expect(drawn.some((names) => [...group].some((one) => names.includes(one)))).toBe(true)
})

test("no name is one that models give everybody, nor concerns the ban", () => {
  for (const surname of SURNAMES.join("")) {
    for (const given of GIVEN_NAMES.flat()) {
      expect(surname + given).not.toMatch(WORN)
      expect(concernsBan(surname + given) ? surname + given : "").toBe("")
    }
  }
})

test.each([
  ["a new novel", {}, true],
  ["a continuation", { existing: "他把灯放下。" }, false],
  [
    "a wish in English",
    {
      prompt:
        "A quiet story about a lighthouse keeper and her old radio, in winter, please, with a slow and careful ending for everyone",
    },
    false,
  ],
])("names are offered to %s: %j %s", async (_, request, areOffered) => {
  const { calls } = await writeWithUpstream("well", { length: 1, ...request }, { lot: "one" })
  const [plan] = calls
  const ask = plan?.body.messages.at(-1)?.content ?? ""
  for (const name of drawNames("one")) expect(ask.includes(name)).toBe(areOffered)
})
