import { Counter, Gauge, Histogram, type OpenMetricsContentType, Registry } from "prom-client"
import { countCharacters } from "#app/domain/count-characters.ts"
import type { GenerationFailure, GenerationStatus, WritingRecord } from "#app/domain/generation.ts"
import { openRoutes } from "#app/server/log/request-record.server.ts"

/**
 * What this process has done, for the operator. Labels are words of our code and never a visitor's, so that each has
 * few values: route patterns, statuses, kinds and reasons.
 */
const registry = new Registry<OpenMetricsContentType>()
registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
const registers = [registry]

const SECOND_MS = 1_000
const FIRST_TEXT_SECONDS = [0.5, 1, 2, 3, 5, 8, 13, 21, 34, 60, 120]
/** 0.92 and 1.08 are what a novel is promised to keep to. */
const LENGTH_RATIOS = [0.5, 0.8, 0.92, 0.96, 1, 1.04, 1.08, 1.2, 1.5]
/** Requests that no route answered, such as a bad address. */
const NO_ROUTE = "none"

/** How many requests each route and status had. The library's counter takes ten times as long. */
const answered = new Map<string, Map<number, number>>()
new Counter({
  name: "luobi_requests",
  help: "Requests that were answered, by route pattern and status",
  labelNames: ["route", "status"],
  registers,
  collect() {
    this.reset()
    for (const [route, counts] of answered) {
      for (const [status, count] of counts) this.inc({ route, status }, count)
    }
  },
})
new Gauge({
  name: "luobi_requests_open",
  help: "Requests being answered now, by route pattern; streams last as long as their readers stay",
  labelNames: ["route"],
  registers,
  collect() {
    this.reset()
    for (const route of openRoutes()) this.inc({ route: route ?? NO_ROUTE })
  },
})
const generationsRunning = new Gauge({
  name: "luobi_generations_running",
  help: "Generations that this process writes now",
  registers,
})
const generationsEnded = new Counter({
  name: "luobi_generations_ended",
  help: "Generations that this process wrote to an end, by status and failure",
  labelNames: ["status", "failure"],
  registers,
})
const firstText = new Histogram({
  name: "luobi_first_text_seconds",
  help: "From the start of a generation to its first text",
  buckets: FIRST_TEXT_SECONDS,
  registers,
})
const characters = new Counter({
  name: "luobi_characters_written",
  help: "Characters of the texts that were written here",
  registers,
})
const lengthRatio = new Histogram({
  name: "luobi_length_ratio",
  help: "Characters written divided by characters asked for, of generations that are done",
  buckets: LENGTH_RATIOS,
  registers,
})
const takeovers = new Counter({
  name: "luobi_takeovers",
  help: "Generations that were taken over from a process that paused them or died",
  registers,
})
const refusals = new Counter({
  name: "luobi_refusals",
  help: "Requests for a text that were refused before a word was written, by reason",
  labelNames: ["reason"],
  registers,
})
const modelFailures = new Counter({
  name: "luobi_model_failures",
  help: "Failed calls to the model, by kind",
  labelNames: ["kind"],
  registers,
})
const modelTokens = new Counter({
  name: "luobi_model_tokens",
  help: "Tokens that the endpoint reported: input, those of the input that it had in its cache, and output",
  labelNames: ["kind"],
  registers,
})

/** All figures in the OpenMetrics format. */
export async function readMetrics(): Promise<{ text: string; type: string }> {
  return { text: await registry.metrics(), type: registry.contentType }
}

/** Counts a request whose response has ended. */
export function countRequest(route: string | null, status: number): void {
  const counts = answered.get(route ?? NO_ROUTE) ?? new Map<number, number>()
  if (counts.size === 0) answered.set(route ?? NO_ROUTE, counts)
  counts.set(status, (counts.get(status) ?? 0) + 1)
}

/** Counts a request for a text that is not written; `reason` is one of our own words. */
export function countRefusal(reason: string): void {
  refusals.inc({ reason })
}

/** Counts a failed call to the model; `kind` is one of our own words. */
export function countModelFailure(kind: string): void {
  modelFailures.inc({ kind })
}

/** Counts a generation that this process continues in place of another one. */
export function countTakeover(): void {
  takeovers.inc()
}

interface Written {
  text: string
  record: WritingRecord | null
}

interface Ending {
  status: GenerationStatus
  failure: GenerationFailure | null
}

/** Measures one run of a generation from now on. `former` is the text that it goes on from. */
export function measureRun(former: string) {
  const beganAt = performance.now()
  let hasText = former !== ""
  generationsRunning.inc()
  return {
    /** Call it with each text; only the first of a generation counts. */
    noteText(): void {
      if (!hasText) firstText.observe((performance.now() - beganAt) / SECOND_MS)
      hasText = true
    },
    /** Ends the measuring. */
    end({ text, record }: Written, { status, failure }: Ending): void {
      generationsRunning.dec()
      generationsEnded.inc({ status, failure: failure ?? "none" })
      characters.inc(Math.max(0, countCharacters(text) - countCharacters(former)))
      if (record && status === "done") lengthRatio.observe(record.ratio)
      modelTokens.inc({ kind: "input" }, record?.inputTokens ?? 0)
      modelTokens.inc({ kind: "cached" }, record?.cachedTokens ?? 0)
      modelTokens.inc({ kind: "output" }, record?.outputTokens ?? 0)
    },
  }
}
