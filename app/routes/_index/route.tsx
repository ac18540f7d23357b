import { createContext, data, href, redirect } from "react-router"
import { novelPage } from "#app/copy/novels.ts"
import { badRequestText } from "#app/copy/problems.ts"
import { site } from "#app/copy/site.ts"
import { deskSchema, type Refusal, type RequestProblem } from "#app/domain/generation-request.ts"
import { HISTORY_MAX_ENTRIES } from "#app/domain/limits.ts"
import { EMPTY_MEMORY } from "#app/domain/memory/story-memory.ts"
import type { NovelFailure } from "#app/domain/novel.ts"
import { success } from "#app/domain/outcome.ts"
import { loginPath, placeOfWriting, storyPath, writingPath } from "#app/domain/paths.ts"
import { answered, invalid, refused } from "#app/routes/answer-form.server.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { pageMeta } from "#app/routes/page-meta.ts"
import { findNovelOf, findSavedNovel } from "#app/routes/saved-novel.server.ts"
import { wellFormed } from "#app/routes/take-form.server.ts"
import { env } from "#app/server/config/env.server.ts"
import {
  findRemembered,
  listBegun,
  startGeneration,
  type Unreadable,
} from "#app/server/generation/generations.server.ts"
import { readFields } from "#app/server/http/read-fields.server.ts"
import { readForm } from "#app/server/http/request-body.server.ts"
import { letScriptRest } from "#app/server/http/script-on-touch.server.ts"
import { listMovable } from "#app/server/moved-texts/move-texts.server.ts"
import { findOwnNovel } from "#app/server/novels/find-novel.server.ts"
import { linkTo } from "#app/server/novels/grow-novel.server.ts"
import { findNovelMemory, findNovelPrompt } from "#app/server/novels/novel-memory.server.ts"
import { keepReference } from "#app/server/references/references.server.ts"
import { findFlash, flash } from "#app/server/visitor/flash.server.ts"
import { findAccount, findClaimedEmail } from "#app/server/visitor/session.server.ts"
import { findSignedIn } from "#app/server/visitor/signed-in.server.ts"
import {
  confirmAdult,
  findLastGeneration,
  isConfirmedAdult,
  ownerOf,
  rememberGeneration,
} from "#app/server/visitor/visitor.server.ts"
import type { Route } from "./+types/route"
import {
  bringsOwnText,
  type Continued,
  endsAtOwnFile,
  fileStatus,
  type OwnTextOutcome,
  parseGeneratorForm,
  type ReferenceOutcome,
  removeReference,
  takeExample,
  takeOwnFile,
  takeReferenceFile,
} from "./generator-form.server.ts"
import { HomeScreen } from "./home-screen.tsx"

/** What an answer says beside the form: what became of its files, and why moderation refused. */
interface Found {
  reference: ReferenceOutcome
  own: OwnTextOutcome
  /** How long to wait before the next file is read, where too many were. */
  ownWaitSeconds?: number | undefined
  /** The visitor chose an example, which is the prompt now. */
  isExample: boolean
  refusal: Refusal | null
  /** Whoever wrote the text that the form goes on with may find it after a login. */
  needsLogin: boolean
}

/** Instead of a generation that is not shown. */
const NONE = { snapshot: null, memory: EMPTY_MEMORY }

const NOTHING: Found = { reference: "none", own: "none", isExample: false, refusal: null, needsLogin: false }

/** Why the account did not keep a reference; other failures get a general notice. */
const NOT_KEPT_NOTICE: Record<string, string> = {
  "login-required": "referenceNotKept",
  "too-many-attempts": "referenceTooOften",
}

/** Whether the page answers a form, which holds what a redirect would lose. */
const answersFormContext = createContext(false)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: site.title, matches })

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const id = searchParams.get("generation")
  const remembered = id === null ? null : await findRemembered(id, ownerOf(context))
  const unreadable = typeof remembered === "string" ? remembered : null
  const { snapshot: found, memory } = typeof remembered === "string" || !remembered ? NONE : remembered
  const novel = id === null ? await findNovelEntry(context, searchParams.get("novel")) : null
  if (novel?.ok === false && novel.failure === "login-required" && !context.get(answersFormContext)) {
    await flash(context, "loginToContinue")
    throw redirect(loginPath({ next: storyPath({ novel: searchParams.get("novel") ?? "" }) }))
  }
  const paragraph = found?.request.paragraph
  // It has no text of its own to show.
  if (paragraph && id) throw redirect(placeOfWriting(id, paragraph))
  const last = await findLastGeneration(request, context)
  const signedIn = Boolean(findAccount(context) ?? (await findClaimedEmail(context)))
  const answer = {
    generation: found,
    unreadable,
    formKey: crypto.randomUUID(),
    example: searchParams.get("example") ?? "",
    maxLevel: env.MAX_CONTENT_LEVEL,
    signedIn,
    hasNotice: (await findFlash(request)) !== null,
    last: remembered ? null : last,
    // A visitor without an account or a remembered generation has none, so skip the database.
    begun: last || signedIn ? await listBegun(ownerOf(context), HISTORY_MAX_ENTRIES) : [],
    movable: found || novel?.ok ? [] : await listMovable(request, context, "before-login"),
    novel: novel?.ok ? novel.value.entry : null,
    novelFailure: novel?.ok === false ? novel.failure : null,
    saved: found && signedIn ? await findSavedNovel(context, found) : null,
    entries: novel?.ok ? novel.value.memory.entries : memory.entries,
  }
  const isAnyonesPage = !id && novel === null && !last && !signedIn && !answer.hasNotice
  if (isAnyonesPage && !context.get(answersFormContext)) letScriptRest(context)
  const failure = unreadable ?? answer.novelFailure
  return data(answer, failure ? FAILURE_STATUS[failure] : 200)
}

