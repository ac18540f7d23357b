import { describe, expect, test } from "vitest"
import { linesOfPlan, type PlanLine, type WritingEvent } from "#app/domain/generation.ts"
import type { Writer } from "#app/server/writing/endpoint/writer.server.ts"
import { readDraft, readPlan } from "#app/server/writing/plan/parse-plan.server.ts"
import { writeNovel } from "#app/server/writing/write-novel.server.ts"
import { requestFor, writeWithUpstream } from "../../support/upstream/run.ts"
import type { Scenario } from "../../support/upstream/scenarios.ts"

const PLAN = `书名｜渡口的灯
一句话｜修表匠要留住铺子，镇上要拆
人物｜陈守时｜52岁，修表匠｜留住铺子｜怕人提父亲
地点｜河边的铺子｜机油味和一面停了的钟
收尾｜钟重新走起来，铺子里没有人
节｜清早的铺子｜他想再拖一个月｜来量房的人不肯走｜他说出父亲的名字｜他把尺子递还｜1000
节｜傍晚的渡船｜女儿要带他走｜他不肯上船｜她看见了那张旧票｜票落在水里｜1000
`
const WHOLE = linesOf(PLAN)
const JSON_PLAN = JSON.stringify(
  {
    书名: "渡口的灯",
    title: "渡口的灯",
    parts: [
      { summary: "她收到一封信｜900", words: 900 },
      { summary: "她去找写信的人｜900", words: 900 },
    ],
  },
  null,
  1,
)

function linesOf(answer: string): PlanLine[] {
  const { title, head, beats } = readPlan(answer, 2)
  return linesOfPlan({ title, head, beats: beats ?? [] })
}

describe("of an answer that is still being written", () => {
  test("each finished line is told, at whatever character it is cut", () => {
    const counts = [...PLAN].map((_, at) => {
      const part = PLAN.slice(0, at + 1)
      const lines = readDraft(part, 2)
      expect(lines).toEqual(WHOLE.slice(0, part.split("\n").length - 1))
      return lines.length
    })
    expect(counts.at(-1)).toBe(WHOLE.length)
  })

  test.each([
    ["behind a greeting", `好的，以下是提纲：\n\n${PLAN}`],
    ["behind an English one", `Sure! Here is the outline:\n\n${PLAN}`],
    ["in a fence", `\`\`\`text\n${PLAN}\`\`\`\n`],
    ["under a heading", `# 小说提纲\n\n${PLAN}`],
    ["with a question behind it", `${PLAN}\n需要我接着写正文吗？\n`],
    ["as a table", PLAN.replaceAll(/^(.+)$/gmu, "| $1 |").replaceAll("｜", " | ")],
    ["in bold", PLAN.replaceAll(/^([^｜\n]+)｜/gmu, "**$1**｜")],
    ["with line ends of two characters", PLAN.replaceAll("\n", "\r\n")],
    ["with numbered lines", "1. 她收到一封信（约900字）\n2. 她去找写信的人（1100字）\n"],
  ])("the lines of the plan are told %s, and nothing else", (_, answer) => {
    expect(readDraft(answer, 2)).toEqual(linesOf(answer))
    for (let end = 0; end <= answer.length; end += 1) {
      const lines = readDraft(answer.slice(0, end), 2)
      expect(linesOf(answer).slice(0, lines.length)).toEqual(lines)
    }
  })

  test.each([
    ["JSON", `${JSON_PLAN}\n`],
    ["JSON in a fence", `\`\`\`json\n${JSON_PLAN}\n\`\`\`\n`],
    ["JSON behind a greeting", `好的，以下是提纲：\n${JSON_PLAN}\n`],
    ["JSON behind a greeting on its line", `好的，以下是提纲：${JSON_PLAN}\n`],
    ["a refusal", "抱歉，我无法创作这样的内容。\n1. 可以换一个故事\n2. 可以换一个人物\n"],
    ["a thought", `用户想要一个安静的故事，我先想一想。\n${PLAN}`],
    ["a thought that begins politely", `好的，用户要一个安静的故事：\n${PLAN}`],
    ["a thought in English", `Okay, the user wants a quiet story.\n${PLAN}`],
    ["numbered lines that may be a preface", "1. 先看要求\n2. 再定人物\n"],
  ])("nothing is told of %s", (_, answer) => {
    for (let end = 0; end <= answer.length; end += 1) expect(readDraft(answer.slice(0, end), 2)).toEqual([])
  })

  test("no more is told than the plan keeps", () => {
    const answer = `书名｜甲\n书名｜乙\n${"人物｜丙\n".repeat(40)}${"节｜清早｜900\n".repeat(40)}`
    const kinds = readDraft(answer, 2).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === "title")).toHaveLength(1)
    expect(kinds.filter((kind) => kind === "head")).toHaveLength(16)
    expect(kinds.filter((kind) => kind === "beat")).toHaveLength(12)
  })
})

