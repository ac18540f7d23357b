import type { RouterContextProvider } from "react-router"
import { story } from "#app/copy/story.ts"
import type { GenerationEnd } from "#app/domain/generation-frame.ts"
import { targetCharacters } from "#app/domain/novel-length.ts"
import { avatarSrc } from "#app/domain/profile.ts"
import { LiveParagraphs } from "#app/routes/paragraphs/live-paragraphs.ts"
import { refuse, refuseMethod } from "#app/routes/refuse.server.ts"
import { isDemo } from "#app/server/generation/chosen-writer.server.ts"
import { LIVE_HEADERS, streamText } from "#app/server/generation/event-stream.server.ts"
import { followGeneration, type GenerationFeed } from "#app/server/generation/generations.server.ts"
import { contentSecurityPolicy, nonceOf } from "#app/server/http/security-headers.server.ts"
import { getProfile } from "#app/server/profile/profile.server.ts"
import { findAccount, findClaimedEmail } from "#app/server/visitor/session.server.ts"
import { ownerOf } from "#app/server/visitor/visitor.server.ts"
import { beatName } from "#app/ui/story/beat-list.tsx"
import type { Route } from "./+types/route"
import { type LiveVisitor, renderLiveBeginning, renderLiveEnd, renderLiveShell } from "./live-page.tsx"
import { LivePlan } from "./live-plan.tsx"
import { LiveProgress } from "./live-progress.ts"
import { LiveReading } from "./live-reading.tsx"
import { LiveThinking } from "./live-thinking.tsx"

/** Streams a generation as one HTML page, for browsers without script. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const leave = new AbortController()
  const followed = await followGeneration(params.id, ownerOf(context), null, leave.signal)
  if (typeof followed === "string") return refuse(followed)
  const nonce = nonceOf(context)
  const visitor = await findLiveVisitor(context)
  return new Response(streamText(renderPage(followed, { nonce, visitor }), leave), {
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

async function findLiveVisitor(context: Readonly<RouterContextProvider>): Promise<LiveVisitor | null> {
  const account = findAccount(context)
  const email = account?.email ?? (await findClaimedEmail(context))
  if (email === null) return null
  const profile = account && (await getProfile(context))
  return { email, avatarSrc: profile?.ok ? avatarSrc(profile.value.avatarUrl) : null }
}

async function* renderPage(
  { snapshot, frames }: GenerationFeed,
  { nonce, visitor }: { nonce: string; visitor: LiveVisitor | null },
): AsyncGenerator<string, void> {
  const { beforeText, beforeEnd, afterEnd } = renderLiveShell(snapshot, { isDemo, visitor })
  const thinking = new LiveThinking(nonce)
  const plan = new LivePlan(nonce)
  const reading = new LiveReading(nonce)
  const progress = new LiveProgress(nonce, targetCharacters(snapshot.request.length))
  const paragraphs = new LiveParagraphs(nonce, () => progress.tell())
  let end: GenerationEnd | null = null
  let { title, plan: beats, beat } = snapshot
  let hasBegun = false
  const tellStep = () => {
    const now = beats[beat]
    if (now) progress.begin(story.beat(beat + 1, beats.length, beatName(now)), beat + 1)
    return paragraphs.isOpen || !hasBegun ? "" : progress.tell()
  }
  yield beforeText + tellStep()
  for await (const frame of frames) {
    if (frame.type === "plan") title = frame.title
    if (frame.type === "draft") title = frame.lines.find(({ kind }) => kind === "title")?.text ?? title
    if (frame.type === "plan") beats = frame.beats
    if (frame.type === "beat") beat = frame.index
    if (frame.type === "text" && !hasBegun) {
      hasBegun = true
      yield thinking.end() + plan.fold() + tellStep() + renderLiveBeginning({ ...snapshot, title })
    }
    if (frame.type === "text") progress.append(frame.text)
    if (frame.type === "reset") progress.reset(paragraphs.text.slice(0, frame.at))
    if (frame.type === "reading") yield reading.tell(frame)
    else if (frame.type === "draft") yield reading.end() + plan.take(frame)
    else if (frame.type === "plan") yield reading.end() + plan.settle(frame) + tellStep()
    else if (frame.type === "beat") yield tellStep()
    else if (frame.type === "text") yield thinking.end() + paragraphs.append(frame.text)
    else if (frame.type === "thinking") yield plan.pause() + thinking.tell(frame.seconds)
    else if (frame.type === "reset") yield paragraphs.reset(frame.at)
    else if (frame.type === "heartbeat") yield plan.pause() + thinking.tick() || "<!-- -->"
    else if (frame.type !== "gone") end = frame
  }
  const { id, request } = snapshot
  const isRefused = end?.type === "failed" && paragraphs.text === ""
  yield reading.end() +
    thinking.end() +
    paragraphs.close() +
    plan.drop({ isRefused }) +
    beforeEnd +
    renderLiveEnd({ id, request, text: paragraphs.text, end, nonce }) +
    afterEnd
}
