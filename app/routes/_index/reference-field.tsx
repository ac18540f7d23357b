import { type ReactNode, useEffect, useRef, useState } from "react"
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
import { Button } from "#app/ui/button.tsx"
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
    setReference(next)
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
  return (
    <>
      <textarea name="reference_text" value={reference.text} readOnly hidden disabled={server.disabled} />
      <input type="hidden" name="reference_name" value={reference.name} disabled={server.disabled} />
      {server.children}
      <fieldset id="reference" disabled={server.disabled} aria-busy={reading} className="min-w-0">
        <legend className="mb-2 font-semibold">{generator.reference.label}</legend>
        <div className="flex flex-col gap-3 rounded-lg border border-dashed border-edge p-3">
          {server.outcome === "removed" && <ServerNotice>{generator.reference.removed}</ServerNotice>}
          {reference.text === "" ? (
            <p className="text-sm text-soft">{generator.reference.hint}</p>
          ) : (
            <LoadedReference {...reference} outcome={server.outcome} onRemove={remove} />
          )}
          <FileButton
            of="reference"
            label={generator.reference.choose}
            reading={reading}
            ref={inputRef}
            onChange={takeChosen}
          />
          {error && <FileProblem text={referenceProblemText[error]} />}
          <EncodingChoice
            of="reference"
            ref={encodingRef}
            onChange={() => fileRef.current && void read(fileRef.current)}
          />
        </div>
      </fieldset>
    </>
  )
}

interface LoadedReferenceProps {
  text: string
  name: string
  outcome: ReferenceOutcome
  onRemove(): void
}

function LoadedReference({ text, name, outcome, onRemove }: LoadedReferenceProps) {
  const notice = outcome === "truncated" ? notices.referenceTruncated : notices.referenceLoaded
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        <p className="min-w-0 grow">
          <span className="block truncate font-medium">{name}</span>
          <span className="text-sm text-soft">{generator.reference.size(characterCountInK(text))}</span>
        </p>
        <Button
          name="intent"
          value="remove-reference"
          onClick={(event) => {
            event.preventDefault()
            onRemove()
          }}
        >
          {generator.reference.remove}
        </Button>
      </div>
      <blockquote
        aria-label={generator.reference.preview}
        className="border-l-4 border-line pl-3 text-sm text-soft"
      >
        {referencePreview(text)}
      </blockquote>
      {outcome !== "none" && (
        <ServerNotice>
          {notice.title}：{notice.text}
        </ServerNotice>
      )}
    </div>
  )
}

async function readFile(file: File, encoding: HTMLSelectElement | null) {
  if (file.size > REFERENCE_FILE_MAX_BYTES) return { failure: "too-large" } as const
  const bytes = new Uint8Array(await file.slice(0, REFERENCE_READ_BYTES).arrayBuffer())
  return readReference(bytes, { encoding: encodingIn(encoding), name: file.name, type: file.type })
}
