import { type ContentLevel, highestLevel } from "./content-level.ts"
import { countCharacters } from "./count-characters.ts"
import type { DemoShare } from "./demo-share.ts"
import type { StoryMemory } from "./memory/story-memory.ts"
import type { NovelLink } from "./novel.ts"
import type { NovelLength } from "./novel-length.ts"
import type { Section } from "./sections.ts"

/** A visitor's order to the writing engine, from a validated form or API call. */
export interface GenerationRequest {
  prompt: string
  /** What should happen next in a continued text. It overrides the prompt; empty if the visitor gave none. */
  direction: string
  contentLevel: ContentLevel
  length: NovelLength
  /** A text whose style the engine imitates; empty if there is none. */
  reference: string
  /** The text to continue; empty for a new novel. */
  existing: string
  /** The level of the existing text; the whole story is never rated lower. */
  existingLevel: ContentLevel
  /** The sections of the existing text. */
  sections: Section[]
  /** The title of the continued novel, as its plan suggested it; null if there is none. */
  novelTitle: string | null
  /** The saved novel that this text belongs to, whose owner the server has checked; null if it belongs to none. */
  novel: NovelLink | null
  /** The id of the generation that this one rewrites; null for a first version. */
  rewrites: string | null
  /** How many versions there were before this one; left out for a first one. */
  version?: number
  /** Its author sees the plan, and may change it, before any text is written. */
  outlineFirst: boolean
  /** The id of the generation whose text its author has changed; left out where the engine wrote all of it. */
  edits?: string
  /** The one paragraph that is written anew, in place of a part of a story. */
  paragraph?: ParagraphOrder
  /** How much of the whole story is the demo's; left out where nothing of it is known to be. */
  demo?: DemoShare | undefined
}

/** A paragraph to write anew. What the request continues is the text before it, as far as the prompt shows it. */
export interface ParagraphOrder {
  /** The id of the generation that it stands in, and of the one that will have the new one. */
  of: string
  into: string
  /** Both are the id of a saved novel instead, which will have the new one itself. */
  inNovel?: true
  /** Where it begins, in UTF-16 units of the whole story, and its index among the paragraphs. */
  at: number
  index: number
  text: string
  /** The text after it, as far as the prompt shows it. */
  after: string
  /** What the memory knows of those that it names, one entry a line. */
  recall: string
}

/** A story's length in characters, as `countCharacters` counts them. */
export interface StoryCount {
  /** The new text alone. */
  fresh: number
  /** With the existing text that it continues. */
  whole: number
}

/** Counts the new text, alone and together with the existing text that it continues. */
export function storyCount({ existing }: Pick<GenerationRequest, "existing">, written: string): StoryCount {
  const fresh = countCharacters(written)
  return { fresh, whole: fresh + countCharacters(existing) }
}

/** The level of the whole story: the new text and the existing text that it continues. */
export function storyLevel({ contentLevel, existingLevel }: GenerationRequest): ContentLevel {
  return highestLevel(contentLevel, existingLevel)
}

/** The title that the model suggested for the whole novel; null if it suggested none. */
export function novelTitle({ request, title }: Pick<GenerationSnapshot, "request" | "title">): string | null {
  return request.existing === "" ? title : request.novelTitle
}

/** One step of the plan: what happens, and its target length in characters. */
export interface Beat {
  /** One sentence, or, divided by bars, where and when, who wants what, what is in the way, and what changes. */
  summary: string
  characters: number
  /** The act or the words on which it ends; empty if the plan does not say. */
  stop: string
  /** Its author has written it, or changed what the model wrote. */
  byAuthor?: true | undefined
}

/** What happens in a beat, for readers of the plan. */
export function beatText(beat: Pick<Beat, "summary">): string {
  return toldParts(beat).join("；")
}

/** What a beat says: where and when, who wants what, and so on. An author may leave parts out, but not their bars. */
export function toldParts({ summary }: Pick<Beat, "summary">): string[] {
  return summary.split("｜").filter((part) => part !== "")
}

/** A line of a plan, as its readers see it. */
export interface PlanLine {
  kind: "title" | "head" | "beat"
  /** Of a line of the head: its label and what it says, divided by bars. */
  text: string
}

