import { expect, test } from "vitest"
import type { NovelLength } from "#app/domain/novel-length.ts"
import { joinStory, paragraphsOf } from "#app/domain/story.ts"
import { findTelling } from "#app/server/writing/demo/found-telling.server.ts"
import { hash, seededRandom } from "#app/server/writing/demo/random.server.ts"
import { STORIES, type Story, type StoryTemplate } from "#app/server/writing/demo/stories.server.ts"
import { tellingOf } from "#app/server/writing/demo/telling.server.ts"
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

test.each([
  ["三十岁的花店老板娘许念，在老街重逢了分手八年的前男友", "female", "male"],
  ["爱情故事，女裁缝许念在雨天等一个人", "female", "male"],
  ["爱情故事，男医生周行和前女友在车站重逢", "male", "female"],
  ["言情，双男主，两个修表匠", "male", "male"],
  ["百合，言情，两个花匠", "female", "female"],
])("in a love story the two of %s are %s and %s", (prompt, hero, friend) => {
  expect(tellingOf(requestFor({ prompt })).cast.genders).toMatchObject({ hero, friend })
})

/** Every run stops the stories elsewhere. `CUT_SEED` repeats one. */
const SEED = Number(process.env.CUT_SEED ?? Math.floor(Math.random() * 1_000_000_000))
const CUTS = 10

test.each(STORIES.map((story) => ({ story, kind: story.kind })))(
  `$kind, stopped anywhere, goes on from the very word (seed ${SEED})`,
  async ({ story, kind }) => {
    const random = seededRandom(hash(SEED, kind))
    for (let time = 0; time < CUTS; time += 1) {
      const { prompt, whole, from } = await wholeStory(kind, time)
      const at = from + 10 + Math.floor(random() * (whole.length - from - 10))
      const stop = time % 4 === 3 ? whole.lastIndexOf("\n", at) : at
      await expectGoneOn(story, whole, stop, time % 2 === 0 ? prompt : "后来怎样了")
    }
  },
)

test.each([
  ["another paragraph ends with these words, but for the mark", "科幻", 2, "“是。”林知远说，"],
  ["another paragraph ends with these words, but for the mark", "职场", 0, "“零点三五，”孟怀远说，"],
  ["another paragraph far away is these words", "悬疑", 2, "丁实站了起来。"],
  ["a speech far away may be any words", "言情", 0, "“漆还没干，你那边漏了一角。”"],
  ["a speech far away may be any words", "言情", 1, "“师父，是我。”"],
  ["the place is named for the first time", "科幻", 1, "\n白垩环"],
  ["a lane is named for the first time", "日常", 2, "当天夜里，豆瓣"],
  ["a robot is named for the first time", "科幻", 1, "机器人老"],
])("a story goes on from the very word where %s (%s %i, %s)", async (_, kind, time, words) => {
  const story = STORIES.find((one) => one.kind === kind) as Story
  const { whole, from } = await wholeStory(kind, time)
  const at = whole.indexOf(words, from)

  expect(at).toBeGreaterThan(from)
  await expectGoneOn(story, whole, at + words.length, "后来怎样了")
})

/** A story's beginning, or every third time what follows it, from an index on. */
async function wholeStory(kind: string, time: number) {
  const prompt = `${kind}，第${time}场雪`
  const existing = time % 3 === 2 ? (await write(prompt, 1)).text : ""
  const whole = joinStory(existing, (await write(prompt, 2, existing)).text)
  return { prompt, whole, from: existing.length }
}

/** Expects that a story goes on from this index as its file tells it, with nothing left out. */
async function expectGoneOn(story: Story, whole: string, at: number, prompt: string) {
  const stopped = whole.slice(0, at).trim()
  const isWhole = ["", "\n"].includes(whole.charAt(stopped.length))
  const { text } = await write(prompt, 2, stopped)
  const message = `${prompt}, ${stopped.length}: ${stopped.slice(-20)} / ${text.slice(0, 40)}`

  const told = toldOf(story, paragraphsOf(isWhole ? joinStory(stopped, text) : stopped + text))
  expect(told.strangers, message).toEqual([])
  expect(leftOut(story, told.templates), message).toEqual([])
}

test.each(STORIES.map(({ kind }) => kind))(
  "behind a short answer that another story has too, %s goes on",
  async (kind) => {
    const prompt = `${kind}，一场雪`
    const told = await write(prompt, 1)
    const { cast } = tellingOf(requestFor({ prompt }))
    for (const answer of ["“不知道。”", "“说什么？”"])
      for (const verb of ["说", "问"])
        expect(findTelling(`${told.text}\n${answer}${cast.values.hero}${verb}。`)?.story.kind).toBe(kind)
  },
)

test("an answer that is given twice is told twice", async () => {
  const requests = Array.from({ length: 60 }, (_, at) => `末日，第${at}场雪`).map((prompt) => ({
    prompt,
    answers: repeatedIn(prompt),
  }))
  const { prompt = "", answers = [] } = requests.find(({ answers }) => answers.length > 0) ?? {}
  const { text } = await write(prompt, 5)

  expect(answers).not.toEqual([])
  for (const answer of answers)
    expect(paragraphsOf(text).filter((paragraph) => paragraph === answer)).toHaveLength(2)
})

/** The paragraphs that a telling at length 5 has twice. */
function repeatedIn(prompt: string): string[] {
  const { chapters } = tellingOf(requestFor({ prompt, length: 5 }))
  const paragraphs = chapters.flat().flatMap((scene) => scene.paragraphs)
  return paragraphs.filter((paragraph, at) => paragraphs.indexOf(paragraph) !== at)
}

/** The paragraphs of the story that a text tells, in order, and those that are none of it. */
function toldOf(story: Story, paragraphs: readonly string[]) {
  const templates: StoryTemplate[] = []
  const strangers = paragraphs.filter((paragraph) => {
    const from = story.templates.indexOf(templates.at(-1) as StoryTemplate) + 1
    const next = story.templates.slice(from).find(({ template }) => template.findIn(paragraph))
    if (next) templates.push(next)
    return next === undefined
  })
  return { templates, strangers }
}

/** What is missing between the first and the last told paragraph: of told scenes, and of core ones. */
function leftOut(story: Story, told: readonly StoryTemplate[]) {
  const placeOf = ({ at }: StoryTemplate) => `${at.part} ${at.scene}`
  const scenes = new Set(told.map(placeOf))
  const last = story.templates.indexOf(told.at(-1) as StoryTemplate)
  return story.templates.slice(0, last).filter((one) => {
    const isDue = one.isPlain && (scenes.has(placeOf(one)) || story.sceneAt(one.at).core)
    return isDue && !told.includes(one)
  })
}

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