test("a line is told before the model has written the next one", async () => {
  const told: PlanLine[][] = []
  let onTold = () => {}
  const writer: Writer = {
    async *write({ kind }) {
      for (const [at, line] of kind === "plan" ? PLAN.trim().split("\n").entries() : []) {
        for (const text of `${line}\n`) yield { type: "text", text }
        while (told.at(-1)?.length !== at + 1)
          await new Promise<void>((resolve) => {
            onTold = resolve
          })
      }
      yield { type: "end", finish: "stop", usage: null }
    },
  }
  const settings = { writer, signal: new AbortController().signal, backoffMs: 1 }
  for await (const event of writeNovel(requestFor({}), settings)) {
    if (event.type === "draft") told.push(event.lines)
    if (event.type === "plan") break
    onTold()
  }
  expect(told).toEqual(WHOLE.map((_, at) => WHOLE.slice(0, at + 1)))
})

const THOUGHT = `我先想一想。\n书名｜也许\n节｜甲｜乙｜丙｜丁｜戊｜900\n`

test.each<[string, Scenario["plan"]]>([
  ["byte by byte", { text: PLAN, delivery: "bytes" }],
  ["cut inside characters", { text: PLAN, delivery: "cut-characters", charactersPerFrame: 1 }],
  ["behind a thought in its own field", { text: PLAN, thinks: { tokens: 900, shown: "reasoning_content" } }],
  ["behind a thought in tags", { text: PLAN, opening: "", thinks: { tokens: 900, shown: "tags" } }],
  ["behind a thought that holds a plan", { text: `<think>${THOUGHT}</think>\n${PLAN}` }],
  [
    "behind a thought without its opening tag",
    { text: `${THOUGHT}</think>\n${PLAN}`, charactersPerFrame: 1 },
  ],
])("only lines of the plan are told of an answer %s", async (_, plan) => {
  const { events } = await writeWithUpstream({ name: "plan", ...(plan && { plan }) })
  const drafts = draftsOf(events)
  expect(drafts.length).toBeGreaterThan(0)
  for (const lines of drafts) expect(WHOLE.slice(0, lines.length)).toEqual(lines)
})

test("nothing is told of an answer that declines", async () => {
  const text = "抱歉，我无法创作这样的内容。\n如果你愿意，我可以写别的故事。\n"
  const { events, end } = await writeWithUpstream({ name: "declines", plan: { text } })
  expect(draftsOf(events)).toEqual([])
  expect(end).toBe("refused")
})

test("an answer that begins anew takes the lines of the one before back", async () => {
  let calls = 0
  const writer: Writer = {
    async *write({ kind }) {
      if (kind === "plan") {
        calls += 1
        yield { type: "text", text: calls === 1 ? "书名｜第一个\n人物｜甲\n" : PLAN }
        // A limit that cut the plan off: it is asked for again.
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      yield { type: "end", finish: calls === 1 ? "length" : "stop", usage: null }
    },
  }
  const events: WritingEvent[] = []
  const settings = { writer, signal: new AbortController().signal, backoffMs: 1 }
  for await (const event of writeNovel(requestFor({}), settings)) {
    events.push(event)
    if (event.type === "plan") break
  }
  const drafts = draftsOf(events)
  expect(drafts[0]).toEqual(readDraft("书名｜第一个\n人物｜甲\n", 2))
  expect(drafts.at(-1)).toEqual(WHOLE)
})

function draftsOf(events: WritingEvent[]): PlanLine[][] {
  return events.flatMap((event) => (event.type === "draft" ? [event.lines] : []))
}
