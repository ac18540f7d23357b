import type { RouterContextProvider } from "react-router"
import { story } from "#app/copy/story.ts"
import type { GenerationSnapshot } from "#app/domain/generation.ts"
import type { GenerationEnd } from "#app/domain/generation-frame.ts"
import { targetCharacters } from "#app/domain/novel-length.ts"
import { avatarSrc } from "#app/domain/profile.ts"
import { LiveParagraphs } from "#app/routes/paragraphs/live-paragraphs.ts"
import { refuse, refuseMethod } from "#app/routes/refuse.server.ts"
import { isDemo } from "#app/server/generation/chosen-writer.server.ts"
import { type FrameWriting, feedOfFrames, LIVE_HEADERS } from "#app/server/generation/event-stream.server.ts"
import { followGeneration } from "#app/server/generation/generations.server.ts"
import { answerWithFeed } from "#app/server/http/response-feed.server.ts"
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
  const followed = await followGeneration(params.id, ownerOf(context), null)
  if (typeof followed === "string") return refuse(followed)
  const nonce = nonceOf(context)
  const visitor = await findLiveVisitor(context)
  return answerWithFeed(context, feedOfFrames(followed, writePage(followed.snapshot, { nonce, visitor })), {
    ...LIVE_HEADERS,
    // With "no-referrer", the browser would send the stop button's form with `Origin: null`.
    "Referrer-Policy": "same-origin",
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": contentSecurityPolicy(nonce),
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

function writePage(
  snapshot: GenerationSnapshot,
  { nonce, visitor }: { nonce: string; visitor: LiveVisitor | null },
): FrameWriting {
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
  const begin = () => {
    hasBegun = true
    return thinking.end() + plan.fold() + tellStep() + renderLiveBeginning(snapshot, title)
  }
  return {
    begin: () => beforeText + tellStep(),
    write(frame) {
      switch (frame.type) {
        case "reading":
          return reading.tell(frame)
        case "draft":
          title = frame.lines.find(({ kind }) => kind === "title")?.text ?? title
          return reading.end() + plan.take(frame)
        case "plan":
          ;({ title, beats } = frame)
          return reading.end() + plan.settle(frame) + tellStep()
        case "beat":
          beat = frame.index
          return tellStep()
        case "text": {
          const beginning = hasBegun ? "" : begin()
          progress.append(frame.text)
          return beginning + thinking.end() + paragraphs.append(frame.text)
        }
        case "thinking":
          return plan.pause() + thinking.tell(frame.seconds)
        case "reset":
          progress.reset(paragraphs.text.slice(0, frame.at))
          return paragraphs.reset(frame.at)
        case "heartbeat":
          return plan.pause() + thinking.tick() || "<!-- -->"
        case "gone":
          return ""
        default:
          end = frame
          return ""
      }
    },
    end() {
      const { id, request } = snapshot
      const isRefused = end?.type === "failed" && paragraphs.text === ""
      return (
        reading.end() +
        thinking.end() +
        paragraphs.close() +
        plan.drop({ isRefused }) +
        beforeEnd +
        renderLiveEnd({ id, request, text: paragraphs.text, end, nonce }) +
        afterEnd
      )
    },
  }
}
