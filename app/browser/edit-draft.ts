import { type RefObject, useEffect, useMemo, useRef, useState } from "react"
import { normaliseText, toSingleLine } from "#app/domain/text.ts"
import { areDraftsReadable, findDraftOver, forgetDraft, keepDraft, moveDraft } from "./drafts.ts"
import { keepFormWhenLost } from "./keep-form-when-lost.ts"
import { typeInto } from "./type-into.ts"

/** Where the edit of a text is kept: nowhere yet, on this device, or with the account. */
export type EditState =
  | { at: "same" | "typing" | "keeping" | "here" | "nowhere" }
  | { at: "kept"; moment: string }
  | { at: "refused"; failure: string; isHere: boolean }
  /** The form came back, and this place still has what is typed. */
  | { at: "unsaved"; failure: string; kept: "account" | "here" | "nowhere" }

/** A text and its title; null if only the text is edited. */
export interface Edit {
  title: string | null
  content: string
}

interface EditDraftOptions {
  /** The text's own id, by which this device keeps its draft. */
  id: string
  /** The path that keeps the edit with the account; null if nobody is signed in. */
  path: string | null
  /** The text as it stands, and what the server holds: that, or the edit of it that was kept before. */
  original: Edit
  held: Edit
  /** The mark of the edit that was kept before, and when it was; empty and null if none was. */
  mark: string
  keptAt: string | null
  /** The answer that refused the form; null if it was not refused. */
  refused: { failure: string | null } | null
}

/** Do not store at every key press, because a text may be long and storage is synchronous. */
const HERE_AFTER_MS = 300
const ACCOUNT_AFTER_MS = 2_000
/** Longer texts are sent less often: a million characters every half minute. */
const UNITS_PER_MS = 40
const AGAIN_AFTER_MS = 15_000
/** One object, so that the editor is not rendered anew at each key press. */
const TYPING: EditState = { at: "typing" }
const DRAFT_CHANGED = "draft-changed"
const PASSING_FAILURES = ["backend-down", "store-away", "scan-busy"]

/**
 * Keeps an edit while its author types: on this device, which works without a line, and with the account, for other
 * devices. The form has the field `text`, perhaps `title`, and those that say what is edited. What the device has is
 * restored over the text that it was typed over; else it is `other`, for the author to take or to drop.
 */
