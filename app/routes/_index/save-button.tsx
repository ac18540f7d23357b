import { type FormEvent, useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { Form, href, PrefetchPageLinks, useFetcher, useLocation } from "react-router"
import { useCopyText } from "../../browser/copy-text.ts"
import { forgetDraft } from "../../browser/drafts.ts"
import { notify } from "../../browser/notices.ts"
import type { HistoryEntry } from "../../browser/novel-history.ts"
import { notices } from "../../copy/notices.ts"
import { saveNovel as text } from "../../copy/novels.ts"
import { story } from "../../copy/story.ts"
import { Button } from "../../ui/button.tsx"
import { Spinner } from "../../ui/spinner.tsx"
import { SaveFields } from "../save-fields.tsx"
import { ShareLink } from "../share-link.tsx"
import type { SaveAnswer } from "./answer.server.ts"

interface SaveButtonProps {
  generationId: string | null
  /** What is saved where there is no generation: a text that the page brings itself. */
  entry: HistoryEntry | null
  suggestedTitle: string
  formKey: string
  signedIn: boolean
}

/** Saves what is shown: in a dialog with script, on a page of its own without. */
export function SaveButton({ generationId, entry, suggestedTitle, formKey, signedIn }: SaveButtonProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [opened, setOpened] = useState(0)
  const { pathname, search } = useLocation()

  function open(event: FormEvent) {
    event.preventDefault()
    if (!signedIn) return notify({ ...notices.loginToSave, loginFor: pathname + search }, { offers: true })
    // The field must be there to be focused.
    flushSync(() => setOpened(opened + 1))
    dialog.current?.showModal()
  }

  return (
    <>
      {/* Without script only a generation can be saved: the server has its text. */}
      <Form action={href("/save")} onSubmit={open} className={generationId ? "" : "noscript:hidden"}>
        <input type="hidden" name="generation" value={generationId ?? ""} />
        <Button>{story.save}</Button>
      </Form>
      <dialog
        ref={dialog}
        aria-labelledby="save-heading"
        className="m-auto w-[min(28rem,92vw)] rounded-xl border border-line bg-sheet p-5 text-ink shadow-xl backdrop:bg-black/50 md:p-8"
      >
        <h2 id="save-heading" className="mb-4 font-serif text-2xl font-bold">
          {text.title}
        </h2>
        {/* On a line that breaks later, the form's own code is there to say so. */}
        {opened > 0 && <PrefetchPageLinks page={href("/save")} />}
        {opened > 0 && (
          <SaveForm
            key={opened}
            generationId={generationId}
            entry={entry}
            formKey={`${formKey}:${opened}`}
            suggestedTitle={suggestedTitle}
            onClose={() => dialog.current?.close()}
          />
        )}
      </dialog>
    </>
  )
}

function SaveForm({
  generationId,
  entry,
  suggestedTitle,
  formKey,
  onClose,
}: Omit<SaveButtonProps, "signedIn"> & { onClose(): void }) {
  const saving = useFetcher<SaveAnswer>()
  // Closing the dialog, to log in perhaps, loses no title.
  const draftName = `title:${generationId ?? "entry"}`
  const [title, setTitle] = useState(suggestedTitle)
  const { copied, copy } = useCopyText()
  const submitted = useRef(false)
  const busy = saving.state !== "idle"
  const link = saving.data?.link ?? null

  useEffect(() => {
    if (busy) submitted.current = true
    else if (submitted.current) {
      submitted.current = false
      if (link || !saving.data) forgetDraft(draftName)
      if (link) notify(notices.savedPublic)
      else if (!saving.data) onClose() // saved in private: the answer was a redirect back here
    }
  }, [busy, link, saving.data, draftName, onClose])

  return (
    <saving.Form method="post" action={href("/save")} className="flex flex-col gap-4">
      <input type="hidden" name="key" value={formKey} />
      {generationId ? (
        <input type="hidden" name="generation" value={generationId} />
      ) : (
        <>
          <textarea name="content" value={entry?.text} readOnly hidden />
          <input type="hidden" name="content_level" value={entry?.level} />
        </>
      )}
      {link ? (
        <>
          {/* Here too: what stands outside an open dialog is not read out. */}
          <p role="status" className="text-sm">
            {notices.savedPublic.title}：{notices.savedPublic.text}
          </p>
          <ShareLink link={link} />
        </>
      ) : (
        <SaveFields
          title={suggestedTitle}
          draftName={draftName}
          isPublic={false}
          failure={saving.data?.failure ?? null}
          waitSeconds={saving.data?.waitSeconds}
          onTitleChange={(event) => setTitle(event.currentTarget.value)}
        />
      )}
      <div className="flex justify-end gap-2">
        <Button type="button" onClick={onClose}>
          {link ? text.close : text.cancel}
        </Button>
        {link ? (
          <Button
            type="button"
            look="generate"
            onClick={async () => notify((await copy(link)) ? notices.linkCopied : notices.copyFailed)}
          >
            {copied ? text.copied : text.copyShareLink}
          </Button>
        ) : (
          <Button look="generate" disabled={busy || title.trim() === ""}>
            {busy && <Spinner />}
            {busy ? text.saving : text.save}
          </Button>
        )}
      </div>
    </saving.Form>
  )
}
