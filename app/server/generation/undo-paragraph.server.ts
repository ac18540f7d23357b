import type { RouterContextProvider } from "react-router"
import {
  findStanding,
  type PlacedParagraph,
  placedParagraphs,
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
  const snapshot = await findSnapshot(generation, ownerOf(context))
  if (typeof snapshot === "string" || snapshot.status !== "done") return null
  const order = snapshot.request.paragraph
  if (!order?.inNovel || order.into !== id) return null
  const written = snapshot.text.trim()
  const at = findStanding(content, { at: order.at, text: written })
  const placed = placedParagraphs(content).find((paragraph) => paragraph.at === at)
  return placed
    ? { at: placed.at, index: placed.index, written, former: order.text, wish: snapshot.request.direction }
    : null
}

/**
 * Puts the former paragraph back into one of the account's own novels, whatever else was changed since, and returns its
 * index. `paragraph-changed`: the new one stands there no more.
 */
export async function undoParagraph(
  context: Readonly<RouterContextProvider>,
  id: string,
  generation: string,
): Promise<Outcome<number, NovelFailure | "paragraph-changed">> {
  const found = await findOwnNovel(context, id)
  if (!found.ok) return found
  const placed = await findWritten(context, found.value, generation)
  if (!placed) return refusal("paragraph-changed")
  const { content } = found.value
  const undone = withParagraph(content, { at: placed.at, text: placed.written }, placed.former) ?? content
  const edited = await editNovel(context, id, undone, { seen: novelMark(found.value) })
  return edited.ok ? success(placed.index) : edited
}