export function useEditDraft(options: EditDraftOptions) {
  const { id, path, original, held, mark: firstMark, keptAt, refused } = options
  const form = useRef<HTMLFormElement>(null)
  // A text may have a million characters, and the state changes while its author types.
  const [served, standing] = useMemo(() => {
    const served = line({ title: held.title, content: held.content })
    const isHeld = original.title === held.title && original.content === held.content
    return [served, isHeld ? served : line({ title: original.title, content: original.content })]
  }, [held.title, held.content, original.title, original.content])
  const [state, setState] = useState<EditState>(keptState(served === standing ? null : keptAt))
  const [mark, setMark] = useState(firstMark)
  const [other, setOther] = useState<string | null>(null)
  const [isUnreadable, setUnreadable] = useState(false)
  const sayUnsaved = useRef<(failure: string) => void>(undefined)

  useEffect(() => {
    const { title, text } = fieldsOf(form)
    const fields = form.current
    if (!text || !fields) return
    const name = editDraftName(id)
    let account = served
    let moment = keptAt
    let sending: string | null = null
    let isOver = false
    let hereTimer: ReturnType<typeof setTimeout> | undefined
    let accountTimer: ReturnType<typeof setTimeout> | undefined
    const typed = () => line({ title: title?.value ?? null, content: text.value })

    const keepHere = () => {
      clearTimeout(hereTimer)
      hereTimer = undefined
      return keepDraft(name, account, typed(), sending)
    }
    const keepLater = (wait: number) => {
      clearTimeout(accountTimer)
      if (path !== null && !isOver) accountTimer = setTimeout(keepWithAccount, wait)
    }
    const onInput = () => {
      clearTimeout(hereTimer)
      hereTimer = setTimeout(() => {
        const isHere = keepHere()
        if (path === null && typed() !== account) setState({ at: isHere ? "here" : "nowhere" })
      }, HERE_AFTER_MS)
      setState(typed() === account ? keptState(account === standing ? null : moment) : TYPING)
      keepLater(ACCOUNT_AFTER_MS + text.value.length / UNITS_PER_MS)
    }

    async function keepWithAccount() {
      const sent = typed()
      if (path === null || sending !== null || sent === account || !fields?.isConnected) return
      sending = sent
      const isHere = keepHere()
      setState({ at: "keeping" })
      const answer = await post(path, new FormData(fields))
      sending = null
      if (!fields.isConnected) return
      if (answer?.mark) {
        account = sent
        moment = new Date().toISOString()
        keepHere()
        setMark(answer.mark)
        if (typed() === sent) setState(keptState(sent === standing ? null : moment))
        else onInput()
        return
      }
      const failure = answer?.failure
      isOver = failure === DRAFT_CHANGED
      setState(failure ? { at: "refused", failure, isHere } : { at: isHere ? "here" : "nowhere" })
      if (!failure || PASSING_FAILURES.includes(failure)) keepLater(AGAIN_AFTER_MS)
    }

    setUnreadable(!areDraftsReadable())
    const kept = findDraftOver(name, served)
    if (typed() !== served) keepHere()
    else if (kept?.text === served) forgetDraft(name)
    else if (kept?.isOver) fill(title, text, kept.text)
    // Typing would overwrite it.
    else if (kept) moveDraft(name, otherDraftName(id))
    if (typed() !== served) onInput()
    const others = findDraftOver(otherDraftName(id), served)?.text ?? null
    setOther(others === typed() ? null : others)

    sayUnsaved.current = (failure) => {
      const isHere = keepHere()
      const kept = typed() === account ? "account" : isHere ? "here" : "nowhere"
      setState({ at: "unsaved", failure, kept })
    }

    // Typed just before another page opens.
    const settle = () => {
      if (hereTimer) keepHere()
    }
    const onSubmit = () => {
      settle()
      keepLater(AGAIN_AFTER_MS)
    }
    fields.addEventListener("input", onInput)
    fields.addEventListener("submit", onSubmit)
    window.addEventListener("pagehide", settle)
    return () => {
      settle()
      clearTimeout(accountTimer)
      fields.removeEventListener("input", onInput)
      fields.removeEventListener("submit", onSubmit)
      window.removeEventListener("pagehide", settle)
    }
  }, [id, path, served, standing, keptAt])

  useEffect(() => {
    if (refused?.failure) sayUnsaved.current?.(refused.failure)
  }, [refused])

  function dropOther() {
    forgetDraft(otherDraftName(id))
    setOther(null)
    fieldsOf(form).text?.focus()
  }

  function takeOther() {
    const { title, text } = fieldsOf(form)
    if (other !== null && text) fill(title, text, other)
    dropOther()
  }

  return { form, state, mark, other, takeOther, dropOther, isUnreadable }
}

/**
 * Sends the form of an editor. What this device kept is forgotten once it is saved, and set aside once it is thrown
 * away, for the author to take back.
 */
export async function keepEditWhenLost<Answer>(
  id: string,
  action: { request: Request; serverAction(): Promise<Answer> },
) {
  const form = await action.request.clone().formData()
  try {
    return await keepFormWhenLost(action)
  } catch (answer) {
    const isDone = answer instanceof Response && answer.status < 400
    if (isDone && form.get("intent") === "save") forgetDraft(editDraftName(id))
    if (isDone && form.get("intent") === "discard") moveDraft(editDraftName(id), otherDraftName(id))
    throw answer
  }
}

function keptState(moment: string | null): EditState {
  return moment === null ? { at: "same" } : { at: "kept", moment }
}

function editDraftName(id: string): string {
  return `edit:${id}`
}

function otherDraftName(id: string): string {
  return `other-edit:${id}`
}

/** A text as one with its title, if it has one, in the form in which the server keeps them. */
function line({ title, content }: Edit): string {
  const text = normaliseText(content)
  return title === null ? text : `${toSingleLine(title)}\n${text}`
}

function fieldsOf(form: RefObject<HTMLFormElement | null>) {
  const named = (name: string) => form.current?.elements.namedItem(name)
  const [title, text] = [named("title"), named("text")]
  return {
    title: title instanceof HTMLInputElement ? title : null,
    text: text instanceof HTMLTextAreaElement ? text : null,
  }
}

function fill(title: HTMLInputElement | null, text: HTMLTextAreaElement, kept: string) {
  const end = title ? kept.indexOf("\n") : -1
  if (title) typeInto(title, kept.slice(0, end))
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
