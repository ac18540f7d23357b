import { type RefObject, useEffect, useRef, useState } from "react"
import { normaliseText, toSingleLine } from "#app/domain/text.ts"
import { findDraftOver, forgetDraft, keepDraft, moveDraft } from "./drafts.ts"
import { typeInto } from "./type-into.ts"

/** Where the edit of a novel is kept: nowhere yet, on this device, or with the account. */
export type EditState =
  | { at: "same" | "typing" | "keeping" | "here" | "nowhere" }
  | { at: "kept"; moment: string }
  | { at: "refused"; failure: string; isHere: boolean }

interface EditDraftOptions {
  /** The novel, whose draft this device keeps. */
  id: string
  /** The path that keeps the edit with the account. */
  path: string
  /** What the server holds: the novel, or the edit of it that was kept before. */
  held: { title: string; content: string }
  /** The mark of the edit that was kept before; empty if none was. */
  mark: string
}

/** Do not store at every key press, because a novel may be long and storage is synchronous. */
const HERE_AFTER_MS = 300
const ACCOUNT_AFTER_MS = 2_000
/** Longer texts are sent less often: a million characters every half minute. */
const UNITS_PER_MS = 40
const AGAIN_AFTER_MS = 15_000
const DRAFT_CHANGED = "draft-changed"

/**
 * Keeps the edit of a novel while its author types: on this device, which works without a line, and with the account,
 * for other devices. The form has the fields `title`, `text`, and those that say what is edited. What the device has is
 * restored over the text that it was typed over; else it is `other`, for the author to take.
 */
export function useEditDraft({ id, path, held, mark: firstMark }: EditDraftOptions) {
  const form = useRef<HTMLFormElement>(null)
  const [state, setState] = useState<EditState>({ at: "same" })
  const [mark, setMark] = useState(firstMark)
  const [other, setOther] = useState<string | null>(null)
  const served = line(held)

  useEffect(() => {
    const { title, text } = fieldsOf(form)
    const fields = form.current
    if (!title || !text || !fields) return
    const name = editDraftName(id)
    let account = served
    let sending: string | null = null
    let isOver = false
    let hereTimer: ReturnType<typeof setTimeout> | undefined
    let accountTimer: ReturnType<typeof setTimeout> | undefined
    const typed = () => line({ title: title.value, content: text.value })

    const keepHere = () => keepDraft(name, account, typed(), sending)
    const keepLater = (wait: number) => {
      clearTimeout(accountTimer)
      if (!isOver) accountTimer = setTimeout(keepWithAccount, wait)
    }
    const onInput = () => {
      clearTimeout(hereTimer)
      hereTimer = setTimeout(() => {
        hereTimer = undefined
        keepHere()
      }, HERE_AFTER_MS)
      setState({ at: typed() === account ? "same" : "typing" })
      keepLater(ACCOUNT_AFTER_MS + text.value.length / UNITS_PER_MS)
    }

    async function keepWithAccount() {
      const sent = typed()
      if (sending !== null || sent === account || !fields?.isConnected) return
      sending = sent
      const isHere = keepHere()
      setState({ at: "keeping" })
      const answer = await post(path, new FormData(fields))
      sending = null
      if (!fields.isConnected) return
      if (answer?.mark) {
        account = sent
        keepHere()
        setMark(answer.mark)
        if (typed() === sent) setState({ at: "kept", moment: new Date().toISOString() })
        else onInput()
        return
      }
      isOver = answer?.failure === DRAFT_CHANGED
      const failure = answer?.failure
      setState(failure ? { at: "refused", failure, isHere } : { at: isHere ? "here" : "nowhere" })
      if (!answer) keepLater(AGAIN_AFTER_MS)
    }

    const kept = findDraftOver(name, served)
    if (typed() !== served) keepHere()
    else if (kept?.text === served) forgetDraft(name)
    else if (kept?.isOver) fill(title, text, kept.text)
    // Typing would overwrite it.
    else if (kept) moveDraft(name, otherDraftName(id))
    if (typed() !== served) onInput()
    const others = findDraftOver(otherDraftName(id), served)?.text ?? null
    setOther(others === typed() ? null : others)

    fields.addEventListener("input", onInput)
    window.addEventListener("pagehide", keepHere)
    return () => {
      // Typed just before another page opened.
      if (hereTimer) keepHere()
      clearTimeout(hereTimer)
      clearTimeout(accountTimer)
      fields.removeEventListener("input", onInput)
      window.removeEventListener("pagehide", keepHere)
    }
  }, [id, path, served])

  function takeOther() {
    const { title, text } = fieldsOf(form)
    if (other !== null && title && text) fill(title, text, other)
    forgetDraft(otherDraftName(id))
    setOther(null)
  }

  return { form, state, mark, other, takeOther }
}

/** Forgets what this device kept of a novel's edit, once it is saved or thrown away. */
export function forgetEdit(id: string): void {
  forgetDraft(editDraftName(id))
}

function editDraftName(id: string): string {
  return `edit:${id}`
}

function otherDraftName(id: string): string {
  return `other-edit:${id}`
}

/** A title and a text as one, in the form in which the server keeps them. */
function line({ title, content }: { title: string; content: string }): string {
  return `${toSingleLine(title)}\n${normaliseText(content)}`
}

function fieldsOf(form: RefObject<HTMLFormElement | null>) {
  const named = (name: string) => form.current?.elements.namedItem(name)
  const [title, text] = [named("title"), named("text")]
  return {
    title: title instanceof HTMLInputElement ? title : null,
    text: text instanceof HTMLTextAreaElement ? text : null,
  }
}

function fill(title: HTMLInputElement, text: HTMLTextAreaElement, kept: string) {
  const end = kept.indexOf("\n")
  typeInto(title, kept.slice(0, end))
  typeInto(text, kept.slice(end + 1))
}

/** Null if the server did not answer. */
async function post(path: string, body: FormData): Promise<{ mark?: string; failure?: string } | null> {
  try {
    const answer = await fetch(path, { method: "POST", body })
    return await answer.json()
  } catch {
    return null
  }
}
