import { redirect } from "react-router"
import { type GenerationSnapshot, hasEnded, type ParagraphOrder } from "#app/domain/generation.ts"
import type { GenerationEnd } from "#app/domain/generation-frame.ts"
import { placeOfNew, placeOfWriting } from "#app/domain/paths.ts"
import { LiveParagraphs } from "#app/routes/paragraphs/live-paragraphs.ts"
import { refuse, refuseMethod } from "#app/routes/refuse.server.ts"
import { isDemo } from "#app/server/generation/chosen-writer.server.ts"
import { type FrameWriting, feedOfFrames, LIVE_HEADERS } from "#app/server/generation/event-stream.server.ts"
import { followGeneration } from "#app/server/generation/generations.server.ts"
import { answerWithFeed } from "#app/server/http/response-feed.server.ts"
import { contentSecurityPolicy, nonceOf } from "#app/server/http/security-headers.server.ts"
import { ownerOf } from "#app/server/visitor/visitor.server.ts"
import type { Route } from "./+types/route"
import { renderParagraphEnd, renderParagraphShell, renderSwap } from "./paragraph-page.tsx"

/** Streams the paragraph that is being written anew as one HTML page, for browsers without script. */
export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  // Followed and not only found: if its process died, this one goes on with it.
  const followed = await followGeneration(id, ownerOf(context), null)
  if (typeof followed === "string") return refuse(followed)
  const { snapshot } = followed
  const { paragraph } = snapshot.request
  if (!paragraph) return refuse("unknown-generation")
  if (hasEnded(snapshot.status)) {
    return redirect(snapshot.status === "done" ? placeOfNew(snapshot) : placeOfWriting(id, paragraph))
  }
  const nonce = nonceOf(context)
  return answerWithFeed(context, feedOfFrames(followed, writePage(snapshot, paragraph, nonce)), {
    ...LIVE_HEADERS,
    // With "no-referrer", the browser would send the stop button's form with `Origin: null`.
    "Referrer-Policy": "same-origin",
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": contentSecurityPolicy(nonce),
  })
}

export const action = refuseMethod("GET, HEAD")

function writePage(snapshot: GenerationSnapshot, order: ParagraphOrder, nonce: string): FrameWriting {
  const { beforeText, beforeEnd, afterEnd } = renderParagraphShell(snapshot, order, isDemo)
  const paragraphs = new LiveParagraphs(nonce)
  let end: GenerationEnd | null = null
  let isSwapped = false
  const swap = () => {
    isSwapped = !isSwapped
    return renderSwap(isSwapped, nonce)
  }
  return {
    begin: () => beforeText,
    write(frame) {
      if (frame.type === "text") {
        // The former one stands until there is something in its place.
        const swapped = !isSwapped && frame.text.trim() !== "" ? swap() : ""
        return swapped + paragraphs.append(frame.text)
      }
      if (frame.type === "reset") {
        const reset = paragraphs.reset(frame.at)
        return isSwapped && paragraphs.text.trim() === "" ? reset + swap() : reset
      }
      if (frame.type === "done" || frame.type === "failed" || frame.type === "stopped") end = frame
      return frame.type === "heartbeat" || frame.type === "thinking" ? "<!-- -->" : ""
    },
    end: () =>
      paragraphs.close() + beforeEnd + renderParagraphEnd({ snapshot, order, end, nonce }) + afterEnd,
  }
}
