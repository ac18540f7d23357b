import { data, Form, href, Link, type RouterContextProvider, redirect } from "react-router"
import type { z } from "zod"
import { keepFormWhenLost } from "#app/browser/keep-form-when-lost.ts"
import { notices } from "#app/copy/notices.ts"
import { novelFailureText, saveNovel as text } from "#app/copy/novels.ts"
import { site } from "#app/copy/site.ts"
import { typedIn } from "#app/domain/forms/form-answer.ts"
import { saveSchema } from "#app/domain/forms/novel-forms.ts"
import { novelTitle, storyLevel } from "#app/domain/generation.ts"
import { FORM_MAX_BYTES } from "#app/domain/limits.ts"
import type { Novel, NovelFailure } from "#app/domain/novel.ts"
import { suggestTitle } from "#app/domain/novel-title.ts"
import { controlsPath, loginPath, savePath } from "#app/domain/paths.ts"
import { storySections } from "#app/domain/sections.ts"
import { joinStory } from "#app/domain/story.ts"
import { normaliseText } from "#app/domain/text.ts"
import { answered, refused } from "#app/routes/answer-form.server.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import {
  AlreadySaved,
  SaveButtons,
  SaveFields,
  SavesInto,
  savedNotice,
  saveRow,
} from "#app/routes/save-fields.tsx"
import { findNovelOf, findSavedNovel } from "#app/routes/saved-novel.server.ts"
import { ShareLink } from "#app/routes/share-link.tsx"
import { takeFields } from "#app/routes/take-form.server.ts"
import {
  findRemembered,
  findSnapshot,
  type RememberedGeneration,
} from "#app/server/generation/generations.server.ts"
import { keepNovelLink } from "#app/server/generation/novel-link.server.ts"
import { requestOrigin } from "#app/server/http/request-origin.server.ts"
import { type QrCode, qrCode } from "#app/server/images/qr-code.server.ts"
import { growNovel, linkTo } from "#app/server/novels/grow-novel.server.ts"
import { contentHash } from "#app/server/novels/novel-mark.server.ts"
import { keepNovelMemory } from "#app/server/novels/novel-memory.server.ts"
import { findKeptText, saveNovel } from "#app/server/novels/save-novel.server.ts"
import { flash } from "#app/server/visitor/flash.server.ts"
import { findSignedIn } from "#app/server/visitor/signed-in.server.ts"
import { ownerOf } from "#app/server/visitor/visitor.server.ts"
import { buttonClass } from "#app/ui/button.tsx"
import { MessagePage } from "#app/ui/message-page.tsx"
import { Notice } from "#app/ui/notice.tsx"
import { Problem } from "#app/ui/problem.tsx"
import type { Route } from "./+types/route"

/** What the answer says beside the form. */
interface SaveResult {
  /** The saved novel; null if nothing is saved. */
  novel: Pick<Novel, "id" | "title"> | null
  /** `savedAnew`: the novel that the text belonged to is gone. `already`: another form has saved it. */
  did: "saved" | "updated" | "savedAnew" | "already"
  link: string | null
  qr: QrCode | null
  /** The hash of what the text's novel holds, if that was changed elsewhere; else empty. */
  standing: string
}

const NOTHING: SaveResult = { novel: null, did: "saved", link: null, qr: null, standing: "" }

