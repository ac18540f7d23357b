import { concernsBan } from "#app/domain/ban/ban.ts"
import type { ContentLevel } from "#app/domain/content-level.ts"
import {
  commonLines,
  type GenerationFailure,
  type GenerationRequest,
  type PlanLine,
  storyLevel,
  type WritingEvent,
} from "#app/domain/generation.ts"
import { hasClassifier, type ModerationProblem, moderate } from "#app/server/moderation/moderate.server.ts"
import { scan } from "#app/server/scan/scan.server.ts"
import type { StoredPlan } from "./generation-rows.server.ts"

/** A paragraph that must go: its start in UTF-16 units of the new text, and the failure that ends the generation. */
export interface WrittenProblem {
  at: number
  failure: GenerationFailure
}

/** The generation under watch; `text` is the new text so far. */
export interface WatchedGeneration {
  readonly request: GenerationRequest
  readonly text: string
}

interface Paragraph {
  at: number
  text: string
  /** The text just before it. */
  before: string
}

const FAILURE_BY_PROBLEM: Record<ModerationProblem, GenerationFailure> = {
  minor: "banned",
  "beyond-level": "beyond-level",
  "moderation-away": "unchecked",
}

/** The context for our own rules, which tells who the paragraph is about. Longer than what the rules treat as one scene. */
const SCENE_UNITS = 1_500
/** The context for the classifier. */
const BEFORE_UNITS = 400
/** Lines up to this length may hold one word spread over several lines, so they always need a scan. */
const SPREAD_UNITS = 4
/** A paragraph of at most this length can be cleared at once, without a scan. */
const GLANCE_MAX_UNITS = 1_000

/**
 * Checks each paragraph of a generation once it is complete, with our own rules and the classifier (if any), while
 * the writing goes on. After a takeover it checks the whole text, since it cannot know what the other process checked.
 */
export class ParagraphWatch {
  readonly #written: WatchedGeneration
  readonly #level: ContentLevel
  readonly #onProblem: () => void
  #lookedTo = 0
  #problem: WrittenProblem | null = null
  #scanning = Promise.resolve()
  #unasked: Paragraph[] = []
  #asking = Promise.resolve()

  /** Calls `onProblem` at the first problem, because writing on is pointless. */
  constructor(written: WatchedGeneration, onProblem: () => void) {
    this.#written = written
    this.#level = storyLevel(written.request)
    this.#onProblem = onProblem
    this.#lookUpTo(written.text.lastIndexOf("\n") + 1)
  }

  /** The problem that is earliest in the text, so far. */
  get problem(): WrittenProblem | null {
    return this.#problem
  }

  /** Call it after the generation has applied an event. */
  follow(event: WritingEvent): void {
    const { text } = this.#written
    if (event.type === "rewind") {
      this.#lookedTo = Math.min(this.#lookedTo, text.lastIndexOf("\n", event.to - 1) + 1)
    }
    if (event.type === "text" && event.text.includes("\n")) this.#lookUpTo(text.lastIndexOf("\n") + 1)
  }

  /** Checks the plan and its title before any reader sees them; null if they may be shown. */
  async findPlanProblem({
    beats,
    head,
    title,
  }: Pick<StoredPlan, "beats" | "head" | "title">): Promise<GenerationFailure | null> {
    const told = beats.map(({ summary, stop }) => `${summary}｜${stop}`)
    const plan = [title ?? "", ...head, ...told].join("\n")
    const failure = await this.#scan([plan])
    if (!failure) this.#ask({ at: 0, text: "", before: plan })
    return failure
  }

  /** Whether readers who see `shown` of a draft may see these lines. If not, nothing ends: the whole plan decides. */
  async mayShow(lines: readonly PlanLine[], shown: readonly PlanLine[]): Promise<boolean> {
    const fresh = lines.slice(commonLines(lines, shown))
    if (fresh.every(isHarmlessAtAGlance)) return true
    return (await this.#scan([lines.map(({ text }) => text).join("\n")])) === null
  }

  /** Checks the rest of the text after the writing has ended, and waits for all results. */
  async settle(): Promise<WrittenProblem | null> {
    this.#lookUpTo(this.#written.text.length)
    await this.#scanning
    await this.#asking
    return this.#problem
  }

  #lookUpTo(end: number): void {
    for (const paragraph of paragraphsBetween(this.#written, this.#lookedTo, end)) {
      if (isHarmlessAtAGlance(paragraph)) this.#ask(paragraph)
      else this.#scanning = this.#scanning.then(() => this.#scanParagraph(paragraph))
    }
    this.#lookedTo = end
  }

  async #scanParagraph(paragraph: Paragraph): Promise<void> {
    if (this.#problem) return
    const { at, text } = paragraph
    const { prompt, direction } = this.#written.request
    const scene = `${sceneBefore(this.#written, at, SCENE_UNITS)}\n${text}`
    const failure = await this.#scan([scene, `${prompt}\n${direction}\n${text}`])
    // The engine may have withdrawn the paragraph itself.
    if (!this.#written.text.startsWith(text, at)) return
    if (failure) this.#found({ at, failure })
    else this.#ask(paragraph)
  }

  async #scan(texts: string[]): Promise<GenerationFailure | null> {
    const scanned = await scan({ texts, level: this.#level, rated: null }, { waits: true })
    if (!scanned) return "unchecked"
    return scanned.banned && "banned"
  }

  #found(problem: WrittenProblem): void {
    const isFirst = this.#problem === null
    if (this.#problem === null || problem.at < this.#problem.at) this.#problem = problem
    if (isFirst) this.#onProblem()
  }

  #ask(paragraph: Paragraph): void {
    if (!hasClassifier) return
    this.#unasked.push(paragraph)
    this.#asking = this.#asking.then(() => this.#askAll())
  }

  /** Makes one call at a time; paragraphs that are completed meanwhile go into the next one. */
  async #askAll(): Promise<void> {
    const asked = this.#unasked.splice(0)
    if (asked.length === 0) return
    const problems = await moderate(
      asked.map(({ before, text }) => `${before}\n${text}`),
      { level: this.#level },
    )
    for (const [index, { at, text }] of asked.entries()) {
      const problem = problems[index]
      // The engine may have withdrawn the paragraph itself.
      if (problem && this.#written.text.startsWith(text, at)) {
        this.#found({ at, failure: FAILURE_BY_PROBLEM[problem] })
      }
    }
  }
}

function isHarmlessAtAGlance({ text }: { text: string }): boolean {
  return text.length > SPREAD_UNITS && text.length <= GLANCE_MAX_UNITS && !concernsBan(text)
}

function paragraphsBetween(written: WatchedGeneration, from: number, to: number): Paragraph[] {
  const paragraphs: Paragraph[] = []
  let at = from
  for (const text of written.text.slice(from, to).split("\n")) {
    if (text.trim()) paragraphs.push({ at, text, before: sceneBefore(written, at, BEFORE_UNITS) })
    at += text.length + 1
  }
  return paragraphs
}

/** The last `units` before an offset of the new text, including the end of the existing text that it continues. */
function sceneBefore({ request, text }: WatchedGeneration, at: number, units: number): string {
  const written = text.slice(Math.max(0, at - units), at)
  const missing = units - written.length
  return missing > 0 ? `${request.existing.slice(-missing)}\n${written}` : written
}