export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST")
    throw data(badRequestText.method, { status: 405, headers: { Allow: "GET, HEAD, POST" } })
  context.set(answersFormContext, true)
  const owner = ownerOf(context)
  const { form, problem } = await readForm(request)
  const { intent, key, continues, novel } = wellFormed(readFields(form, deskSchema)).value
  if (intent === "cancel") return redirect(href("/"), 303)
  const isRemoving = intent === "remove-reference"
  const isCut = problem === "too-large"
  const isOwnCut = isCut && endsAtOwnFile(form)
  const read = isCut && !isOwnCut ? problem : await takeReferenceFile(form)
  const reference = isRemoving && read === "none" ? "removed" : read
  const taken = isOwnCut ? { own: problem } : await takeOwnFile(context, form)
  if (isRemoving) removeReference(form)
  const isExample = takeExample(form)
  const files: Found = { ...NOTHING, reference, ...taken, isExample }
  const found = await findContinued(context, owner, { continues, novel })
  const submission = parseGeneratorForm(form, typeof found === "string" ? null : found)

  if (problem && !isCut) return refused(submission, { failure: problem }, { result: files })
  const asksNothing = isExample || isRemoving || intent === "read-reference" || intent === "read-own"
  // A file that is too large ends the reading of the form, so its intent is unknown: hide what else is wrong with it.
  const status = Math.max(fileStatus(reference), fileStatus(taken.own))
  if (asksNothing || status !== 200) return data(answered(submission, files), status)
  if (typeof found === "string") {
    const mayBeOfAccount = found === "unknown-generation" && !findSignedIn(context).ok
    const needsLogin = found === "login-required" || mayBeOfAccount
    return refused(submission, { failure: found }, { result: { ...NOTHING, needsLogin } })
  }
  if (submission.status !== "success") {
    const failed = invalid<RequestProblem>(submission)
    const isOwnTooLong = failed.failure === "existing-too-long" && found === null && bringsOwnText(form)
    return refused(submission, failed, { at: isOwnTooLong ? "own_text" : undefined, result: NOTHING })
  }

  const confirming = intent === "confirm-adult"
  const confirmedAdult = confirming || (await isConfirmedAdult(request))
  const started = await startGeneration(context, key, submission.value, {
    confirmedAdult,
    // An author may write a saved novel past this server.
    existingIsOurs: found !== null && "generation" in found,
    memory: found?.memory ?? EMPTY_MEMORY,
  })
  if (!started.ok && started.failure === "refused") {
    const { refusal } = started
    return refused(submission, { failure: refusal.reason }, { result: { ...NOTHING, refusal } })
  }
  if (!started.ok) return refused(submission, started, { result: NOTHING })
  const id = started.value
  await rememberGeneration(context, id)
  // A continuation submits the reference of the text that it continues, which the account already has.
  const former = found && "generation" in found ? found.generation.request.reference : null
  if (submission.value.reference !== former) {
    const kept = await keepReference(context, submission.value.reference)
    if (!kept.ok) await flash(context, NOT_KEPT_NOTICE[kept.failure] ?? "referenceUploadFailed")
  }
  if (confirming) await confirmAdult(context)
  return redirect(writingPath(id, submission.value.existing), 303)
}

/** What the form continues by its id, or why it cannot be read. */
async function findContinued(
  context: Route.ActionArgs["context"],
  owner: string,
  { continues, novel }: { continues: string; novel: string },
): Promise<Continued | Unreadable | NovelFailure> {
  if (continues) {
    const found = await findRemembered(continues, owner)
    if (typeof found === "string") return found
    return {
      generation: found.snapshot,
      memory: found.memory,
      link: await findNovelOf(context, found.snapshot),
    }
  }
  if (!novel) return null
  const found = await findOwnNovel(context, novel)
  if (!found.ok) return found.failure
  return { novel: found.value, memory: await findNovelMemory(context, novel), link: linkTo(found.value) }
}

/** The saved novel that its owner wants to continue, or why it cannot be read; null if there is none. */
async function findNovelEntry(context: Route.LoaderArgs["context"], id: string | null) {
  if (!id) return null
  const found = await findOwnNovel(context, id)
  if (!found.ok) return found
  const { title, content, contentLevel, sections, demo, isPublic } = found.value
  const prompt = (await findNovelPrompt(context, id)) || novelPage.continuePrompt(title)
  const entry = { id, title, isPublic, prompt, text: content, level: contentLevel, sections, demo }
  return success({ entry, memory: await findNovelMemory(context, id) })
}

export default function Home({ loaderData, actionData }: Route.ComponentProps) {
  return <HomeScreen {...loaderData} answer={actionData} />
}
