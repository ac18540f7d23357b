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
import { TEXT_ENCODINGS } from "#app/domain/reference/text-decoding.ts"
import { Button, buttonClass } from "#app/ui/button.tsx"
import type { ReferenceOutcome } from "./generator-form.server.ts"

interface ReferenceFieldProps {
  /** The text that the server has read; with script, the browser reads files itself. */
  text: string
  name: string
  /** The server's value, and the name of the draft that keeps a newly chosen text until it is sent. */
  held: string
  draftName: string
  outcome: ReferenceOutcome
  disabled: boolean
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
    const encoding = TEXT_ENCODINGS.find((known) => known === encodingRef.current?.value) ?? "auto"
    const outcome = await readFile(file, encoding)
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
    <fieldset id="reference" disabled={server.disabled} aria-busy={reading} className="min-w-0">
      <legend className="mb-2 font-semibold">{generator.reference.label}</legend>
      <textarea name="reference_text" value={reference.text} readOnly hidden />
      <input type="hidden" name="reference_name" value={reference.name} />
      <div className="flex flex-col gap-3 rounded-lg border border-dashed border-edge p-3">
        {server.outcome === "removed" && <ServerNotice>{generator.reference.removed}</ServerNotice>}
        {reference.text === "" ? (
          <p className="text-sm text-soft">{generator.reference.hint}</p>
        ) : (
          <LoadedReference {...reference} outcome={server.outcome} onRemove={remove} />
        )}
        <div className="flex flex-wrap items-center gap-2">
          <label
            className={`${buttonClass("plain")} has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-continue has-disabled:opacity-60`}
          >
            <span className="unhydrated:hidden">
              {reading ? generator.reference.reading : generator.reference.choose}
            </span>
            <input
              type="file"
              name="reference_file"
              accept=".txt,text/plain"
              ref={inputRef}
              onChange={(event) => takeChosen(event.currentTarget)}
              aria-label={generator.reference.choose}
              className="sr-only unhydrated:not-sr-only unhydrated:max-w-64 unhydrated:text-sm"
            />
          </label>
          <span className="hidden unhydrated:inline">
            <Button name="intent" value="read-reference">
              {generator.reference.read}
            </Button>
          </span>
        </div>
        {error && (
          <p
            role="alert"
            tabIndex={-1}
            // biome-ignore lint/a11y/noAutofocus: focuses the refusal on a page that comes back with one
            autoFocus
            className="text-sm text-danger"
          >
            {referenceProblemText[error]}
          </p>
        )}
        <details className="text-sm text-soft">
          <summary className="fold inline-flex min-h-11 items-center">{generator.reference.encoding}</summary>
          <label className="flex flex-wrap items-center gap-2">
            <select
              ref={encodingRef}
              name="reference_encoding"
              aria-label={generator.reference.encoding}
              onChange={() => fileRef.current && void read(fileRef.current)}
              className="min-h-11 max-w-full rounded-lg border border-edge bg-sheet px-2 text-base text-ink"
            >
              {TEXT_ENCODINGS.map((encoding) => (
                <option key={encoding} value={encoding}>
                  {generator.encodings[encoding]}
                </option>
              ))}
            </select>
            <span>{generator.reference.encodingHint}</span>
          </label>
        </details>
      </div>
    </fieldset>
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

/** A message on a page without script, which focuses it. */
function ServerNotice({ children }: { children: ReactNode }) {
  return (
    <p
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: focuses the message on a page that comes back with one
      autoFocus
      className="hidden text-sm text-soft unhydrated:block"
    >
      {children}
    </p>
  )
}

async function readFile(file: File, encoding: (typeof TEXT_ENCODINGS)[number]) {
  if (file.size > REFERENCE_FILE_MAX_BYTES) return { failure: "too-large" } as const
  const bytes = new Uint8Array(await file.slice(0, REFERENCE_READ_BYTES).arrayBuffer())
  return readReference(bytes, { encoding, name: file.name, type: file.type })
}
