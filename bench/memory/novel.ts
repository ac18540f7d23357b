import { countCharacters } from "#app/domain/count-characters.ts"
import { EMPTY_MEMORY, type StoryMemory } from "#app/domain/memory/story-memory.ts"
import { targetCharacters } from "#app/domain/novel-length.ts"
import { ModelContext } from "#app/server/writing/endpoint/model-context.server.ts"
import { createOpenAIWriter } from "#app/server/writing/endpoint/openai-writer.server.ts"
import { UNKNOWN_HABIT } from "#app/server/writing/filters/think-filter.server.ts"
import { readStory } from "#app/server/writing/memory/read-story.server.ts"
import { type WritingOptions, writeNovel } from "#app/server/writing/write-novel.server.ts"
import { seededRandom } from "../../tests/support/upstream/prose.ts"
import { requestFor } from "../../tests/support/upstream/run.ts"
import { commonPrefix, laidOut } from "./conversation.ts"
import { type Fact, FactDealer, FactStory } from "./facts.ts"
import { ScriptedModel } from "./model.ts"
import { type Exchange, type Moment, startUpstream, type Window } from "./upstream.ts"

const LENGTH = 5
const SERIAL_CHARACTERS_PER_FACT = 3_000
const FACTS_IN_DIRECTION = 6
const BACKOFF_MS = 1
/** The plan is the answer to the first two messages. */
const PLAN_AT = 2
const TIME_LIMIT_MS = 60_000
const ENDPOINT = { apiKey: "none", model: "scripted", readEveryMs: 0 }

/** What to write, and what goes wrong on the way. */
export interface Case {
  seed: number
  /** Characters of the serial to continue; 0 for a new novel. */
  existing?: number
  isHostile?: boolean
  window?: Window | null
  /** Where the engine is killed: shares of the requested length. */
  kills?: readonly Kill[]
}

/**
 * `at`: a share of the requested length. Inside a part the stored text ends exactly there, and later text is
 * lost; between parts the next end of a part is the moment.
 */
export interface Kill {
  at: number
  moment: "inside a part" | "between parts"
}

/** A novel as the engine wrote it, with all that it asked the endpoint. */
export interface Novel {
  exchanges: Exchange[]
  text: string
  /** Length of the new text as a share of what was asked for. */
  share: number
  end: string
  direction: string
  /** Facts of the text that it continues, in order; and of the new text as readers have it. */
  existingFacts: Fact[]
  ownFacts: Fact[]
  /** Which facts of the existing text each card names, and what each card comes to. */
  cardFacts: Fact[][]
  turns: string[]
  resumed: Resumed[]
}

/** What the first request for prose after a kill has in common with the last one before it. */
interface Resumed extends Kill {
  /** The share of the earlier request that the later one begins with. */
  kept: number
}

/** What a takeover finds stored. */
type Stored = Required<
  Pick<
    WritingOptions,
    "written" | "plan" | "isPlanWhole" | "head" | "title" | "style" | "turns" | "scope" | "memory"
  >
>

