import { AsyncLocalStorage } from "node:async_hooks"
import type { GenerationRequest } from "#app/domain/generation.ts"
import { targetCharacters } from "#app/domain/novel-length.ts"
import type { Answers } from "./answers.ts"
import type { Case } from "./cases.ts"
import type { WriterConfig } from "./config.ts"
import { Endpoint } from "./endpoint.ts"
import type { Engine } from "./engine.ts"
import { plainPrompt } from "./prompts.prose.ts"
import { spend, tokensOf } from "./spending.ts"

/** What an engine probably asks for: parts of 1,200 characters in one growing conversation, and a memory. */
const ENGINE = {
  charactersPerPart: 1_200,
  partsMax: 10,
  tokensPerCall: 1_900,
  existingShown: 8_600,
  plan: 800,
}
const CALLS_PER_PART = 1.2
/** A writer overshoots, and characters are not tokens. */
const OUT_HEADROOM = 1.1
/** These ends say that the endpoint failed, not what it writes: a second start tries again. */
const ENDPOINT_FAILED = ["unauthorized", "busy", "unreachable", "internal", "aborted"]

/** A side of the comparison. */
export interface Writer {
  endpoint: Endpoint
  /** The text; null when none came. A dry writer counts the cost and returns a text without sense. */
  write(one: Case): Promise<string | null>
}

/** One plain call a text. */
export function createPlainWriter(config: WriterConfig, answers: Answers, isDry: boolean): Writer {
  const endpoint = new Endpoint(config, answers, isDry)
  return {
    endpoint,
    async write(one) {
      const characters = targetCharacters(one.length)
      const shown = { ...one, existing: one.existing.slice(-config.existingMaxCharacters) }
      const prompt = plainPrompt(shown, characters)
      const text = await endpoint.answer({ kind: "plain", prompt, tokensOut: characters * OUT_HEADROOM })
      return text ?? (isDry ? dryText(characters) : null)
    },
  }
}

/** The writing engine, with the endpoint client of its own revision. */
export function createEngineWriter(
  config: WriterConfig,
  engine: Engine,
  answers: Answers,
  isDry: boolean,
): Writer {
  const endpoint = new Endpoint(config, answers, isDry)
  const { url, model, body, sample } = config
  return {
    endpoint,
    async write(one) {
      const identity = { kind: "engine", engine: engine.fingerprint, url, model, body, sample, ...one }
      const stored = answers.read(identity)
      if (stored !== null) {
        endpoint.spending.reused += 1
        return stored
      }
      if (isDry) {
        const cost = engineCost(one)
        spend(endpoint.spending, cost.tokensIn, cost.tokensOut, cost.calls)
        return dryText(targetCharacters(one.length))
      }
      if (!endpoint.mayAsk()) return null
      try {
        const line: Line = { body, calls: 0 }
        const { spending } = endpoint
        watchFetch()
        const { text, end } = await lines.run(line, () => runEngine(engine, config, one, { line, spending }))
        if (text === "" || ENDPOINT_FAILED.includes(end)) throw new Error(`the engine ended with ${end}`)
        answers.write(identity, text, { end })
        endpoint.noteSuccess()
        return text
      } catch (error) {
        endpoint.noteFailure(error)
        return null
      }
    },
  }
}

async function runEngine(
  engine: Engine,
  config: WriterConfig,
  one: Case,
  { line, spending }: { line: Line; spending: Endpoint["spending"] },
) {
  const signal = AbortSignal.timeout(config.patienceSeconds * 1_000)
  const writer = engine.createOpenAIWriter({
    apiKey: config.apiKey,
    baseURL: config.url,
    model: config.model,
  })
  let text = ""
  let end = "aborted"
  let tokens = { in: 0, out: 0 }
  for await (const event of engine.writeNovel(requestFor(one), { writer, signal })) {
    if (event.type === "text") text += event.text
    if (event.type === "rewind") text = text.slice(0, event.to)
    if (event.type === "record")
      tokens = { in: event.record.inputTokens ?? 0, out: event.record.outputTokens ?? 0 }
    if (event.type === "done") end = "done"
    if (event.type === "failed") end = event.failure
  }
  const guessed = engineCost(one)
  spend(spending, tokens.in || guessed.tokensIn, tokens.out || tokensOf(text), line.calls)
  if (line.calls === 0) throw new Error("this engine made no call that the bench could see")
  return { text, end }
}

/** What one novel's calls have in common. */
interface Line {
  body: Record<string, unknown>
  calls: number
}

const lines = new AsyncLocalStorage<Line>()
let isWatched = false

/**
 * Makes the global `fetch` add a novel's configured body to its calls and count them. Every revision's client
 * fetches through it, some from when they are made and some from when they call, so one body reaches all engines.
 */
function watchFetch(): void {
  if (isWatched) return
  isWatched = true
  const { fetch } = globalThis
  globalThis.fetch = (input, init) => {
    const line = lines.getStore()
    if (line === undefined) return fetch(input, init)
    line.calls += 1
    if (typeof init?.body !== "string") return fetch(input, init)
    const merged = Object.entries({ ...JSON.parse(init.body), ...line.body })
    const kept = merged.filter(([, value]) => value !== null)
    return fetch(input, { ...init, body: JSON.stringify(Object.fromEntries(kept)) })
  }
}

function requestFor({ prompt, direction, length, existing }: Case): GenerationRequest {
  return {
    prompt,
    direction,
    contentLevel: 1,
    length,
    reference: "",
    existing,
    existingLevel: 1,
    sections: [],
    novelTitle: null,
    novel: null,
    rewrites: null,
    outlineFirst: false,
  }
}

/** A guess on the safe side, without what a thinking model thinks. */
function engineCost({ length, existing }: Case) {
  const target = targetCharacters(length)
  const parts = Math.min(ENGINE.partsMax, Math.max(2, Math.round(target / ENGINE.charactersPerPart)))
  const calls = Math.ceil(parts * CALLS_PER_PART) + 1
  const shown = Math.min(existing.length, ENGINE.existingShown)
  const read = existing.length > ENGINE.existingShown ? existing.length : 0
  return {
    calls,
    tokensIn: calls * (ENGINE.tokensPerCall + shown) + (target * calls) / 2 + read,
    tokensOut: Math.ceil(target * OUT_HEADROOM) + ENGINE.plan,
  }
}

/** As long as the text would be, in characters that no writer writes. */
function dryText(characters: number): string {
  return "〇".repeat(characters)
}
