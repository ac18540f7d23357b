import { type BanReason, concernsBan } from "#app/domain/ban/ban.ts"
import type { ContentLevel } from "#app/domain/content-level.ts"
import {
  type GenerationFailure,
  type GenerationRequest,
  storyLevel,
  type WritingEvent,
} from "#app/domain/generation.ts"
import { hasClassifier, type ModerationProblem, moderate } from "#app/server/moderation/moderate.server.ts"
import { scan } from "#app/server/scan/scan.server.ts"

/** Where a paragraph begins that may not stand, in UTF-16 units of the new text, and what the generation ends with. */
export interface WrittenProblem {
  at: number
  failure: GenerationFailure
}

/** What is written so far, without the text that it goes on from. */
export interface Written {
  readonly request: GenerationRequest
  readonly text: string
}

interface Paragraph {
  at: number
  text: string
  /** What was said just before it. */
  before: string
}

const FAILURE_OF: Record<BanReason | ModerationProblem, GenerationFailure> = {
  minor: "banned",
  "real-person": "banned",
  "beyond-level": "beyond-level",
  "moderation-away": "unchecked",
}

/** So much of the text before says who is spoken of. More than the rules take for one scene. */
const SCENE_UNITS = 1_500
/** So much of it the classifier is told. */
const BEFORE_UNITS = 400
/** A word may be spread over lines as short as this. */
const SPREAD_UNITS = 4
/** A paragraph of this length is told at once from one that holds nothing; a longer one is scanned. */
const GLANCE_MAX_UNITS = 1_000

/**
 * Looks at a text behind its reader, paragraph by paragraph as each is complete: by the rules and, where there is
 * one, by the classifier, while the writing goes on. Of a text that another process began it is not known what was
 * looked at, so all is looked at again.
 */
export class ParagraphWatch {
  readonly #written: Written
  readonly #level: ContentLevel
  readonly #onProblem: () => void
  #lookedTo = 0
  #problem: WrittenProblem | null = null
  #unscanned: Paragraph[] = []
  #scanning: Promise<void> | null = null
  #unasked: Paragraph[] = []
  #asking: Promise<void> | null = null

  /** `onProblem` is called at the first problem: nothing more has to be written. */
  constructor(written: Written, onProblem: () => void) {
    this.#written = written
    this.#level = storyLevel(written.request)
    this.#onProblem = onProblem
    this.#lookUpTo(written.text.lastIndexOf("\n") + 1)
  }

  /** The earliest that is known. */
  get problem(): WrittenProblem | null {
    return this.#problem
  }

  /** To be told after each event was taken up. */
  follow(event: WritingEvent): void {
    const { text } = this.#written
    if (event.type === "rewind") {
      this.#lookedTo = Math.min(this.#lookedTo, text.lastIndexOf("\n", event.to - 1) + 1)
    }
    if (event.type === "text" && event.text.includes("\n")) this.#lookUpTo(text.lastIndexOf("\n") + 1)
  }

  /** Before the plan and its title are shown to anyone: why they may not be. */
  async findPlanProblem({
    beats,
    title,
  }: {
    beats: { summary: string }[]
    title: string | null
  }): Promise<GenerationFailure | null> {
    const plan = [title ?? "", ...beats.map(({ summary }) => summary)].join("\n")
    const failure = await this.#scan([plan])
    if (!failure) this.#ask({ at: 0, text: "", before: plan })
    return failure
  }

  /** Looks at what is left, however it ended, and waits for every answer. */
  async settle(): Promise<WrittenProblem | null> {
    this.#lookUpTo(this.#written.text.length)
    await this.#scanning
    await this.#asking
    return this.#problem
  }

  #lookUpTo(end: number): void {
    for (const paragraph of paragraphsBetween(this.#written, this.#lookedTo, end)) {
      if (isHarmlessAtAGlance(paragraph)) this.#ask(paragraph)
      else this.#unscanned.push(paragraph)
    }
    this.#lookedTo = end
    if (this.#unscanned.length === 0) return
    this.#scanning ??= this.#scanAll().finally(() => {
      this.#scanning = null
    })
  }

  async #scanAll(): Promise<void> {
    for (let next = this.#unscanned.shift(); next && !this.#problem; next = this.#unscanned.shift()) {
      const { at, text } = next
      const { prompt, direction } = this.#written.request
      const scene = `${sceneBefore(this.#written, at, SCENE_UNITS)}\n${text}`
      const failure = await this.#scan([scene, `${prompt}\n${direction}\n${text}`])
      // What the engine has withdrawn by itself is no problem any more.
      if (!this.#written.text.startsWith(text, at)) continue
      if (failure) this.#found({ at, failure })
      else this.#ask(next)
    }
  }

  async #scan(texts: string[]): Promise<GenerationFailure | null> {
    const scanned = await scan({ texts, level: this.#level, rated: null }, { waits: true })
    if (!scanned) return "unchecked"
    return scanned.banned && FAILURE_OF[scanned.banned.reason]
  }

  #found(problem: WrittenProblem): void {
    const isFirst = this.#problem === null
    if (this.#problem === null || problem.at < this.#problem.at) this.#problem = problem
    if (isFirst) this.#onProblem()
  }

  #ask(paragraph: Paragraph): void {
    if (!hasClassifier) return
    this.#unasked.push(paragraph)
    this.#asking ??= this.#askAll().finally(() => {
      this.#asking = null
    })
  }

  /** One call at a time: what is completed meanwhile goes into the next one. */
  async #askAll(): Promise<void> {
    while (this.#unasked.length > 0) {
      const asked = this.#unasked.splice(0)
      const problems = await moderate(
        asked.map(({ before, text }) => `${before}\n${text}`),
        { level: this.#level },
      )
      for (const [index, { at, text }] of asked.entries()) {
        const problem = problems[index]
        // What the engine has withdrawn by itself is no problem any more.
        if (problem && this.#written.text.startsWith(text, at)) {
          this.#found({ at, failure: FAILURE_OF[problem] })
        }
      }
    }
  }
}

function isHarmlessAtAGlance({ text }: Paragraph): boolean {
  return text.length > SPREAD_UNITS && text.length <= GLANCE_MAX_UNITS && !concernsBan(text)
}

function paragraphsBetween(written: Written, from: number, to: number): Paragraph[] {
  const paragraphs: Paragraph[] = []
  let at = from
  for (const text of written.text.slice(from, to).split("\n")) {
    if (text.trim()) paragraphs.push({ at, text, before: sceneBefore(written, at, BEFORE_UNITS) })
    at += text.length + 1
  }
  return paragraphs
}

/** The end of what stands before an offset of the new text, the text that it goes on from included. */
function sceneBefore({ request, text }: Written, at: number, units: number): string {
  const written = text.slice(Math.max(0, at - units), at)
  const missing = units - written.length
  return missing > 0 ? `${request.existing.slice(-missing)}\n${written}` : written
}
