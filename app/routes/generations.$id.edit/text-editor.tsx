import { type ReactNode, useEffect, useRef, useState } from "react"
import { Form, Link } from "react-router"
import { forgetDraft, isDraftKept, useDraft } from "#app/browser/drafts.ts"
import { useLiveNavigation } from "#app/browser/lost-line.ts"
import { typeInto } from "#app/browser/type-into.ts"
import { type EditingState, editing } from "#app/copy/editing.ts"
import { Button, buttonClass } from "#app/ui/button.tsx"
import { Problem } from "#app/ui/problem.tsx"

interface TextEditorProps {
  title: string
  /** The server's text, and what the field shows: what was typed comes back with a refusal. */
  held: string
  shown: string
  /** The draft that keeps what is typed on this device. */
  draftName: string
  /** The page of the text, where giving up leads. */
  back: string
  problem: string | null | undefined
  /** What else the form sends. */
  children?: ReactNode
}

const DOTS: Record<EditingState, string> = {
  same: "bg-edge",
  typing: "bg-edge",
  kept: "bg-generate",
  unkept: "bg-danger",
  discarded: "bg-edge",
}

/** A field that grows with its text takes seconds to lay out a text of a million characters. */
const GROWING_MAX_UNITS = 100_000
/** After so long without a key press, the draft of what was typed has been stored. */
const KEPT_AFTER_MS = 600

/** A whole text to edit, in the reader's type. Its form sends `text`, with the intent `edit`. */
export function TextEditor(props: TextEditorProps) {
  const { title, held, shown, draftName, back, problem, children } = props
  const field = useDraft<HTMLTextAreaElement>(draftName, held)
  const [state, setState] = useState<EditingState | null>(null)
  const given = useRef("")
  const saving = useLiveNavigation().state === "submitting"

  useEffect(() => {
    const text = () => field.current?.value ?? held
    let timer: ReturnType<typeof setTimeout> | undefined
    const settle = () => {
      if (text() === held) setState((now) => (now === "discarded" ? now : "same"))
      else setState(isDraftKept(draftName, text()) ? "kept" : "unkept")
    }
    const onInput = () => {
      clearTimeout(timer)
      timer = setTimeout(settle, KEPT_AFTER_MS)
      setState((now) => (text() === held ? now : "typing"))
    }
    const control = field.current
    control?.addEventListener("input", onInput)
    // A restored draft is stored already.
    settle()
    return () => {
      clearTimeout(timer)
      control?.removeEventListener("input", onInput)
    }
  }, [draftName, held, field])

  function giveUp() {
    if (!field.current) return
    given.current = field.current.value
    setState("discarded")
    typeInto(field.current, held)
    forgetDraft(draftName)
    field.current.focus()
  }

  function takeBack() {
    if (!field.current) return
    typeInto(field.current, given.current)
    field.current.focus()
  }

  const isChanged = state === "typing" || state === "kept" || state === "unkept"
  return (
    <Form
      method="post"
      className="-mx-4 max-w-[48rem] border-line bg-sheet px-4 pb-8 md:mx-auto md:rounded-xl md:border md:px-10 md:shadow-sm"
    >
      <input type="hidden" name="intent" value="edit" />
      {children}
      <div className="sticky top-0 z-10 flex min-h-16 flex-wrap items-center justify-end gap-x-1 border-b border-line bg-sheet py-2">
        <p
          role="status"
          className="flex min-w-0 flex-1 basis-28 max-[22rem]:basis-full items-center gap-2 text-sm text-soft"
        >
          {state !== null && (
            <>
              <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${DOTS[state]}`} />
              {editing.state[state]}
            </>
          )}
        </p>
        {state === "discarded" && (
          <Button type="button" look="quiet" onClick={takeBack}>
            {editing.takeBack}
          </Button>
        )}
        {isChanged ? (
          <Button type="button" look="quiet" onClick={giveUp}>
            {editing.discard}
          </Button>
        ) : (
          <Link to={back} className={buttonClass("quiet")}>
            {state === null ? editing.discard : editing.back}
          </Link>
        )}
        <Button look="generate" disabled={saving}>
          {saving ? editing.saving : editing.save}
        </Button>
      </div>
      <h1 className="mt-6 border-b border-edge pb-2 font-serif text-2xl font-bold">{title}</h1>
      <p className="mt-2 mb-4 text-sm text-soft">{editing.hint}</p>
      <Problem title={editing.failed} text={problem} />
      <textarea
        ref={field}
        name="text"
        aria-label={editing.field}
        defaultValue={shown}
        rows={24}
        required
        spellCheck={false}
        className={`story mx-auto mt-5 block w-full resize-none bg-sheet outline-offset-8 focus-visible:outline-1 focus-visible:outline-edge ${shown.length > GROWING_MAX_UNITS ? "h-[80dvh]" : "min-h-[70dvh] field-sizing-content"}`}
      />
    </Form>
  )
}
