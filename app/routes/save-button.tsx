import { type FormEvent, useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { Form, href, PrefetchPageLinks, useFetcher, useLocation } from "react-router"
import { forgetDraft } from "#app/browser/drafts.ts"
import { notify } from "#app/browser/notices.ts"
import type { HistoryEntry } from "#app/browser/novel-history.ts"
import { notices } from "#app/copy/notices.ts"
import { novelPage, saveNovel as text } from "#app/copy/novels.ts"
import { story } from "#app/copy/story.ts"
import { typedIn } from "#app/domain/forms/form-answer.ts"
import type { Novel, SavedNovel } from "#app/domain/novel.ts"
import { loginPath } from "#app/domain/paths.ts"
import { AuthFields } from "#app/ui/auth-fields.tsx"
import { Button } from "#app/ui/button.tsx"
import { Dialog } from "#app/ui/dialog.tsx"
import { LoginFor } from "#app/ui/login-link.tsx"
import type { clientAction as login } from "./login/route.tsx"
import type { clientAction as save } from "./save/route.tsx"
import {
  AlreadySaved,
  NovelLink,
  SaveButtons,
  SaveFields,
  SavesInto,
  savedNotice,
  saveRow,
} from "./save-fields.tsx"
import { CopyLink, ShareLink } from "./share-link.tsx"

type Saved = Pick<Novel, "id" | "title">

interface SaveButtonProps {
  generationId: string | null
  /** The text to save if there is no generation on the server. */
  entry: HistoryEntry | null
  /** The saved novel that the text belongs to. */
  novel: SavedNovel | null
  suggestedTitle: string
  formKey: string
  signedIn: boolean
  /** The visitor has to log in first, which is said at this button. */
  needsLogin: boolean
  onNeedsLogin(): void
}

/** The form whose button opens the dialog, for another button that stands elsewhere. */
export const SAVE_FORM_ID = "save-text"
// A line of its own, over the buttons.
const SAVED = "order-first flex min-h-11 basis-full flex-wrap items-center gap-x-1 text-sm text-soft"

/** Saves the displayed text: with script in a dialog, without on a separate page. */
export function SaveButton(props: SaveButtonProps) {
  const { generationId, entry, novel, suggestedTitle, formKey, signedIn, needsLogin, onNeedsLogin } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const [opened, setOpened] = useState(0)
  const [saved, setSaved] = useState<Saved>()

  function open(event: FormEvent) {
    event.preventDefault()
    if (!signedIn) return onNeedsLogin()
    // Render the field before focusing it.
    flushSync(() => setOpened(opened + 1))
    dialog.current?.showModal()
  }

  return (
    <>
      {/* Without script, only a generation can be saved, because the server has its text. */}
      <Form
        id={SAVE_FORM_ID}
        action={href("/save")}
        onSubmit={open}
        className={generationId ? "" : "noscript:hidden"}
      >
        <input type="hidden" name="generation" value={generationId ?? ""} />
        <Button look="tint">{story.save}</Button>
      </Form>
      <div role="status" className="order-first basis-full empty:hidden">
        {needsLogin && <LoginToSave />}
      </div>
      {novel ? (
        <NovelOfText novel={novel} />
      ) : (
        saved && (
          <p className={SAVED}>
            {text.savedAs}
            <NovelLink novel={saved} />
          </p>
        )
      )}
      <Dialog ref={dialog} aria-labelledby="save-heading" close={text.close}>
        <h2 id="save-heading" className="mb-4 pr-10 font-serif text-xl font-bold">
          {text.title}
        </h2>
        {/* Load the save route's code now, so that it can report a connection that breaks later. */}
        {opened > 0 && <PrefetchPageLinks page={href("/save")} />}
        {opened > 0 && (
          <SaveForm
            key={opened}
            generationId={generationId}
            entry={entry}
            novel={novel}
            formKey={`${formKey}:${opened}`}
            suggestedTitle={suggestedTitle}
            saved={saved}
            onSaved={setSaved}
            onClose={() => dialog.current?.close()}
          />
        )}
      </Dialog>
    </>
  )
}

/** Stands at a button that saves, for a visitor who has to log in first; the login comes back to the text. */
export function LoginToSave() {
  const { pathname, search } = useLocation()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-edge bg-wash px-4 py-2.5 text-sm">
      <div className="grow basis-40">
        <p className="font-semibold">{notices.loginToSave.title}</p>
        <p className="text-soft">{notices.loginToSave.text}</p>
      </div>
      <LoginFor next={pathname + search} look="plain" />
    </div>
  )
}

/** Stands over a saved novel on the desk, and leads back to it. */
export function ContinuedNovel({ novel: { id, title } }: { novel: SavedNovel }) {
  return (
    <p
      role="status"
      className="mb-4 flex flex-wrap items-center gap-x-1 border-b border-line pb-3 text-sm text-soft"
    >
      {novelPage.continuing}
      {title !== null && <NovelLink novel={{ id, title }} />}
    </p>
  )
}

/** Leads to the novel that the text on the desk belongs to. */
function NovelOfText({ novel: { id, title, isSaved } }: { novel: SavedNovel }) {
  if (title === null) return null
  return (
    <p className={SAVED}>
      {isSaved ? text.savedAs : text.goesOn}
      <NovelLink novel={{ id, title }} />
    </p>
  )
}

interface SaveFormProps extends Omit<SaveButtonProps, "signedIn" | "needsLogin" | "onNeedsLogin"> {
  /** The novel that this text was saved as before. */
  saved: Saved | undefined
  onSaved(novel: Saved): void
  onClose(): void
}

