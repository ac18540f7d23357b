import { useEffect, useRef, useState } from "react"
import { useDraft } from "#app/browser/drafts.ts"
import { notify } from "#app/browser/notices.ts"
import { typeInto } from "#app/browser/type-into.ts"
import { generator } from "#app/copy/generator.ts"
import { withWait } from "#app/copy/limits.ts"
import { notices } from "#app/copy/notices.ts"
import { ownFileProblemText, ownTextTooLongText } from "#app/copy/problems.ts"
import { EXISTING_TEXT_MAX_CHARS, OWN_DRAFT_MAX_UNITS, REFERENCE_FILE_MAX_BYTES } from "#app/domain/limits.ts"
import { readTextFile } from "#app/domain/reference/text-file.ts"
import { countCodePoints, isLongerThan, normaliseText } from "#app/domain/text.ts"
import type { OwnTextOutcome } from "./generator-form.server.ts"
import { EncodingChoice, encodingIn, FileButton, FileProblem, ServerNotice } from "./text-file-input.tsx"

interface OwnTextFieldProps {
  /** The text of a form that came back, and whether it was too long. */
  text: string
  isTooLong: boolean
  draftName: string
  outcome: OwnTextOutcome
  waitSeconds: number | undefined
  disabled: boolean
}

/** Takes a text of the visitor's own to continue, pasted or from a file. */
export function OwnTextField({
  text,
  isTooLong,
  draftName,
  outcome,
  waitSeconds,
  disabled,
}: OwnTextFieldProps) {
  const control = useDraft<HTMLTextAreaElement>(draftName, "", OWN_DRAFT_MAX_UNITS)
  const [typed, setTyped] = useState(text)
  const [problem, setProblem] = useState(outcome)
  const [reading, setReading] = useState(false)
  const fileRef = useRef<File | null>(null)
  const inputRef = useRef<HTMLInputElement>(null)
  const encodingRef = useRef<HTMLSelectElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for what came before hydration
  useEffect(() => {
    setTyped(control.current?.value ?? "")
    if (inputRef.current) takeChosen(inputRef.current)
  }, [])

  async function read(file: File) {
    setReading(true)
    const outcome = await readFile(file, encodingRef.current)
    setReading(false)
    setProblem("failure" in outcome ? outcome.failure : "none")
    if ("failure" in outcome || !control.current) return
    fileRef.current = file
    typeInto(control.current, outcome.text)
    if (!isLongerThan(outcome.text, EXISTING_TEXT_MAX_CHARS)) notify(notices.ownTextLoaded(file.name))
  }

  function takeChosen(input: HTMLInputElement) {
    const file = input.files?.[0]
    // The form sends the text in its own field, so do not upload the file, too.
    input.value = ""
    if (file) void read(file)
  }

  const count = countCodePoints(normaliseText(typed).trim())
  const isLong = count > EXISTING_TEXT_MAX_CHARS
  const isRefused = isTooLong && isLong
  const error = problem in ownFileProblemText ? (problem as keyof typeof ownFileProblemText) : null
  return (
    <details id="own" open={text !== "" || error !== null} className="@container text-sm">
      <summary className="fold flex min-h-11.5 items-center gap-2 pl-3">
        <span className="mr-auto">{generator.own.label}</span>
        <span className="text-xs text-soft @max-[14rem]:hidden">{generator.own.brief}</span>
      </summary>
      <fieldset disabled={disabled} aria-busy={reading} className="flex min-w-0 flex-col gap-3 px-3 pb-3">
        <p id="own-hint" className="text-sm text-soft">
          {generator.own.hint}
        </p>
        <div>
          <textarea
            ref={control}
            name="own_text"
            rows={6}
            defaultValue={text}
            aria-label={generator.own.field}
            aria-invalid={isLong || undefined}
            aria-describedby="own-hint own-error"
            // biome-ignore lint/a11y/noAutofocus: focuses the refusal on a page that comes back with one
            autoFocus={isRefused}
            placeholder={generator.own.placeholder}
            onChange={(event) => setTyped(event.currentTarget.value)}
            className="block w-full resize-y rounded-lg border border-edge bg-sheet p-3 text-base leading-relaxed placeholder:text-soft aria-invalid:border-danger"
          />
          <p id="own-error" role="alert" className="mt-1 text-sm text-danger empty:hidden">
            {isLong && ownTextTooLongText(count)}
          </p>
          {typed !== "" && !isLong && (
            <p className="mt-1 text-sm text-soft tabular-nums">{generator.own.count(count)}</p>
          )}
          {typed.length > OWN_DRAFT_MAX_UNITS && (
            <p className="mt-1 text-sm text-soft noscript:hidden">{generator.own.notKept}</p>
          )}
        </div>
        {outcome === "loaded" && <ServerNotice>{generator.own.loaded}</ServerNotice>}
        <FileButton
          of="own"
          label={generator.own.choose}
          reading={reading}
          ref={inputRef}
          onChange={takeChosen}
        />
        {error && <FileProblem text={withWait(ownFileProblemText[error], waitSeconds)} />}
        <EncodingChoice
          of="own"
          ref={encodingRef}
          onChange={() => fileRef.current && void read(fileRef.current)}
        />
      </fieldset>
    </details>
  )
}

async function readFile(file: File, encoding: HTMLSelectElement | null) {
  if (file.size > REFERENCE_FILE_MAX_BYTES) return { failure: "too-large" } as const
  const bytes = new Uint8Array(await file.arrayBuffer())
  return readTextFile({ bytes, name: file.name, type: file.type, encoding: encodingIn(encoding) })
}
