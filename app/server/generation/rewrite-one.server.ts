import { hash } from "node:crypto"
import type { RouterContextProvider } from "react-router"
import { isRewritable, placedParagraphs, WISH_MAX_CHARS } from "#app/domain/edits/paragraph.ts"
import { type GenerationRequest, hasEnded } from "#app/domain/generation.ts"
import type { Refusal } from "#app/domain/generation-request.ts"
import { type Outcome, refusal } from "#app/domain/outcome.ts"
import { joinStory } from "#app/domain/story.ts"
import { firstCharacters, isLongerThan, lastCharacters, normaliseText } from "#app/domain/text.ts"
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

/**
 * Has one paragraph of an ended generation written anew, and returns the id of the generation that writes it: a small
 * one of its own, with the limits, the ban and the stream of every other. The same form starts one.
 */
export async function rewriteOne(
  context: Readonly<RouterContextProvider>,
  id: string,
  asked: { key: string; paragraph: number | null; wish: string },
  confirmedAdult: boolean,
): Promise<Outcome<string, RewriteFailure>> {
  const owner = ownerOf(context)
  const remembered = await findRemembered(id, owner)
  if (typeof remembered === "string") return refusal(remembered)
  const { snapshot: found, memory } = remembered
  if (found.request.paragraph) return refusal("unknown-generation")
  if (!hasEnded(found.status)) return refusal("still-writing")
  const whole = joinStory(found.request.existing, found.text)
  const chosen = placedParagraphs(whole).find(({ at }) => at === asked.paragraph)
  if (!chosen) return refusal("paragraph-missing")
  if (!isRewritable(chosen)) return refusal("paragraph-fixed")
  const wish = normaliseText(asked.wish).trim()
  if (isLongerThan(wish, WISH_MAX_CHARS)) return refusal("wish-too-long")

  const { at, index, text } = chosen
  const before = lastCharacters(whole.slice(0, at).trimEnd(), BEFORE_CHARS)
  const after = firstCharacters(whole.slice(at + text.length).trimStart(), AFTER_CHARS)
  // The same form names the same one, so that both presses of a double press ask for the same.
  const into = hash("sha256", JSON.stringify([owner, id, at, wish, asked.key]), "base64url").slice(
    0,
    ID_CHARS,
  )
  const recall = recalled(memory, { card: text, direction: `${wish}\n${before}\n${after}`, shown: "" })
  const { edits: _, ...request } = found.request
  const rewriting: GenerationRequest = {
    ...request,
    direction: wish,
    existing: before,
    sections: [],
    rewrites: null,
    outlineFirst: false,
    paragraph: { of: id, into, at, index, text, after, recall },
  }
  const started = await startGeneration(context, asked.key, rewriting, {
    confirmedAdult,
    existingIsOurs: true,
  })
  if (started.ok) return started
  return started.failure === "refused" ? refusal(started.refusal.reason) : started
}