export const meta: Route.MetaFunction = () => [{ title: `${text.title} · ${site.name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const signedIn = findSignedIn(context)
  const generation = searchParams.get("generation") ?? ""
  const found = generation ? await findSnapshot(generation, ownerOf(context)) : ""
  const snapshot = typeof found === "string" ? null : found
  const isEmpty = snapshot !== null && joinStory(snapshot.request.existing, snapshot.text) === ""
  const suggested = snapshot ? suggestTitle(novelTitle(snapshot), snapshot.request.prompt) : ""
  const novel = snapshot && signedIn.ok ? await findSavedNovel(context, snapshot) : null
  const answer = {
    generation,
    novel,
    title: searchParams.get("title") ?? novel?.title ?? suggested,
    failure: signedIn.ok ? (isEmpty ? ("content-missing" as const) : null) : signedIn.failure,
    formKey: crypto.randomUUID(),
  }
  return data(answer, answer.failure ? FAILURE_STATUS[answer.failure] : 200)
}

/** Saves a generation, or a text that only the browser has. Answers the share link if the novel is public. */
export async function action({ request, context }: Route.ActionArgs) {
  const submission = await takeFields(request, saveSchema, FORM_MAX_BYTES)
  const { generation, title, is_public: isPublic, key, once, stay, ...own } = submission.value
  const remembered = generation ? await findRemembered(generation, ownerOf(context)) : null
  const known = typeof remembered === "string" ? null : remembered
  const found = known?.snapshot ?? null
  const content = found ? joinStory(found.request.existing, found.text) : own.content
  const sections = found ? storySections(found) : own.sections
  const contentLevel = found ? storyLevel(found.request) : own.content_level
  const demo = found ? found.request.demo : own.demo
  // Check this before reporting a missing text: a visitor whose session has ended cannot access their generation.
  const signedIn = findSignedIn(context)
  if (!signedIn.ok) return refused(submission, signedIn, { result: NOTHING })
  if (remembered === "store-away")
    return refused(submission, { failure: "backend-down" }, { result: NOTHING })
  if (remembered === "unknown-generation")
    return refused(submission, { failure: "generation-gone" }, { result: NOTHING })

  const grown = known && own.as !== "new" ? await grow(context, known, submission.value) : null
  const isGone = grown?.ok === false && grown.failure === "not-found"
  if (grown && !grown.ok && !isGone) {
    const result = { ...NOTHING, standing: grown.standing ?? "" }
    return refused(submission, grown, { at: TITLE_FIELD[grown.failure], result })
  }
  const kept = once && !grown && own.as !== "new" ? await findKeptText(context, { content, key }) : null
  if (kept) {
    if (known)
      await keepNovelLink(generation, ownerOf(context), linkTo({ ...kept, content: normaliseText(content) }))
    return answered<null, SaveResult>(submission, { ...NOTHING, novel: kept, did: "already" })
  }

  const saved = grown?.ok
    ? grown
    : await saveNovel(context, { title, content, sections, isPublic, contentLevel, demo, key })
  if (!saved.ok) return refused(submission, saved, { at: TITLE_FIELD[saved.failure], result: NOTHING })
  const novel = { id: saved.value.id, title: saved.value.title }
  if (known) {
    await keepNovelMemory(context, novel.id, known)
    await keepNovelLink(generation, ownerOf(context), linkTo(saved.value))
  }
  // A form that knew of no novel has been sent before, and its answer was lost.
  const did = grown?.ok && own.former_title !== "" ? "updated" : isGone ? "savedAnew" : "saved"
  if (saved.value.isPublic) {
    const link = new URL(href("/shared/:id", { id: novel.id }), requestOrigin(request)).href
    return answered<null, SaveResult>(submission, { ...NOTHING, novel, did, link, qr: qrCode(link) })
  }
  // The dialog is open over the text, so its page must not navigate.
  if (stay) return answered<null, SaveResult>(submission, { ...NOTHING, novel, did })
  await flash(context, did)
  return redirect(generation ? controlsPath(generation) : href("/"), 303)
}

/** Puts the text in the place of that of the novel it belongs to; null if it belongs to none. */
async function grow(
  context: Readonly<RouterContextProvider>,
  { snapshot }: RememberedGeneration,
  { title, former_title, is_public, was_public, over }: z.output<typeof saveSchema>,
) {
  const link = await findNovelOf(context, snapshot)
  if (!link) return null
  const { request, text: written } = snapshot
  return growNovel(context, link.id, {
    title: title === former_title && title !== "" ? null : title,
    isPublic: is_public === was_public ? null : is_public,
    content: joinStory(request.existing, written),
    sections: storySections(snapshot),
    contentLevel: storyLevel(request),
    demo: request.demo,
    over: [link.hash, contentHash(normaliseText(request.existing)), over],
  })
}

export const clientAction = (args: Route.ClientActionArgs) => keepFormWhenLost(args)

const TITLE_FIELD: Partial<Record<NovelFailure, string>> = {
  "title-missing": "title",
  "title-too-long": "title",
}

export default function Save({ loaderData, actionData }: Route.ComponentProps) {
  const { generation, failure, formKey, novel } = loaderData
  const back = generation ? controlsPath(generation) : href("/")
  const title = typedIn(actionData, "title") ?? loaderData.title
  const result = actionData?.result
  if (failure) {
    const here = savePath({ generation, title })
    const loggedOut = failure === "login-required"
    const message = loggedOut ? notices.loginToSave : { title: text.failed, text: novelFailureText[failure] }
    return (
      <MessagePage {...message}>
        {actionData?.failure && <Problem title={text.failed} text={novelFailureText[actionData.failure]} />}
        <Link to={loggedOut ? loginPath({ next: here }) : here} className={buttonClass("generate")}>
          {loggedOut ? site.login : text.retry}
        </Link>
        <Link to={back} className={buttonClass("plain")}>
          {text.back}
        </Link>
      </MessagePage>
    )
  }
  const already = result?.did === "already" ? result.novel : null
  const standing = result?.standing ?? ""
  return (
    <section className="mx-auto flex max-w-md flex-col gap-4 rounded-xl border border-line bg-sheet p-5 md:p-8">
      <h1 className="font-serif text-2xl font-bold">{text.title}</h1>
      {result?.link && result.qr ? (
        <>
          <div role="status">
            <Notice {...savedNotice(result)} />
          </div>
          <ShareLink link={result.link} qr={result.qr} />
          <Link to={back} className={buttonClass("plain")}>
            {text.back}
          </Link>
        </>
      ) : (
        <Form method="post" className="flex flex-col gap-4">
          <input type="hidden" name="generation" value={generation} />
          <input type="hidden" name="key" value={formKey} />
          {!already && <input type="hidden" name="once" />}
          <SaveFields
            title={title}
            suggested={loaderData.title}
            // Of the form that has come back, because the novel may have another title by now.
            formerTitle={typedIn(actionData, "former_title") ?? novel?.title ?? ""}
            isPublic={actionData ? typedIn(actionData, "is_public") === "on" : (novel?.isPublic ?? false)}
            wasPublic={actionData ? typedIn(actionData, "was_public") === "on" : (novel?.isPublic ?? false)}
            draftName={`title:${generation}`}
            note={
              already ? (
                <AlreadySaved novel={already} />
              ) : (
                <SavesInto novel={novel} isChanged={standing !== ""} />
              )
            }
            refused={actionData}
          />
          <div className={saveRow(novel)}>
            <Link to={back} className={buttonClass("quiet")}>
              {text.back}
            </Link>
            <SaveButtons novel={novel} isAlready={already !== null} standing={standing} />
          </div>
        </Form>
      )}
    </section>
  )
}