function SaveForm(props: SaveFormProps) {
  const { generationId, entry, novel, suggestedTitle, saved, onSaved, onClose } = props
  const saving = useFetcher<typeof save>()
  const answer = saving.data
  // Keep the key if the page revalidates beneath the dialog, so that the server recognises a repeated submission.
  const [key] = useState(props.formKey)
  // Closing the dialog, for example to log in, keeps the title.
  const draftName = `title:${generationId ?? "entry"}`
  // What the dialog was opened with: the page beneath may learn meanwhile what somebody has changed elsewhere.
  const [former] = useState({ title: novel?.title ?? "", isPublic: novel?.isPublic ?? false })
  const suggested = former.title || suggestedTitle
  const [title, setTitle] = useState(suggested)
  const [loggedInAfter, setLoggedInAfter] = useState<typeof answer>()
  const handled = useRef<typeof answer>(undefined)
  const busy = saving.state !== "idle"
  const { link = null, qr = null } = answer?.result ?? {}
  const said = savedNotice(answer?.result ?? { did: "saved", link })
  // Ignore an answer from before the login or from before the current submission.
  const refused = busy || answer === loggedInAfter ? undefined : answer
  const failure = refused?.failure
  const standing = (answer === loggedInAfter ? undefined : answer)?.result?.standing ?? ""
  // A generation knows its novel; of a text that only this device has, only this page knows it.
  const already = novel || link ? undefined : saved

  useEffect(() => {
    if (busy || !answer || answer === handled.current) return
    handled.current = answer
    const { novel, did, link } = answer.result ?? {}
    if (!novel || !did) return
    onSaved(novel)
    if (did === "already") return
    forgetDraft(draftName)
    notify(savedNotice({ did, link: link ?? null }))
    if (!link) onClose()
  }, [busy, answer, draftName, onSaved, onClose])

  return (
    <>
      <saving.Form method="post" action={href("/save")} className="flex flex-col gap-4">
        <input type="hidden" name="key" value={key} />
        <input type="hidden" name="stay" />
        {!saved && <input type="hidden" name="once" />}
        {generationId ? (
          <input type="hidden" name="generation" value={generationId} />
        ) : (
          <>
            <textarea name="content" value={entry?.text} readOnly hidden />
            <input type="hidden" name="sections" value={JSON.stringify(entry?.sections ?? [])} />
            <input type="hidden" name="content_level" value={entry?.level} />
            <input type="hidden" name="demo" value={entry?.demo} />
          </>
        )}
        {link ? (
          <>
            {/* Repeated in the dialog, because screen readers ignore everything outside of it. */}
            <p role="status" className="text-sm">
              {said.title}：{said.text}
            </p>
            {qr && <ShareLink link={link} qr={qr} />}
          </>
        ) : (
          <SaveFields
            title={suggested}
            formerTitle={former.title}
            draftName={draftName}
            note={
              already ? (
                <AlreadySaved novel={already} />
              ) : (
                <SavesInto novel={novel} isChanged={standing !== ""} />
              )
            }
            isPublic={former.isPublic}
            wasPublic={former.isPublic}
            refused={refused}
            onTitleChange={(event) => setTitle(event.currentTarget.value)}
          />
        )}
        {answer !== undefined && answer === loggedInAfter && (
          <p role="status" className="text-sm">
            {text.loggedInAgain}
          </p>
        )}
        <div className={saveRow(link ? null : novel)}>
          {!link && (
            <Button type="button" look="quiet" onClick={onClose}>
              {text.cancel}
            </Button>
          )}
          {link ? (
            <CopyLink link={link} label={text.copyShareLink} look="generate" />
          ) : (
            // If the visitor has to log in first, the login button is the primary one.
            <SaveButtons
              novel={novel}
              isAlready={already !== undefined}
              standing={standing}
              look={failure === "login-required" ? "plain" : "generate"}
              busy={busy}
              disabled={busy || title.trim() === ""}
            />
          )}
        </div>
      </saving.Form>
      {failure === "login-required" && <LoginInPlace onLoggedIn={() => setLoggedInAfter(answer)} />}
    </>
  )
}

/** Lets the visitor log in again within the dialog after their session ended; the save form stays above. */
function LoginInPlace({ onLoggedIn }: { onLoggedIn(): void }) {
  const { pathname, search, hash } = useLocation()
  const loggingIn = useFetcher<typeof login>()
  const before = useRef<{ answer: typeof loggingIn.data }>(null)
  const busy = loggingIn.state !== "idle"

  useEffect(() => {
    if (busy) before.current ??= { answer: loggingIn.data }
    else if (before.current) {
      // A successful login redirects, so only a refusal is a new answer.
      if (before.current.answer === loggingIn.data) onLoggedIn()
      before.current = null
    }
  }, [busy, loggingIn.data, onLoggedIn])

  return (
    <loggingIn.Form
      method="post"
      action={loginPath({ next: pathname + search + hash })}
      className="mt-4 border-t border-line pt-4"
    >
      <AuthFields
        tab="login"
        tabs={<p className="text-sm text-pretty">{text.loginAgain}</p>}
        failure={loggingIn.data?.failure ?? null}
        waitSeconds={loggingIn.data?.waitSeconds}
        email={typedIn(loggingIn.data, "email") ?? ""}
        busy={busy}
      />
    </loggingIn.Form>
  )
}
