import type { RouterContextProvider } from "react-router"
import {
  findStanding,
  type PlacedParagraph,
  paragraphPlacedAt,
  withParagraph,
} from "#app/domain/edits/paragraph.ts"
import type { NovelFailure } from "#app/domain/novel.ts"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { editNovel } from "#app/server/novels/change-novel.server.ts"
import { findOwnNovel } from "#app/server/novels/find-novel.server.ts"
import { novelMark } from "#app/server/novels/novel-mark.server.ts"
import { ownerOf } from "#app/server/visitor/visitor.server.ts"
import { findSnapshot } from "./generations.server.ts"

/** A paragraph that was written anew in a saved novel, as it stands there, and the former one. */
interface WrittenParagraph extends Pick<PlacedParagraph, "at" | "index"> {
  written: string
  former: string
  /** What its author wished. */
  wish: string
}

/** Finds in a novel's text the paragraph that this generation has put there; null if it stands there no more. */
export async function findWritten(
  context: Readonly<RouterContextProvider>,
  { id, content }: { id: string; content: string },
  generation: string,
): Promise<WrittenParagraph | null> {
  const rewriting = await findRewriting(context, id, generation)
  const placed = rewriting && findPlaced(content, { at: rewriting.at, text: rewriting.written })
  return placed ? { ...rewriting, at: placed.at, index: placed.index } : null
}

async function findRewriting(context: Readonly<RouterContextProvider>, id: string, generation: string) {
  const snapshot = await findSnapshot(generation, ownerOf(context))
  if (typeof snapshot === "string" || snapshot.status !== "done") return null
  const order = snapshot.request.paragraph
  if (!order?.inNovel || order.into !== id) return null
  const { text, request } = snapshot
  return { at: order.at, written: text.trim(), former: order.text, wish: request.direction }
}

function findPlaced(content: string, paragraph: Pick<PlacedParagraph, "at" | "text">) {
  const at = findStanding(content, paragraph)
  return at === null ? null : paragraphPlacedAt(content, at)
}

/**
 * Puts the former paragraph back into one of the account's own novels, whatever else was changed since, and returns its
 * index. If it stands there already, nothing changes. `paragraph-changed`: neither stands there any more.
 */
export async function undoParagraph(
  context: Readonly<RouterContextProvider>,
  id: string,
  generation: string,
): Promise<Outcome<number, NovelFailure | "paragraph-changed">> {
  const found = await findOwnNovel(context, id)
  if (!found.ok) return found
  const rewriting = await findRewriting(context, id, generation)
  if (!rewriting) return refusal("paragraph-changed")
  const { at, written, former } = rewriting
  const { content } = found.value
  const placed = findPlaced(content, { at, text: written })
  if (!placed) {
    // Pressed again by somebody whom the first answer did not reach.
    const restored = findPlaced(content, { at, text: former })
    return restored ? success(restored.index) : refusal("paragraph-changed")
  }
  const undone = withParagraph(content, { at: placed.at, text: written }, former) ?? content
  const edited = await editNovel(context, id, undone, { seen: novelMark(found.value) })
  return edited.ok ? success(placed.index) : edited
}