/** All that readers see of a plan, line by line: title, head, beats. */
export function linesOfPlan({ title, head, beats }: ToldPlan): PlanLine[] {
  return [
    ...(title === null ? [] : [{ kind: "title" as const, text: title }]),
    ...head.map((text) => ({ kind: "head" as const, text })),
    ...beats.map((beat) => ({ kind: "beat" as const, text: beatText(beat) })),
  ]
}

/** A plan, as far as its readers see it. */
export interface ToldPlan {
  title: string | null
  head: readonly string[]
  beats: readonly Beat[]
}

/** How many lines two plans have in common before they differ. */
export function commonLines(one: readonly PlanLine[], other: readonly PlanLine[]): number {
  const differs = one.findIndex(({ kind, text }, at) => kind !== other[at]?.kind || text !== other[at]?.text)
  return differs === -1 ? one.length : differs
}

/** A card as its author has it now, and the index of its beat in the plan. */
export interface CardEdit extends Pick<Beat, "summary" | "stop"> {
  index: number
}

/** The plan with its author's changes: what each beat was asked for, or will be. */
export function editedPlan(plan: readonly Beat[], edits: readonly CardEdit[]): Beat[] {
  return plan.map((beat, index) => {
    const edit = edits.findLast((one) => one.index === index)
    return edit ? { ...beat, summary: edit.summary, stop: edit.stop, byAuthor: true } : beat
  })
}

/**
 * One request for text. Together with the plan and the text before it, this is all that its message is made of, so
 * that another process writes the same message again.
 */
export interface WritingTurn {
  /** Where its answer begins, in UTF-16 units of the new text. */
  at: number
  /** The index of its beat in the plan. */
  beat: number
  /** `resume`: its beat is begun. `extend`: its beat is written but too short. */
  purpose: "begin" | "resume" | "extend"
  /** The characters that it asks for, and those that the text needs: models write more or less than they are asked. */
  asked: number
  needed: number
  /** The model repeated itself in the answer before. */
  hasLooped: boolean
  /** The model answered in another language before. */
  hasAskedForChinese: boolean
  /** What the memory tells of those that its beat names and the prompt shows nothing of yet, one entry a line. */
  recall: string
  /** The phrases that the text before wears out, at most three. */
  tics: string[]
  /** The cards of its beat and of the next one that their author has changed since the plan was sent. */
  edits: CardEdit[]
  /** Its answer stood between the marks that the rules ask for. */
  isMarked: boolean
}

/** What of the story the prompts show, so that they fit the model's context. Offsets are UTF-16 units. */
export interface PromptScope {
  /** How many beats the plan was asked for. */
  beatCount: number
  /** What is remembered of the continued text, one entry a line; empty if nothing is. */
  memory: string
  /** Names for people whom the visitor has not named; empty if none are offered. */
  names: string[]
  /** They show the continued text from here on. */
  existingFrom: number
  /** The new text up to here has left the conversation; its end, from `foldFrom` on, is told instead. */
  foldedTo: number
  foldFrom: number
  /**
   * From 1 on without passages of the reference, from 2 on with short later beats, from 3 on with a shortened
   * request, at 4 without the head of the plan and with short earlier beats.
   */
  omitted: number
  /** The model's context in tokens, and how many the endpoint counts for one that we estimate; null if unknown. */
  contextTokens: number
  tokenRatio: number | null
  /** Whether the plan was asked for with people, places and a card for each beat; a small context has no room for them. */
  hasCards: boolean
}

/**
 * The engine's figures on its own work so far, without a word of the text. A process that takes a generation over
 * starts a new record: `from` is the number of characters that existed at that point.
 */
export interface WritingRecord {
  /** The target length of the new text in characters, its length now, and `got / asked`. */
  asked: number
  got: number
  ratio: number
  from: number
  /** Finished model calls, and how many ended in which way; `cut`: we ended the call because the text was long enough. */
  calls: number
  ends: Record<string, number>
  /** Tokens of the calls that reported them; null if none did. */
  inputTokens: number | null
  outputTokens: number | null
  /** Those of the input tokens that the endpoint had in its cache. */
  cachedTokens: number | null
}

/** Why a generation ended short of its target. The database keeps the reason with the text. */
export const GENERATION_FAILURES = [
  "refused",
  "unauthorized",
  "busy",
  "unreachable",
  "empty",
  "banned",
  "beyond-level",
  "unchecked",
  "short",
  "unchanged",
  "unfit",
  /** What it was to stand in place of is not there any more. */
  "displaced",
  "internal",
] as const
export type GenerationFailure = (typeof GENERATION_FAILURES)[number]

