// `npm run prompts`: writes docs/prompts.md, the requests that the writing engine sends to a model, as an endpoint
// receives them. The endpoint answers with the demo writer's text, so that the same sources give the same page.
import { writeFileSync } from "node:fs"
import type { GenerationRequest } from "#app/domain/generation.ts"
import { joinStory } from "#app/domain/story.ts"
import type { StoryMemory } from "#app/domain/story-memory.ts"
import { createDemoWriter } from "#app/server/writing/demo/writer.server.ts"
import { createOpenAIWriter } from "#app/server/writing/endpoint/openai-writer.server.ts"
import type { Writer, WritingTask } from "#app/server/writing/endpoint/writer.server.ts"
import { startUpstream } from "../bench/memory/upstream.ts"
import { collectNovel } from "../tests/support/upstream/run.ts"
import { promptsPage, type Sample } from "./prompts-page.ts"
import { CONTINUED, memoryOf, NEW_NOVEL, NOTES, SERIAL, STYLE_NOTES } from "./prompts-samples.ts"

const FILE = "docs/prompts.md"
/** The demo writes a whole answer without a pause. */
const CHARACTERS_PER_SECOND = 1_000_000_000

const demo = createDemoWriter({ charactersPerSecond: CHARACTERS_PER_SECOND })
const serial = await writeSerial()
const samples = [
  await sampleOf("一、新写一篇，长度 3，附一段参考文字", NEW_NOVEL),
  await sampleOf(
    "二、续写一部十万字的长篇，长度 3，写了「接下来」，带备忘",
    { ...CONTINUED, existing: serial },
    memoryOf(serial),
  ),
]
writeFileSync(FILE, promptsPage(samples))
console.log(`${FILE}: ${samples.map(({ requests }) => requests.length).join(" + ")} requests`)

/** A serial of about 100,000 characters with the same people, one continuation after the other. */
async function writeSerial(): Promise<string> {
  let story = ""
  for (const { direction, length } of SERIAL) {
    const { text } = await collectNovel(
      { ...CONTINUED, direction, length, existing: story },
      { writer: demo },
    )
    story = joinStory(story, text)
  }
  return story
}

async function sampleOf(
  title: string,
  request: Partial<GenerationRequest>,
  memory: StoryMemory | null = null,
): Promise<Sample> {
  /** By the messages that ask for them, in the order of the calls. */
  const answers = new Map<string, string>()
  const upstream = await startUpstream({
    answer: ({ messages }) => answers.get(JSON.stringify(messages)) ?? "",
    moment: () => ({ written: 0, isPlanWhole: true, card: 0, process: 0 }),
    window: null,
  })
  try {
    const sent = createOpenAIWriter({
      apiKey: "none",
      baseURL: upstream.url,
      model: "scripted",
      readEveryMs: 0,
    })
    const writer: Writer = {
      async *write(task, signal) {
        answers.set(JSON.stringify(task.messages), await answerOf(task, signal))
        yield* sent.write(task, signal)
      },
    }
    const { text, end } = await collectNovel(request, { writer, memory })
    if (end !== "done") throw new Error(`"${title}" ended ${end}`)
    // Calls that run side by side arrive in any order.
    const received = new Map(
      upstream.exchanges.map((exchange) => [JSON.stringify(exchange.messages), exchange]),
    )
    const requests = [...answers.keys()].flatMap((messages) => received.get(messages) ?? [])
    return { title, requests, told: [request.existing ?? "", request.reference ?? "", text] }
  } finally {
    await upstream.close()
  }
}

async function answerOf(task: WritingTask, signal: AbortSignal): Promise<string> {
  if (task.kind === "style") return STYLE_NOTES
  if (task.kind === "memory") return NOTES
  let text = ""
  for await (const chunk of demo.write(task, signal)) if (chunk.type === "text") text += chunk.text
  return text
}
