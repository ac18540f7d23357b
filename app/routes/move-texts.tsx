import { useRef } from "react"
import { Form, href } from "react-router"
import { useLiveNavigation } from "#app/browser/lost-line.ts"
import { textsOfOneForm, useMovableTexts } from "#app/browser/movable-texts.ts"
import { moveTexts as text } from "#app/copy/novels.ts"
import { isSettled, type MovedText } from "#app/domain/forms/movable-text.ts"
import type { BegunGeneration } from "#app/domain/generation.ts"
import { Button } from "#app/ui/button.tsx"
import { Spinner } from "#app/ui/spinner.tsx"

interface MoveTextsProps {
  /** The visitor's generations that the server can move, and those that it has saved. */
  begun: BegunGeneration[]
  /** The answers of a press that has just been, which the device may not have noted yet. */
  settled?: MovedText[] | null
  /** `line`: of what is from before the login alone, in one line. */
  look?: "box" | "line"
}

const LOOK = {
  box: "mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-sheet px-4 py-3",
  line: "-mt-2 mb-1 flex flex-wrap items-center gap-x-2 text-sm text-soft",
} as const
const LINE_BUTTON =
  "inline-flex min-h-11 items-center font-semibold text-generate-ink underline underline-offset-4 disabled:opacity-60"

/** Offers to move what was written here into the account; nothing if there is nothing. */
export function MoveTexts({ begun, settled = null, look = "box" }: MoveTextsProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const done = (settled ?? []).filter(isSettled).map(({ key }) => key)
  const only = look === "line" ? "before-login" : undefined
  const movable = useMovableTexts(begun, only)?.filter(({ key }) => !done.includes(key)) ?? null
  const navigation = useLiveNavigation()
  const busy = navigation.state !== "idle" && navigation.formAction === href("/my-novels/move")
  const onServer = begun.filter(({ id, isSaved }) => !isSaved && !done.includes(id)).length
  const left = movable?.length ?? onServer
  if (left === 0) return null

  function fill() {
    const { current } = field
    if (!current || !movable) return
    current.disabled = false
    current.value = JSON.stringify(textsOfOneForm(movable))
    // The router has read the form by then, and the page need not hold the texts twice.
    setTimeout(() => {
      current.value = ""
      current.disabled = true
    })
  }

  const label = busy ? text.moving : look === "line" ? text.moveLine : text.move
  return (
    <Form
      method="post"
      action={href("/my-novels/move")}
      encType="multipart/form-data"
      onSubmit={fill}
      className={LOOK[look]}
    >
      <textarea ref={field} name="entries" disabled hidden readOnly />
      {look === "line" ? (
        <>
          <input type="hidden" name="before_login" />
          <p>{text.offerLine(left)}</p>
          <button type="submit" disabled={busy} className={LINE_BUTTON}>
            {label}
          </button>
        </>
      ) : (
        <>
          <p className="min-w-0 grow basis-64 text-sm text-pretty">{settled ? text.left : text.offer}</p>
          <Button look="tint" disabled={busy}>
            {busy && <Spinner />}
            {label}
          </Button>
        </>
      )}
    </Form>
  )
}
