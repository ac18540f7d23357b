import { redirect } from "react-router"
import { hasEnded, type ParagraphOrder } from "#app/domain/generation.ts"
import type { GenerationEnd } from "#app/domain/generation-frame.ts"
import { placeOfNew, placeOfWriting } from "#app/domain/paths.ts"
import { LiveParagraphs } from "#app/routes/paragraphs/live-paragraphs.ts"
import { refuse, refuseMethod } from "#app/routes/refuse.server.ts"
import { isDemo } from "#app/server/generation/chosen-writer.server.ts"
import { LIVE_HEADERS, streamText } from "#app/server/generation/event-stream.server.ts"
import { followGeneration, type GenerationFeed } from "#app/server/generation/generations.server.ts"
import { contentSecurityPolicy, nonceOf } from "#app/server/http/security-headers.server.ts"
import { ownerOf } from "#app/server/visitor/visitor.server.ts"
import type { Route } from "./+types/route"
import { renderParagraphEnd, renderParagraphShell, renderSwap } from "./paragraph-page.tsx"

/** Streams the paragraph that is being written anew as one HTML page, for browsers without script. */
export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const leave = new AbortController()
  // Followed and not only found: if its process died, this one goes on with it.
  const followed = await followGeneration(id, ownerOf(context), null, leave.signal)
  if (typeof followed === "string") return refuse(followed)
  const { snapshot } = followed
  const { paragraph } = snapshot.request
  if (!paragraph) return refuse("unknown-generation")
  if (hasEnded(snapshot.status)) {
    return redirect(snapshot.status === "done" ? placeOfNew(snapshot) : placeOfWriting(id, paragraph))
  }
  const nonce = nonceOf(context)
  return new Response(streamText(renderPage(followed, paragraph, nonce), leave), {
    headers: {
      ...LIVE_HEADERS,
      // With "no-referrer", the browser would send the stop button's form with `Origin: null`.
      "Referrer-Policy": "same-origin",
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": contentSecurityPolicy(nonce),
    },
  })
}

export const action = refuseMethod("GET, HEAD")

async function* renderPage(
  { snapshot, frames }: GenerationFeed,
  order: ParagraphOrder,
  nonce: string,
): AsyncGenerator<string, void> {
  const { beforeText, beforeEnd, afterEnd } = renderParagraphShell(snapshot, order, isDemo)
  const paragraphs = new LiveParagraphs(nonce)
  let end: GenerationEnd | null = null
  let isSwapped = false
  yield beforeText
  for await (const frame of frames) {
    if (frame.type === "text") {
      // The former one stands until there is something in its place.
      if (!isSwapped && frame.text.trim() !== "") {
        isSwapped = true
        yield renderSwap(isSwapped, nonce)
      }
      yield paragraphs.append(frame.text)
    } else if (frame.type === "reset") {
      yield paragraphs.reset(frame.at)
      if (isSwapped && paragraphs.text.trim() === "") {
        isSwapped = false
        yield renderSwap(isSwapped, nonce)
      }
    } else if (frame.type === "heartbeat" || frame.type === "thinking") yield "<!-- -->"
    else if (frame.type === "done" || frame.type === "failed" || frame.type === "stopped") end = frame
  }
  yield paragraphs.close() + beforeEnd + renderParagraphEnd({ snapshot, order, end, nonce }) + afterEnd
}