/** `outlined`: the plan waits for its author, and nothing is written. */
export const GENERATION_STATUSES = ["running", "paused", "outlined", "done", "stopped", "failed"] as const
export type GenerationStatus = (typeof GENERATION_STATUSES)[number]

/** What the engine reports while it writes. Offsets are UTF-16 units of the new text. */
export type WritingEvent =
  /** All finished lines of a plan that is still being made; they replace those of the event before. */
  | { type: "draft"; lines: PlanLine[] }
  /**
   * `title`: the model's suggestion; `style`: notes on the reference's style, empty if there is no reference;
   * `isWhole`: false for the first cards, with which the text begins before the whole plan follows.
   */
  | {
      type: "plan"
      beats: Beat[]
      head: string[]
      title: string | null
      style: string
      scope: PromptScope
      isWhole: boolean
    }
  /** Sent before every call for text: all turns so far, and what their prompts show. */
  | { type: "turn"; turns: WritingTurn[]; scope: PromptScope }
  /** The engine reads the continued text, before it plans. */
  | ({ type: "reading" } & ReadingProgress)
  /** What is known of the whole story now. */
  | { type: "memory"; memory: StoryMemory }
  | { type: "beat"; index: number }
  | { type: "text"; text: string }
  /** The engine withdraws the text from this offset on. */
  | { type: "rewind"; to: number }
  /** The engine asks again after this wait. */
  | { type: "retry"; delayMs: number }
  /** Sent after every call and before the end. */
  | { type: "record"; record: WritingRecord }
  /** The plan is made, and its author has not seen it yet. */
  | { type: "outlined" }
  | { type: "done" }
  | { type: "failed"; failure: GenerationFailure }

/** How many passages of the continued text the engine has read, and how many there are to read. */
export interface ReadingProgress {
  done: number
  all: number
}

/** One moment of a generation, as a page or a download shows it. */
export interface GenerationSnapshot {
  id: string
  status: GenerationStatus
  failure: GenerationFailure | null
  request: GenerationRequest
  plan: Beat[]
  /** What the plan tells of the whole novel, one line each. */
  head: string[]
  /** The lines so far of a plan that is still being made; empty before its first and as soon as there is a plan. */
  draft: PlanLine[]
  /** Before there is a plan: how far the continued text is read; null while nothing is. */
  reading: ReadingProgress | null
  /** The title that the model suggested, of the novel or of the section that continues it; null if it suggested none. */
  title: string | null
  beat: number
  /** The new text so far, without the existing text that it continues. */
  text: string
  cursor: GenerationCursor
  /** The plan that its author had before asking for another one; null if there is none. */
  former: ToldPlan | null
}

/** A generation in the list of recent ones, with just enough to recognise it. */
export interface BegunGeneration {
  id: string
  status: GenerationStatus
  /** The beginning of its prompt. */
  prompt: string
  /** ISO 8601. */
  startedAt: string
  /** Its author signed in afterwards. */
  beforeLogin: boolean
  /** A novel was saved of the text as it is. */
  isSaved: boolean
}

/** A reader's position. `offset` is in UTF-16 units of the new text; each takeover by a process starts an epoch. */
export interface GenerationCursor {
  epoch: number
  offset: number
}

/** Writes a cursor as `epoch.offset`, the form that `parseCursor` reads. */
export function formatCursor({ epoch, offset }: GenerationCursor): string {
  return `${epoch}.${offset}`
}

/** Reads a cursor from a query parameter or a `Last-Event-ID` header; null if it is malformed. */
export function parseCursor(value: string | null): GenerationCursor | null {
  const match = /^(\d{1,9})\.(\d{1,9})$/.exec(value ?? "")
  return match ? { epoch: Number(match[1]), offset: Number(match[2]) } : null
}

/** Whether text may come without anybody's asking: a paused generation is resumed by its next reader. */
export function isBeingWritten(status: GenerationStatus): status is "running" | "paused" {
  return status === "running" || status === "paused"
}

/** Whether a status is final. A paused generation is not, nor is one whose plan waits for its author. */
export function hasEnded(status: GenerationStatus): status is "done" | "stopped" | "failed" {
  return status === "done" || status === "stopped" || status === "failed"
}
