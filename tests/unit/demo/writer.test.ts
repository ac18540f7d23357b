import { expect, test } from "vitest"
import type { NovelLength } from "#app/domain/novel-length.ts"
import { joinStory, paragraphsOf } from "#app/domain/story.ts"
import { createDemoWriter } from "#app/server/writing/demo/writer.server.ts"
import { endsFinished } from "#app/server/writing/prose/sentence-end.server.ts"
import { writeNovel } from "#app/server/writing/write-novel.server.ts"
import { collectNovel, requestFor, textOf } from "../../support/upstream/run.ts"

const writer = createDemoWriter({ charactersPerSecond: 1_000_000 })
const PROMPTS = [
  "雨夜，旧书店的店主收到一封没有署名的信",
  "dragon",
  "请写一篇关于江南小镇两位老友重逢的短篇小说",
]

test.each(PROMPTS.flatMap((prompt) => ([1, 2, 3, 4, 5] as const).map((length) => ({ prompt, length }))))(
  "the demo writes $prompt at length $length, and goes on from it, with no paragraph twice",
  async ({ prompt, length }) => {
    const first = await write(prompt, length)
    const second = await write(prompt, length, first.text)
    // A short question or answer may come twice.
    const paragraphs = paragraphsOf(joinStory(first.text, second.text)).filter(({ length }) => length > 12)

    for (const novel of [first, second]) {
      expect(novel.end).toBe("done")
      expect(novel.share).toBeGreaterThanOrEqual(0.92)
      expect(novel.share).toBeLessThanOrEqual(1.08)
      expect(endsFinished(novel.text)).toBe(true)
      expect(novel.text).not.toMatch(/[{}|]|undefined/u)
      expect(novel.events.some(({ type }) => type === "rewind")).toBe(false)
    }
    expect(new Set(paragraphs).size).toBe(paragraphs.length)
  },
)

test("the same request gets the same story, another request another story", async () => {
  const [one, again, other] = await Promise.all([
    write("渡口的灯", 1),
    write("渡口的灯", 1),
    write("山里的邮局", 1),
  ])

  expect(again.text).toBe(one.text)
  expect(other.text).not.toBe(one.text)
})

test("the story has the visitor's people, place and things", async () => {
  const { text } = await write("法医苏棠在白鹭湾等一座灯塔熄灭，陪她的人叫陈默", 1)
  for (const word of ["苏棠", "陈默", "灯塔"]) expect(text).toContain(word)
})

test("the demo gives its story a title and follows the direction", async () => {
  const first = await write("渡口的灯", 1)
  const options = { prompt: "渡口的灯", length: 1, existing: first.text } as const
  const told = await collectNovel({ ...options, direction: "他们登上雪山寻找驼铃" }, { writer })
  const plan = first.events.find((event) => event.type === "plan")

  expect(plan?.title).toMatch(/^[\p{Script=Han}]{2,20}$/u)
  expect(told.text).toMatch(/雪山|驼铃/u)
  expect(told.end).toBe("done")
})

test("a continued story keeps its people, whatever its prompt says", async () => {
  const first = await write("女侠柳三娘要在雪夜过河", 1)
  const second = await write("后来怎样了", 1, first.text)

  expect(first.text).toContain("柳三娘")
  expect(second.text).toContain("柳三娘")
})

test.each([5, 200, 1_234])(
  "a story cut after %i characters is finished without a trace of the cut",
  async (at) => {
    const whole = await write("渡口的灯", 1)
    const written = whole.text.slice(0, at)
    const rest = await collectNovel({ prompt: "渡口的灯" }, { writer, written, plan: whole.plan })
    const cutParagraph = whole.text.slice(0, whole.text.indexOf("\n", at))

    expect(rest.end).toBe("done")
    expect(rest.text.startsWith(written)).toBe(true)
    expect(rest.text.replaceAll("\n", "").startsWith(cutParagraph.replaceAll("\n", ""))).toBe(true)
  },
)

test("the demo writes at the given pace and stops when the signal aborts", async () => {
  const controller = new AbortController()
  const events = []
  const slow = createDemoWriter({ charactersPerSecond: 40 })
  for await (const event of writeNovel(requestFor({}), { writer: slow, signal: controller.signal })) {
    events.push(event)
    if (textOf(events).length >= 4) controller.abort()
  }

  expect(textOf(events).length).toBeLessThan(20)
  expect(events.some(({ type }) => type === "done")).toBe(false)
})

function write(prompt: string, length: NovelLength, existing = "") {
  return collectNovel({ prompt, length, existing }, { writer })
}
