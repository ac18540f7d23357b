import fc from "fast-check"
import { expect, test } from "vitest"
import { ticsIn } from "#app/server/writing/prose/tics.server.ts"
import { storyText } from "../../support/upstream/prose.ts"
import { writeWithUpstream } from "../../support/upstream/run.ts"

const STORY = storyText(4_711, 3_000)

test("a story that wears nothing out has no tics", () => {
  expect(ticsIn(STORY.replaceAll(/(?:忽然|慢慢|轻轻)/gu, ""), STORY)).toEqual([])
})

test.each([
  ["仿佛", "他仿佛看见了那条河。"],
  ["深吸一口气", "她深吸一口气，把门推开。"],
  ["嘴角勾起", "那人嘴角勾起，没有回头。"],
  ["沉默", "屋里一片沉默，钟也停着。"],
])("%s is told when it is worn out, and not when it stands once", (phrase, sentence) => {
  const lines = STORY.split("\n")
  const often = lines.flatMap((line, at) => (at % 2 === 0 ? [line, sentence] : [line])).join("\n")
  expect(ticsIn(often, STORY)).toContain(phrase)
  expect(ticsIn([sentence, ...lines].join("\n"), STORY)).not.toContain(phrase)
})

test("a phrase of the story's own is told, but no name and nothing that the plan tells of", () => {
  const often = STORY.split("\n")
    .flatMap((line) => [line, "顾言溪把怀表放回木匣子里，没来由地笑了。"])
    .join("\n")
  const tics = ticsIn(often, `${STORY}\n人物｜顾言溪\n怀表在木匣子里，她放回去，又把它拿出来`)
  expect(tics.some((phrase) => phrase.includes("没来由地"))).toBe(true)
  expect(tics.join()).not.toMatch(/顾言|怀表|木匣/u)
})

test("a phrase of rare characters is told without half a character, which no row could hold", () => {
  const often = STORY.split("\n")
    .flatMap((line) => [line, "𠮷𠀀𠂇𠃊𠄌𠆢。"])
    .join("\n")
  const tics = ticsIn(often, "")
  expect(tics.join()).toContain("𠂇")
  expect(tics.filter((phrase) => !phrase.isWellFormed())).toEqual([])
})

test("a short text has none, and any text at most three", () => {
  expect(ticsIn("仿佛仿佛仿佛仿佛", "")).toEqual([])
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("仿佛", "沉默", "忽然", "一丝", "缓缓", "，", "他走了。", "\n")),
      (parts) => {
        expect(ticsIn(parts.join("").repeat(40), "").length).toBeLessThanOrEqual(3)
      },
    ),
  )
})

test("the prompt of the next part names what the text wears out", async () => {
  const beats = [{ text: `${storyText(9, 1_100)}\n${"他仿佛听见了什么，又仿佛没有。\n".repeat(4)}` }, {}]
  const { calls } = await writeWithUpstream({ name: "worn-out", beats }, { length: 2 })
  const asked = calls
    .filter(({ kind }) => kind === "beat")
    .map(({ body }) => body.messages.at(-1)?.content ?? "")
  expect(asked[0]).not.toContain("用得多了")
  expect(asked.slice(1).some((turn) => turn.includes("「仿佛」"))).toBe(true)
})
