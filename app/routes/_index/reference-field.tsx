import { type ReactNode, useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { keepDraft, settleDraft } from "#app/browser/drafts.ts"
import { notify } from "#app/browser/notices.ts"
import { generator } from "#app/copy/generator.ts"
import { notices } from "#app/copy/notices.ts"
import { referenceProblemText } from "#app/copy/problems.ts"
import { REFERENCE_FILE_MAX_BYTES } from "#app/domain/limits.ts"
import {
  characterCountInK,
  REFERENCE_READ_BYTES,
  readReference,
  referencePreview,
} from "#app/domain/reference/reference-text.ts"
import type { ReferenceOutcome } from "./generator-form.server.ts"
import { EncodingChoice, encodingIn, FileButton, FileProblem, ServerNotice } from "./text-file-input.tsx"

interface ReferenceFieldProps {
  /** The text that the server has read; with script, the browser reads files itself. */
  text: string
  name: string
  /** The server's value, and the name of the draft that keeps a newly chosen text until it is sent. */
  held: string
  draftName: string
  outcome: ReferenceOutcome
  disabled: boolean
  /** Fields that stand between the text and its file: a file that is too large ends the reading of the form. */
  children: ReactNode
}

export function ReferenceField(server: ReferenceFieldProps) {
  const [reference, setReference] = useState({ text: server.text, name: server.name })
  const [problem, setProblem] = useState(server.outcome)
  const [reading, setReading] = useState(false)
  // Open right after reading, so that the visitor can look; folded once it was sent.
  const [opened, setOpened] = useState(server.outcome === "loaded" || server.outcome === "truncated")
  const field = useRef<HTMLFieldSetElement>(null)
  const fileRef = useRef<File | null>(null)
  const encodingRef = useRef<HTMLSelectElement>(null)
  const inputRef = useRef<HTMLInputElement>(null)
  const { held, draftName } = server

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, with the field's initial values
  useEffect(() => {
    const text = settleDraft(draftName, held, server.text)
    const name = settleDraft(`${draftName}:name`, "", server.name)
    if (text !== null) setReference({ text, name: name ?? "" })
    // The visitor may have chosen a file before hydration, whose event this component has missed.
    if (inputRef.current) takeChosen(inputRef.current)
  }, [])

  function change(next: { text: string; name: string }) {
    const hadFocus = field.current?.contains(document.activeElement)
    flushSync(() => setReference(next))
    // What was pressed has given way to the file's name, or to the button that chooses one.
    if (hadFocus && document.activeElement === document.body)
      field.current?.querySelector<HTMLElement>("summary, input[type=file]")?.focus()
    keepDraft(draftName, held, next.text)
    keepDraft(`${draftName}:name`, "", next.name)
  }

  async function read(file: File) {
    setReading(true)
    const outcome = await readFile(file, encodingRef.current)
    setReading(false)
    if ("failure" in outcome) {
      setProblem(outcome.failure)
      if (outcome.failure === "unsupported-type") notify(notices.unsupportedFile)
      return
    }
    fileRef.current = file
    setProblem("none")
    setOpened(true)
    change({ text: outcome.text, name: file.name })
    notify(outcome.truncated ? notices.referenceTruncated : notices.referenceLoaded)
  }

  function takeChosen(input: HTMLInputElement) {
    const file = input.files?.[0]
    // The form sends the text in its own field, so do not upload the file, too.
    input.value = ""
    if (file) void read(file)
  }

  function remove() {
    fileRef.current = null
    change({ text: "", name: "" })
    setProblem("none")
  }

  const error = problem in referenceProblemText ? (problem as keyof typeof referenceProblemText) : null
  const chooseFile = (
    <FileButton
      of="reference"
      look="link"
      label={generator.reference.choose}
      reading={reading}
      ref={inputRef}
      onChange={takeChosen}
    />
  )
  const encoding = (
    <EncodingChoice
      of="reference"
      ref={encodingRef}
      onChange={() => fileRef.current && void read(fileRef.current)}
    />
  )
  return (
    <>
      <textarea name="reference_text" value={reference.text} readOnly hidden disabled={server.disabled} />
      <input type="hidden" name="reference_name" value={reference.name} disabled={server.disabled} />
      {server.children}
      <fieldset
        ref={field}
        id="reference"
        disabled={server.disabled}
        aria-busy={reading}
        className="min-w-0 text-sm"
      >
        <legend className="sr-only">{generator.reference.label}</legend>
        {reference.text === "" ? (
          <div className="flex min-h-11.5 flex-wrap items-center gap-x-1 pr-1 pl-3 unhydrated:max-[22.5rem]:pt-2 unhydrated:min-[22.5rem]:flex-nowrap">
            <span aria-hidden="true" className="mr-auto unhydrated:shrink-0">
              {generator.reference.label}
            </span>
            <span className="text-xs text-soft unhydrated:hidden">{generator.reference.hint}</span>
            {chooseFile}
          </div>
        ) : (
          <details open={opened} onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
            <summary className="fold flex min-h-11.5 items-center gap-2 pl-3">
              <span className="mr-auto truncate font-medium">
                {reference.name || generator.reference.label}
              </span>
              <span className="shrink-0 text-xs text-soft tabular-nums">
                {generator.reference.size(characterCountInK(reference.text))}
              </span>
            </summary>
            <div className="flex flex-col gap-1 px-3 pb-1">
              <LoadedReference text={reference.text} outcome={server.outcome} />
              <div className="-mx-2.5 flex flex-wrap items-center justify-between unhydrated:mx-0">
                {chooseFile}
                <button
                  type="submit"
                  name="intent"
                  value="remove-reference"
                  onClick={(event) => {
                    event.preventDefault()
                    remove()
                  }}
                  className="min-h-11 rounded-lg px-2.5 font-semibold text-danger hover:bg-wash unhydrated:px-0"
                >
                  {generator.reference.remove}
                </button>
              </div>
              {encoding}
            </div>
          </details>
        )}
        {(server.outcome === "removed" || error) && (
          <div className="px-3 pb-2">
            {server.outcome === "removed" && <ServerNotice>{generator.reference.removed}</ServerNotice>}
            {error && (
              <FileProblem text={referenceProblemText[error]} isSaid={error === "unsupported-type"} />
            )}
            {error && reference.text === "" && encoding}
          </div>
        )}
      </fieldset>
    </>
  )
}

interface LoadedReferenceProps {
  text: string
  outcome: ReferenceOutcome
}

function LoadedReference({ text, outcome }: LoadedReferenceProps) {
  const notice = outcome === "truncated" ? notices.referenceTruncated : notices.referenceLoaded
  return (
    <>
      <blockquote
        aria-label={generator.reference.preview}
        className="border-l-3 border-line pl-3 leading-relaxed text-soft"
      >
        {referencePreview(text)}
      </blockquote>
      {outcome !== "none" && (
        <ServerNotice>
          {notice.title}：{notice.text}
        </ServerNotice>
      )}
    </>
  )
}

async function readFile(file: File, encoding: HTMLSelectElement | null) {
  if (file.size > REFERENCE_FILE_MAX_BYTES) return { failure: "too-large" } as const
  const bytes = new Uint8Array(await file.slice(0, REFERENCE_READ_BYTES).arrayBuffer())
  return readReference(bytes, { encoding: encodingIn(encoding), name: file.name, type: file.type })
}
