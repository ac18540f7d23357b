// `npm run prompts`: writes docs/prompts.md, the requests that the writing engine sends to a model, as an endpoint
// receives them. The endpoint answers with the demo writer's text. Two runs differ in how much of a plan its first part
// sees, because that part begins beside the plan.
import { writeFileSync } from "node:fs"
import type { GenerationRequest } from "#app/domain/generation.ts"
import type { StoryMemory } from "#app/domain/memory/story-memory.ts"
import { DEFAULT_NOVEL_LENGTH, targetCharacters } from "#app/domain/novel-length.ts"
import { outlineOf, planOf } from "#app/domain/outline/outline.ts"
import { joinStory } from "#app/domain/story.ts"
import { createDemoWriter } from "#app/server/writing/demo/writer.server.ts"
import { createOpenAIWriter } from "#app/server/writing/endpoint/openai-writer.server.ts"
import type { Writer, WritingTask } from "#app/server/writing/endpoint/writer.server.ts"
import { beatsToTarget } from "#app/server/writing/plan/parse-plan.server.ts"
import { startUpstream } from "../bench/memory/upstream.ts"
import { collectNovel } from "../tests/support/upstream/run.ts"
import { promptsPage, type Sample } from "./prompts-page.ts"
import {
  CONTINUED,
  editedOutline,
  LATER_CARD,
  memoryOf,
  NEW_NOVEL,
  NOTES,
  OUTLINE,
  OUTLINED,
  SERIAL,
  STYLE_NOTES,
} from "./prompts-samples.ts"

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
    { memory: memoryOf(serial) },
  ),
  await sampleOf("三、先看提纲再写，长度 3，作者改过提纲，写的时候又改了一节", OUTLINED, {
    plan: OUTLINE,
    write: writeEdited,
  }),
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

/** Lets the engine make the plan, changes it as an author does, and has it written. */
async function writeEdited(
  request: Partial<GenerationRequest>,
  writer: Writer,
): Promise<{ text: string; end: unknown }> {
  const outlined = await collectNovel(request, { writer })
  const made = outlined.events.find((event) => event.type === "plan")
  if (!made) throw new Error("no plan was made")
  const whole = targetCharacters(request.length ?? DEFAULT_NOVEL_LENGTH)
  const { beats: plan, ...told } = planOf(editedOutline(outlineOf(made)), [made], (beats) =>
    beatsToTarget(beats, beats.length, whole),
  )
  const { scope, style } = made
  const edits = () => [LATER_CARD]
  return collectNovel(request, { writer, ...told, plan, scope, style, isApproved: true, edits })
}

interface SampleSetting {
  memory?: StoryMemory
  /** What the model answers when it is asked for a plan, in place of the demo's. */
  plan?: string
  write?: typeof writeEdited
}

async function sampleOf(
  title: string,
  request: Partial<GenerationRequest>,
  {
    memory,
    plan,
    write = (asked, writer) => collectNovel(asked, { writer, memory: memory ?? null }),
  }: SampleSetting = {},
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
        answers.set(
          JSON.stringify(task.messages),
          task.kind === "plan" && plan ? plan : await answerOf(task, signal),
        )
        yield* sent.write(task, signal)
      },
    }
    const { text, end } = await write(request, writer)
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