/** Writes one novel of length 5 with the engine and the real SDK, over a socket. */
export async function writeWithFacts(one: Case): Promise<Novel> {
  const { seed, existing: characters = 0, isHostile = false, window = null, kills = [] } = one
  const dealer = new FactDealer(seed)
  const serial = new FactStory({ seed, family: "earlier", dealer, every: SERIAL_CHARACTERS_PER_FACT })
  const existing = characters > 0 ? serial.tell(characters) : ""
  const direction = directionAbout(serial.facts, seed)
  const request = requestFor({ length: LENGTH, existing, direction })
  const model = new ScriptedModel({ seed, existing: serial.facts, dealer, isHostile })

  const memory = existing === "" ? EMPTY_MEMORY : await memoryOf(existing, model)
  const stored: Stored = {
    written: "",
    plan: [],
    isPlanWhole: true,
    head: [],
    title: null,
    style: "",
    turns: [],
    scope: null,
    memory,
  }
  const moment: Moment = { written: 0, card: 0, process: 0 }
  const upstream = await startUpstream({
    answer: ({ ask }, shown) => model.answer(ask, shown),
    moment: () => ({ ...moment, written: stored.written.length }),
    window,
  })
  const target = targetCharacters(LENGTH)
  let end = "nothing"
  try {
    for (const kill of [...kills, null]) {
      end = await runProcess(kill)
      moment.process += 1
    }
  } finally {
    await upstream.close()
  }

  const text = stored.written
  const { exchanges } = upstream
  const ofText = (fact: Fact) => text.includes(fact.sentence)
  return {
    exchanges,
    text,
    share: countCharacters(text) / target,
    end,
    direction,
    existingFacts: serial.facts,
    ownFacts: model.told.filter(ofText),
    cardFacts: stored.plan.map(({ summary }) => serial.facts.filter(({ key }) => summary.includes(key))),
    turns: model.turns,
    resumed: kills.map((kill, at) => ({ ...kill, kept: keptPrefix(exchanges, at) })),
  }

  /** Runs the engine as a new process would, until it ends or is killed; returns how it ended. */
  async function runProcess(kill: Kill | null): Promise<string> {
    const killed = new AbortController()
    const context = new ModelContext()
    const writer = createOpenAIWriter({ ...ENDPOINT, baseURL: upstream.url, context })
    const options = {
      ...stored,
      writer,
      context,
      signal: killed.signal,
      backoffMs: BACKOFF_MS,
      timeLimitMs: TIME_LIMIT_MS,
    }
    for await (const event of writeNovel(request, options)) {
      if (event.type === "plan") {
        const { beats: plan, isWhole: isPlanWhole, head, title, style, scope } = event
        Object.assign(stored, { plan, isPlanWhole, head, title, style, scope })
      } else if (event.type === "turn") {
        Object.assign(stored, { turns: event.turns, scope: event.scope })
      } else if (event.type === "memory") stored.memory = event.memory
      else if (event.type === "text") stored.written += event.text
      else if (event.type === "rewind") stored.written = stored.written.slice(0, event.to)
      else if (event.type === "beat") moment.card = event.index
      else if (event.type === "done") return "done"
      else if (event.type === "failed") return event.failure

      const isMoment = kill?.moment === "inside a part" ? event.type === "text" : event.type === "beat"
      if (kill && isMoment && countCharacters(stored.written) >= kill.at * target) {
        if (kill.moment === "inside a part") stored.written = firstOf(stored.written, kill.at * target)
        killed.abort()
        return "killed"
      }
    }
    return "nothing"
  }
}

/** What earlier generations have left of a serial: its memory, read by the same model at an endpoint without a window. */
async function memoryOf(existing: string, model: ScriptedModel): Promise<StoryMemory> {
  const upstream = await startUpstream({
    answer: ({ ask }, shown) => model.answer(ask, shown),
    moment: () => ({ written: 0, card: 0, process: 0 }),
    window: null,
  })
  try {
    const context = new ModelContext()
    const writer = createOpenAIWriter({ ...ENDPOINT, baseURL: upstream.url, context })
    const setting = {
      writer,
      context,
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
      habit: { ...UNKNOWN_HABIT },
      backoffMs: BACKOFF_MS,
      check: async (memory: StoryMemory) => memory,
    }
    const reading = readStory(EMPTY_MEMORY, existing, setting)
    for (;;) {
      const next = await reading.next()
      if (next.done) return next.value
    }
  } finally {
    await upstream.close()
  }
}

/** The author's direction, which calls facts from all over the serial by their keys alone. */
function directionAbout(facts: readonly Fact[], seed: number): string {
  if (facts.length === 0) return ""
  const random = seededRandom(seed + 1)
  const share = facts.length / FACTS_IN_DIRECTION
  const keys = Array.from(
    { length: FACTS_IN_DIRECTION },
    (_, at) => facts[Math.floor((at + random()) * share)]?.key ?? "",
  )
  return `接下来要写到${keys.join("、")}，把前面的事一件件接上。`
}

/** The beginning of a text with so many characters, as `countCharacters` counts them. */
function firstOf(text: string, characters: number): string {
  let end = 0
  for (let count = 0; count < characters && end < text.length; end += 1) {
    if (!/\s/u.test(text[end] ?? "")) count += 1
  }
  return text.slice(0, end)
}

/**
 * Compares across the kill after this process. What was lost of the text is not expected in the prompt. Where the
 * first part was asked for beside the plan, a later prompt shows the whole of it, so they share what stands before.
 */
function keptPrefix(exchanges: readonly Exchange[], process: number): number {
  const prose = exchanges.filter(({ ask }) => ask.kind === "prose")
  const after = prose.find(({ moment }) => moment.process > process)
  if (!after) return 0
  const before = prose.findLast(
    ({ moment }) => moment.process <= process && moment.written <= after.moment.written,
  )
  if (!before) return 0
  const isSamePlan = planLength(before) === planLength(after)
  const earlier = laidOut(isSamePlan ? before.messages : before.messages.slice(0, PLAN_AT))
  return commonPrefix(earlier, laidOut(after.messages)) / earlier.length
}

/** How many lines of the plan a request shows. */
function planLength({ messages }: Exchange): number {
  return (messages[PLAN_AT]?.content ?? "").split("\n").length
}
