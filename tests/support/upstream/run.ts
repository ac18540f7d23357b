import { countCharacters } from "#app/domain/count-characters.ts"
import type { Beat, GenerationFailure, GenerationRequest, WritingEvent } from "#app/domain/generation.ts"
import { targetCharacters } from "#app/domain/novel-length.ts"
import { joinStory } from "#app/domain/story.ts"
import { createOpenAIWriter } from "#app/server/writing/endpoint/openai-writer.server.ts"
import { type Writer, WriterError } from "#app/server/writing/endpoint/writer.server.ts"
import { type WritingOptions, writeNovel } from "#app/server/writing/write-novel.server.ts"
import type { ReceivedCall } from "./call.ts"
import type { Reply, Scenario } from "./scenarios.ts"
import { startScriptedUpstream } from "./scripted-upstream.ts"

/** Short when the test is about silence; otherwise long enough that a busy machine does not seem silent. */
const SILENCE_MS = { hanging: 150, talking: 20_000 }
/** The first byte may take so many times as long. */
const FIRST_BYTE_FACTOR = 4
const LINGER_MS = 100
const BACKOFF_MS = 1
const BEFORE_UNITS = 1_000

export interface WrittenNovel {
  /** What the reader holds at the end, without withdrawn text. */
  text: string
  /** Length of the text as a share of the target. */
  share: number
  plan: Beat[]
  end: "done" | GenerationFailure | null
  events: WritingEvent[]
  /** From the request to the first text, and to the last event. */
  firstTextMs: number | null
  ms: number
  calls: ReceivedCall[]
  /** One for each answered beat call, in order. */
  taken: TakenAnswer[]
}

/** What the engine read of the answer to one beat call, before any filter. */
interface TakenAnswer {
  /** Length of the new text when the call began, in UTF-16 units. */
  at: number
  /** The end of the text that the answer continues. */
  before: string
  text: string
  /** Whether the endpoint, an error or the engine ended it. */
  ended: "by-endpoint" | "by-error" | "by-engine"
}

/**
 * Writes one novel with the engine and the real SDK, over a socket, against an endpoint that plays a scenario.
 */
export async function writeWithUpstream(
  scenario: Scenario | string,
  request: Partial<GenerationRequest> = {},
  options: Partial<WritingOptions> = {},
  hangingTimeoutMs = SILENCE_MS.hanging,
): Promise<WrittenNovel> {
  const upstream = await startScriptedUpstream(scenario, { silenceMs: hangingTimeoutMs })
  try {
    const taken: TakenAnswer[] = []
    const silenceMs = hangs(upstream.scenario) ? hangingTimeoutMs : SILENCE_MS.talking
    const writer = createOpenAIWriter({
      apiKey: "none",
      baseURL: upstream.url,
      model: "scripted",
      readEveryMs: 0,
      silenceMs,
      firstByteMs: silenceMs * FIRST_BYTE_FACTOR,
      lingerMs: LINGER_MS,
      ...(options.context && { context: options.context }),
    })
    const { reference = "" } = upstream.scenario
    const watched = watch(writer, taken)
    const novel = await collectNovel({ reference, ...request }, { writer: watched, ...options })
    return { ...novel, calls: upstream.calls, taken }
  } finally {
    await upstream.close()
  }
}

function watch(writer: Writer, taken: TakenAnswer[]): Writer {
  return {
    async *write(task, signal) {
      if (task.kind !== "beat") return yield* writer.write(task, signal)
      const answer: TakenAnswer = {
        at: task.written.length,
        before: joinStory(task.request.existing, task.written).slice(-BEFORE_UNITS),
        text: "",
        ended: "by-engine",
      }
      taken.push(answer)
      try {
        for await (const chunk of writer.write(task, signal)) {
          if (chunk.type === "end") {
            answer.ended = "by-endpoint"
            yield chunk
            return
          }
          // Character by character, so that text after the point where the engine stopped does not count as
          // taken.
          for (const text of chunk.text) {
            answer.text += text
            yield { type: "text", text }
          }
        }
      } catch (error) {
        answer.ended = "by-error"
        // The endpoint has not answered a prompt that is too long for it.
        if (error instanceof WriterError && error.kind === "overflow") taken.splice(taken.indexOf(answer), 1)
        throw error
      }
    },
  }
}

/** Whether silence is what the scenario is about. */
export function hangs(scenario: Scenario): boolean {
  return repliesOf(scenario).some(
    ({ hangsAfter, silentFor, oddities }) =>
      hangsAfter !== undefined || silentFor || oddities?.includes("no-end"),
  )
}

/** All that a scenario says about replies. */
export function repliesOf({ plan = {}, beats = [], lastPart = [] }: Scenario): Reply[] {
  return [plan, ...beats, ...lastPart].flat()
}

export async function collectNovel(
  request: Partial<GenerationRequest>,
  options: Partial<WritingOptions> & Pick<WritingOptions, "writer">,
): Promise<Omit<WrittenNovel, "calls" | "taken">> {
  const whole = requestFor(request)
  const events: WritingEvent[] = []
  const settings = { signal: new AbortController().signal, backoffMs: BACKOFF_MS, ...options }
  const began = performance.now()
  let firstTextMs: number | null = null
  for await (const event of writeNovel(whole, settings)) {
    if (event.type === "text") firstTextMs ??= performance.now() - began
    events.push(event)
  }
  const ms = performance.now() - began

  const text = textOf(events, options.written)
  const last = events.at(-1)
  return {
    text,
    share: countCharacters(text) / targetCharacters(whole.length),
    plan: events.findLast((event) => event.type === "plan")?.beats ?? [],
    end: last?.type === "failed" ? last.failure : last?.type === "done" ? "done" : null,
    events,
    firstTextMs,
    ms,
  }
}

export function requestFor(request: Partial<GenerationRequest>): GenerationRequest {
  return {
    prompt: "雨夜，旧书店的店主收到一封没有署名的信",
    direction: "",
    contentLevel: 1,
    length: 1,
    reference: "",
    existing: "",
    existingLevel: 1,
    sections: [],
    novelTitle: null,
    novel: null,
    rewrites: null,
    outlineFirst: false,
    ...request,
  }
}

export function textOf(events: WritingEvent[], written = ""): string {
  return events.reduce((text, event) => {
    if (event.type === "text") return text + event.text
    return event.type === "rewind" ? text.slice(0, event.to) : text
  }, written)
}
