import { hash } from "node:crypto"
import type { RouterContextProvider } from "react-router"
import { isRewritable, paragraphPlacedAt, WISH_MAX_CHARS } from "#app/domain/edits/paragraph.ts"
import { type GenerationRequest, hasEnded, type ParagraphOrder } from "#app/domain/generation.ts"
import type { Refusal } from "#app/domain/generation-request.ts"
import type { StoryMemory } from "#app/domain/memory/story-memory.ts"
import type { NovelFailure } from "#app/domain/novel.ts"
import { DEFAULT_NOVEL_LENGTH } from "#app/domain/novel-length.ts"
import { type Outcome, refusal } from "#app/domain/outcome.ts"
import { joinStory } from "#app/domain/story.ts"
import { firstCharacters, isLongerThan, lastCharacters, normaliseText } from "#app/domain/text.ts"
import { findOwnNovel } from "#app/server/novels/find-novel.server.ts"
import { linkTo } from "#app/server/novels/grow-novel.server.ts"
import { findNovelMemory, findNovelPrompt } from "#app/server/novels/novel-memory.server.ts"
import { ownerOf } from "#app/server/visitor/visitor.server.ts"
import { recalled } from "#app/server/writing/memory/render-memory.server.ts"
import { findRemembered, startGeneration, type Unreadable } from "./generations.server.ts"

const ID_CHARS = 22
const BEFORE_CHARS = 1_500
const AFTER_CHARS = 600

/** Why a paragraph is not written anew. */
export type RewriteFailure =
  | Unreadable
  | Refusal["reason"]
  | "paragraph-missing"
  | "paragraph-fixed"
  | "wish-too-long"
  | "too-many-attempts"
  | "too-many-running"
  | "still-writing"

/** What its author asks of a paragraph. */
interface Asked {
  key: string
  paragraph: number | null
  wish: string
}

/**
 * Has one paragraph of an ended generation written anew, and returns the id of the generation that writes it: a small
 * one of its own, with the limits, the ban and the stream of every other. The same form starts one.
 */
export async function rewriteOne(
  context: Readonly<RouterContextProvider>,
  id: string,
  asked: Asked,
  confirmedAdult: boolean,
): Promise<Outcome<string, RewriteFailure>> {
  const owner = ownerOf(context)
  const remembered = await findRemembered(id, owner)
  if (typeof remembered === "string") return refusal(remembered)
  const { snapshot: found, memory } = remembered
  if (found.request.paragraph) return refusal("unknown-generation")
  if (!hasEnded(found.status)) return refusal("still-writing")
  const { edits: _, ...request } = found.request
  const whole = joinStory(request.existing, found.text)
  // The same form names the same one, so that both presses of a double press ask for the same.
  const parts = JSON.stringify([owner, id, asked.paragraph, asked.wish, asked.key])
  const into = hash("sha256", parts, "base64url").slice(0, ID_CHARS)
  return startRewriting(context, asked, { whole, request, memory, place: { of: id, into } }, confirmedAdult)
}

/**
 * The same for one of the account's own novels, which has the new paragraph itself; what stood there becomes a version.
 */
export async function rewriteInNovel(
  context: Readonly<RouterContextProvider>,
  id: string,
  asked: Asked,
  confirmedAdult: boolean,
): Promise<Outcome<string, RewriteFailure | NovelFailure>> {
  const found = await findOwnNovel(context, id)
  if (!found.ok) return found
  const { title, content, contentLevel, demo } = found.value
  const [memory, prompt] = await Promise.all([findNovelMemory(context, id), findNovelPrompt(context, id)])
  const request = {
    prompt: prompt || title,
    contentLevel,
    length: DEFAULT_NOVEL_LENGTH,
    reference: "",
    existingLevel: contentLevel,
    novelTitle: title,
    novel: linkTo(found.value),
    demo,
  }
  const place = { of: id, into: id, inNovel: true as const }
  return startRewriting(context, asked, { whole: content, request, memory, place }, confirmedAdult)
}

interface Rewritten {
  whole: string
  request: Omit<GenerationRequest, "direction" | "existing" | "sections" | "rewrites" | "outlineFirst">
  memory: StoryMemory
  place: Pick<ParagraphOrder, "of" | "into" | "inNovel">
}

async function startRewriting(
  context: Readonly<RouterContextProvider>,
  asked: Asked,
  { whole, request, memory, place }: Rewritten,
  confirmedAdult: boolean,
): Promise<Outcome<string, RewriteFailure>> {
  const chosen = asked.paragraph === null ? null : paragraphPlacedAt(whole, asked.paragraph)
  if (!chosen) return refusal("paragraph-missing")
  if (!isRewritable(chosen)) return refusal("paragraph-fixed")
  const wish = normaliseText(asked.wish).trim()
  if (isLongerThan(wish, WISH_MAX_CHARS)) return refusal("wish-too-long")

  const { at, index, text } = chosen
  const before = lastCharacters(whole.slice(0, at).trimEnd(), BEFORE_CHARS)
  const after = firstCharacters(whole.slice(at + text.length).trimStart(), AFTER_CHARS)
  const recall = recalled(memory, { card: text, direction: `${wish}\n${before}\n${after}`, shown: "" })
  const rewriting: GenerationRequest = {
    ...request,
    direction: wish,
    existing: before,
    sections: [],
    rewrites: null,
    outlineFirst: false,
    paragraph: { ...place, at, index, text, after, recall },
  }
  const started = await startGeneration(context, asked.key, rewriting, {
    confirmedAdult,
    // An author may write a saved novel past this server.
    existingIsOurs: !place.inNovel,
  })
  if (started.ok) return started
  return started.failure === "refused" ? refusal(started.refusal.reason) : started
}
