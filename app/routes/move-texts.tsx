import { useRef } from "react"
import { Form, href, useNavigation } from "react-router"
import { textsOfOneForm, useMovableTexts } from "#app/browser/movable-texts.ts"
import { moveTexts as text } from "#app/copy/novels.ts"
import { isSettled, type MovedText } from "#app/domain/forms/movable-text.ts"
import type { BegunGeneration } from "#app/domain/generation.ts"
import { Button } from "#app/ui/button.tsx"
import { Spinner } from "#app/ui/spinner.tsx"

interface MoveTextsProps {
  /** The visitor's generations that the server can move. */
  begun: BegunGeneration[]
  /** The answers of a press that has just been, which the device may not have noted yet. */
  settled?: MovedText[] | null
}

/** Offers to move what was written here into the account; nothing if there is nothing. */
export function MoveTexts({ begun, settled = null }: MoveTextsProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const done = (settled ?? []).filter(isSettled).map(({ key }) => key)
  const movable = useMovableTexts(begun)?.filter(({ key }) => !done.includes(key)) ?? null
  const navigation = useNavigation()
  const busy = navigation.state !== "idle" && navigation.formAction === href("/my-novels/move")
  const left = movable === null ? begun.filter(({ id }) => !done.includes(id)).length : movable.length
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

  return (
    <Form
      method="post"
      action={href("/my-novels/move")}
      encType="multipart/form-data"
      onSubmit={fill}
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-sheet px-4 py-3"
    >
      <p className="min-w-0 grow basis-64 text-sm text-pretty">{settled ? text.left : text.offer}</p>
      <textarea ref={field} name="entries" disabled hidden readOnly />
      <Button look="tint" disabled={busy}>
        {busy && <Spinner />}
        {busy ? text.moving : text.move}
      </Button>
    </Form>
  )
}
