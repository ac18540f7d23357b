import type { ReactNode, RefObject } from "react"
import { generator } from "#app/copy/generator.ts"
import { TEXT_ENCODINGS, type TextEncodingChoice } from "#app/domain/reference/text-decoding.ts"
import { Button, buttonClass } from "#app/ui/button.tsx"

interface FileButtonProps {
  /** The beginning of its fields' names, and the button that reads the file without script. */
  of: "reference" | "own"
  label: string
  reading: boolean
  look?: keyof typeof LOOKS
  ref: RefObject<HTMLInputElement | null>
  onChange(input: HTMLInputElement): void
}

const LOOKS = {
  button: buttonClass("plain"),
  link: "inline-flex min-h-11 items-center rounded-lg px-2.5 text-sm font-semibold text-generate-ink hover:bg-wash min-w-0 unhydrated:flex-1 unhydrated:basis-20 unhydrated:px-0",
} as const

/** Chooses a text file; without script, a button beside it submits the form to have it read. */
export function FileButton({ of, label, reading, look = "button", ref, onChange }: FileButtonProps) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2 unhydrated:grow">
      <label
        className={`${LOOKS[look]} max-w-full has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-continue-ink has-disabled:opacity-60`}
      >
        <span className="unhydrated:hidden">{reading ? generator.file.reading : label}</span>
        <input
          type="file"
          name={`${of}_file`}
          accept=".txt,text/plain"
          ref={ref}
          onChange={(event) => onChange(event.currentTarget)}
          aria-label={label}
          className="sr-only unhydrated:not-sr-only unhydrated:w-56 unhydrated:max-w-full unhydrated:overflow-hidden unhydrated:text-sm unhydrated:whitespace-nowrap"
        />
      </label>
      <span className="hidden shrink-0 unhydrated:inline">
        <Button name="intent" value={`read-${of}`}>
          {generator.file.read}
        </Button>
      </span>
    </div>
  )
}

interface EncodingChoiceProps extends Pick<FileButtonProps, "of"> {
  ref: RefObject<HTMLSelectElement | null>
  onChange(): void
}

/** Lets the visitor name a file's encoding, where it was not recognised. */
export function EncodingChoice({ of, ref, onChange }: EncodingChoiceProps) {
  return (
    <details className="text-sm text-soft">
      <summary className="fold inline-flex min-h-11 items-center">{generator.file.encoding}</summary>
      <label className="flex flex-wrap items-center gap-2">
        <select
          ref={ref}
          name={`${of}_encoding`}
          aria-label={generator.file.encoding}
          onChange={onChange}
          className="min-h-11 max-w-full rounded-lg border border-edge bg-sheet px-2 text-base text-ink"
        >
          {TEXT_ENCODINGS.map((encoding) => (
            <option key={encoding} value={encoding}>
              {generator.encodings[encoding]}
            </option>
          ))}
        </select>
        <span>{generator.file.encodingHint}</span>
      </label>
    </details>
  )
}

/** The chosen encoding. */
export function encodingIn(select: HTMLSelectElement | null): TextEncodingChoice {
  return TEXT_ENCODINGS.find((known) => known === select?.value) ?? "auto"
}

/** Why a file was not read, which the page focuses. A voice does not say again what a notice says. */
export function FileProblem({ text, isSaid = false }: { text: string; isSaid?: boolean }) {
  return (
    <p
      role={isSaid ? undefined : "alert"}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: focuses the refusal on a page that comes back with one
      autoFocus
      className="text-sm text-danger"
    >
      {text}
    </p>
  )
}

/** A message on a page without script, which focuses it. */
export function ServerNotice({ children }: { children: ReactNode }) {
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
