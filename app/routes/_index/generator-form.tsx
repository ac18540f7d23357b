import { type FieldMetadata, getTextareaProps, parse, useForm } from "@conform-to/react"
import { type ReactNode, useEffect, useRef, useState } from "react"
import { Form, href } from "react-router"
import { useChoiceDraft, useDraft, useTickDraft } from "#app/browser/drafts.ts"
import { useIsLost } from "#app/browser/lost-line.ts"
import type { HistoryEntry } from "#app/browser/novel-history.ts"
import { typeInto } from "#app/browser/type-into.ts"
import { contentLevelText, generator, novelLengthText } from "#app/copy/generator.ts"
import { generationLimitText, withWait } from "#app/copy/limits.ts"
import {
  badRequestText,
  continuedNovelText,
  ownFileProblemText,
  promptTooLongText,
  referenceProblemText,
  refusalText,
  requestProblemText,
} from "#app/copy/problems.ts"
import { CONTENT_LEVELS, type ContentLevel, DEFAULT_CONTENT_LEVEL } from "#app/domain/content-level.ts"
import { typedIn } from "#app/domain/forms/form-answer.ts"
import type { GenerationRequest } from "#app/domain/generation.ts"
import type { RequestProblem } from "#app/domain/generation-request.ts"
import { EXISTING_TEXT_MAX_CHARS, PROMPT_MAX_CHARS } from "#app/domain/limits.ts"
import { DEFAULT_NOVEL_LENGTH, NOVEL_LENGTHS } from "#app/domain/novel-length.ts"
import { deskPath } from "#app/domain/paths.ts"
import { findPromptProblem } from "#app/domain/prompt.ts"
import { movedSections } from "#app/domain/sections.ts"
import { countCodePoints, isLongerThan, normaliseText } from "#app/domain/text.ts"
import { Button } from "#app/ui/button.tsx"
import { ChoiceList } from "#app/ui/choice-list.tsx"
import { Problem } from "#app/ui/problem.tsx"
import { ProblemSummary } from "#app/ui/problem-summary.tsx"
import { Spinner } from "#app/ui/spinner.tsx"
import type { Route } from "./+types/route"
import { OwnTextField } from "./own-text-field.tsx"
import { ReferenceField } from "./reference-field.tsx"

type Answer = Route.ComponentProps["actionData"]

interface GeneratorFormProps {
  formKey: string
  answer: Answer
  /** The request of the displayed generation, which fills the form. */
  request: GenerationRequest | null
  example: string
  /** The prompt of a text from this device's history, for an empty field. */
  wish: string | undefined
  maxLevel: ContentLevel
  /** The id of the generation to continue, or else the history entry to continue; both null for a new novel. */
  continues: string | null
  entry: HistoryEntry | null
  /** The saved novel's id if the entry is one, so that a refused form comes back with it. */
  novelId: string | null
  continuing: boolean
  /** Whether to ask what happens next: there is a text, and nothing is being written. */
  asksDirection: boolean
  /** Names the drafts of this form, so that input for one novel does not appear at another. */
  desk: string
  loading: boolean
}

type GeneratorFields = Record<
  | "prompt"
  | "direction"
  | "erotic_level"
  | "length"
  | "reference_text"
  | "reference_name"
  | "own_text"
  | "outline_first",
  string
>

const LEVELS = CONTENT_LEVELS.map((value) => ({ value, ...contentLevelText[value] }))
const LENGTHS = NOVEL_LENGTHS.map((value) => ({ value, ...novelLengthText[value] }))

export function GeneratorForm(props: GeneratorFormProps) {
  const {
    formKey,
    answer,
    request,
    example,
    wish,
    maxLevel,
    continues,
    entry,
    novelId,
    continuing,
    asksDirection,
    desk,
    loading,
  } = props
  // The server's values, over which a refused form shows the visitor's input.
  const held = {
    prompt: example || (request?.prompt ?? ""),
    erotic_level: String(request?.contentLevel ?? DEFAULT_CONTENT_LEVEL),
    length: String(request?.length ?? DEFAULT_NOVEL_LENGTH),
    reference_text: request?.reference ?? "",
    outline_first: request?.outlineFirst ? "on" : "",
  }
  const [form, fields] = useForm<GeneratorFields>({
    id: "generator",
    lastResult: answer?.form,
    defaultValue: held,
    onValidate: ({ formData }) =>
      parse(formData, {
        resolve(value) {
          const problem = findPromptProblem(String(value.prompt ?? ""))
          const own = normaliseText(String(value.own_text ?? "")).trim()
          const error = {
            ...(problem && { prompt: [problem] }),
            ...(isLongerThan(own, EXISTING_TEXT_MAX_CHARS) && { own_text: ["existing-too-long"] }),
          }
          return Object.keys(error).length > 0 ? { error } : { value: value as GeneratorFields }
        },
      }),
  })
  const isLost = useIsLost(href("/"))
  const asksAge = answer?.failure === "adult-unconfirmed"
  const problem = answer ? problemOfForm(answer, maxLevel) : null
  const isReferenceRefused = answer !== undefined && answer.result.reference in referenceProblemText
  const ownText = typedIn(answer, "own_text") ?? ""
  const isOwnTooLong = Boolean(fields.own_text.errors)
  const isOwnRefused = isOwnTooLong || (answer !== undefined && answer.result.own in ownFileProblemText)
  const places = [
    ...(fields.direction.errors ? [{ id: fields.direction.id, label: generator.direction }] : []),
    ...(fields.prompt.errors ? [{ id: fields.prompt.id, label: generator.prompt }] : []),
    ...(fields.erotic_level.errors ? [{ id: "erotic_level-error", label: generator.level }] : []),
    ...(fields.length.errors ? [{ id: "length-error", label: generator.length }] : []),
    ...(isOwnRefused ? [{ id: "own", label: generator.own.label }] : []),
    ...(isReferenceRefused ? [{ id: "reference", label: generator.reference.label }] : []),
    ...(asksAge || problem ? [{ id: "generator-problem", label: generator.atButton }] : []),
  ]

  return (
    <Form
      id={form.id}
      onSubmit={form.onSubmit}
      method="post"
      action={
        continues ? deskPath({ generation: continues }) : novelId ? deskPath({ novel: novelId }) : href("/")
      }
      encType="multipart/form-data"
      noValidate
      className="desk-form flex min-w-0 flex-col gap-5"
    >
      <h1 className="font-serif text-2xl font-bold">{generator.heading}</h1>
      <ProblemSummary title={generator.refused} places={places} />
      {/* The Enter key presses the form's first button. */}
      <button type="submit" name="intent" value="generate" hidden />
      <input type="hidden" name="key" value={formKey} />
      {continues && <input type="hidden" name="continues" value={continues} />}
      {novelId && <input type="hidden" name="novel" value={novelId} />}
      {entry && !novelId && <KeptText entry={entry} />}

      {asksDirection && <DirectionField field={fields.direction} draftName={`direction:${desk}`} held="" />}
      <PromptField
        field={fields.prompt}
        draftName={`prompt:${desk}`}
        held={held.prompt}
        examples={!continuing}
        wish={wish}
      />
      <KeptChoice draftName={`level:${desk}`} held={held.erotic_level}>
        <ChoiceList
          legend={generator.level}
          name={fields.erotic_level.name}
          choices={LEVELS.filter(({ value }) => value <= maxLevel)}
          checked={Number(fields.erotic_level.initialValue)}
          error={problemText(fields.erotic_level.errors)}
          disabled={loading}
        />
      </KeptChoice>
      <KeptChoice draftName={`length:${desk}`} held={held.length}>
        <ChoiceList
          legend={generator.length}
          name={fields.length.name}
          choices={LENGTHS}
          checked={Number(fields.length.initialValue)}
          error={problemText(fields.length.errors)}
          disabled={loading}
        />
      </KeptChoice>
      <ReferenceField
        key={`${answer?.result.reference}:${fields.reference_text.initialValue?.length}:${fields.reference_name.initialValue}`}
        text={fields.reference_text.initialValue ?? ""}
        name={fields.reference_name.initialValue ?? ""}
        held={held.reference_text}
        draftName={`reference:${desk}`}
        outcome={answer?.result.reference ?? "none"}
        disabled={loading}
      >
        {!continuing && (
          <OwnTextField
            key={`${answer?.result.own}:${ownText.length}`}
            text={ownText}
            isTooLong={isOwnTooLong}
            draftName={`own:${desk}`}
            outcome={answer?.result.own ?? "none"}
            disabled={loading}
          />
        )}
      </ReferenceField>

      <OutlineFirst
        key={fields.outline_first.key}
        draftName={`outline-first:${desk}`}
        held={held.outline_first}
        isTicked={fields.outline_first.initialValue === "on"}
        disabled={loading}
      />

      <div id="generator-problem" role="alert" className="flex flex-col gap-3 empty:hidden">
        {isLost ? (
          <Problem text={generator.lost} />
        ) : asksAge ? (
          <AdultConfirmation disabled={loading} />
        ) : (
          <Problem text={problem} />
        )}
      </div>

      <Button
        name="intent"
        value="generate"
        look={continuing ? "continue" : "generate"}
        disabled={loading}
        className="min-h-13 w-full text-lg"
      >
        {loading && <Spinner />}
        {loading ? generator.loading : continuing ? generator.submit.continue : generator.submit.generate}
      </Button>
      {continuing && !loading && <p className="text-sm text-soft">{generator.continuing}</p>}
    </Form>
  )
}

/** A text that only this device has. */
function KeptText({ entry }: { entry: HistoryEntry }) {
  return (
    <>
      <textarea name="existing_text" value={entry.text} readOnly hidden />
      <input type="hidden" name="existing_level" value={entry.level} />
      <input type="hidden" name="existing_sections" value={sectionsField(entry)} />
    </>
  )
}

/** The server trims the text, and so the offsets must be of the trimmed one. */
function sectionsField({ text, sections }: HistoryEntry): string {
  return JSON.stringify(movedSections(text, text.trim(), sections))
}

interface DraftFieldProps {
  field: FieldMetadata<string>
  /** The name of the draft that keeps the input until it is sent. */
  draftName: string
  /** The server's value, which the visitor may have typed over. */
  held: string
}

/** Keeps the choice in a list of radio buttons through reloads. */
function KeptChoice({ draftName, held, children }: Omit<DraftFieldProps, "field"> & { children: ReactNode }) {
  return <div ref={useChoiceDraft(draftName, held)}>{children}</div>
}

interface OutlineFirstProps {
  draftName: string
  held: string
  isTicked: boolean
  disabled: boolean
}

/** Asks to see the plan before any text is written. */
function OutlineFirst({ draftName, held, isTicked, disabled }: OutlineFirstProps) {
  return (
    <div ref={useTickDraft(draftName, held)}>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name="outline_first"
          defaultChecked={isTicked}
          disabled={disabled}
          aria-describedby="outline_first-hint"
          className="size-5 shrink-0 accent-generate"
        />
        <span className="font-semibold">{generator.outlineFirst}</span>
      </label>
      <p id="outline_first-hint" className="text-sm text-soft">
        {generator.outlineFirstHint}
      </p>
    </div>
  )
}

/** Asks what should happen next in a continued text. */
function DirectionField({ field, draftName, held }: DraftFieldProps) {
  const control = useDraft<HTMLTextAreaElement>(draftName, held)
  return (
    <div>
      <label htmlFor={field.id} className="mb-2 block font-semibold">
        {generator.direction}
      </label>
      <textarea
        {...getTextareaProps(field)}
        key={field.key}
        ref={control}
        rows={2}
        placeholder={generator.directionPlaceholder}
        // biome-ignore lint/a11y/noAutofocus: focuses the refusal on a page that comes back with one
        autoFocus={!field.valid}
        aria-describedby={`${field.id}-hint ${field.errorId}`}
        className="block w-full resize-y rounded-lg border border-edge bg-sheet p-3 text-base leading-relaxed placeholder:text-soft aria-invalid:border-danger"
      />
      <p id={field.errorId} role="alert" className="mt-1 text-sm text-danger empty:hidden">
        {problemText(field.errors)}
      </p>
      <p id={`${field.id}-hint`} className="mt-1 text-sm text-soft">
        {generator.directionHint}
      </p>
    </div>
  )
}

interface PromptFieldProps extends DraftFieldProps {
  examples: boolean
  wish: string | undefined
}

function PromptField({ field, draftName, held, examples, wish }: PromptFieldProps) {
  const [typed, setTyped] = useState(field.initialValue ?? "")
  const control = useDraft<HTMLTextAreaElement>(draftName, held)
  // This component has missed the events of input from before hydration.
  useEffect(() => setTyped(control.current?.value ?? ""), [control])
  useEffect(() => {
    if (wish && control.current?.value === "") typeInto(control.current, wish)
  }, [control, wish])
  const count = countCodePoints(normaliseText(typed).trim())
  const error = field.errors?.[0]
  return (
    <div>
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <label htmlFor={field.id} className="font-semibold">
          {generator.prompt}
        </label>
        <span className={`text-sm noscript:hidden ${count > PROMPT_MAX_CHARS ? "text-danger" : "text-soft"}`}>
          {generator.promptCount(count, PROMPT_MAX_CHARS)}
        </span>
      </div>
      <textarea
        {...getTextareaProps(field)}
        key={field.key}
        ref={control}
        // biome-ignore lint/a11y/noAutofocus: focuses the refusal on a page that comes back with one
        autoFocus={!field.valid}
        required
        rows={5}
        placeholder={generator.promptPlaceholder}
        aria-describedby={`${field.id}-hint ${field.errorId}`}
        onChange={(event) => setTyped(event.currentTarget.value)}
        className="block h-36 w-full resize-none rounded-lg border border-edge bg-sheet p-3 text-base leading-relaxed placeholder:text-soft aria-invalid:border-danger"
      />
      <p id={field.errorId} role="alert" className="mt-1 text-sm text-danger empty:hidden">
        {error === "prompt-too-long" ? promptTooLongText(count) : problemText(field.errors)}
      </p>
      <p id={`${field.id}-hint`} className="mt-1 text-sm text-soft">
        {generator.promptHint}
      </p>
      {examples && <Examples onChoose={(prompt) => control.current && typeInto(control.current, prompt)} />}
    </div>
  )
}

/** Example prompts. Without script, each submits the form, which comes back with that prompt and all other input. */
function Examples({ onChoose }: { onChoose(prompt: string): void }) {
  return (
    // Hidden by CSS once there is input, so that an example never replaces it and nothing moves on hydration.
    <details className="mt-1 text-sm [textarea:not(:placeholder-shown)~&]:hidden">
      <summary className="fold flex min-h-11 items-center text-soft">{generator.examples.label}</summary>
      <ul className="flex flex-col gap-2">
        {generator.examples.prompts.map((prompt) => (
          <li key={prompt}>
            <button
              type="submit"
              name="example"
              value={prompt}
              onClick={(event) => {
                event.preventDefault()
                onChoose(prompt)
              }}
              className="block min-h-11 w-full rounded-lg border border-line bg-sheet px-3 py-2 text-left text-ink hover:bg-wash"
            >
              {prompt}
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}

function AdultConfirmation({ disabled }: { disabled: boolean }) {
  const question = useRef<HTMLElement>(null)
  // React applies `autoFocus` only to controls, and the question replaces the pressed button.
  useEffect(() => question.current?.focus(), [])
  return (
    <section
      ref={question}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: focuses the question on a page that comes back with one
      autoFocus
      className="flex scroll-my-8 flex-col gap-3 rounded-lg border border-continue bg-sheet p-4"
    >
      <h2 className="font-semibold">{generator.adult.title}</h2>
      <p className="text-sm">{generator.adult.text}</p>
      <Button name="intent" value="confirm-adult" look="continue" disabled={disabled}>
        {generator.adult.confirm}
      </Button>
      <p className="text-sm text-soft">{generator.adult.kept}</p>
    </section>
  )
}

function problemText(errors: string[] | undefined): string | undefined {
  const word = errors?.[0] as RequestProblem | undefined
  return word && requestProblemText[word]
}

/** A problem of the whole form; problems of a visible field appear at the field. */
function problemOfForm(answer: NonNullable<Answer>, maxLevel: ContentLevel): string | null {
  const { failure, waitSeconds, form, result } = answer
  if (result.refusal) return refusalText(result.refusal, maxLevel)
  const general: Record<string, string> = { ...badRequestText, ...continuedNovelText, ...generationLimitText }
  const text = failure && general[failure]
  if (text) return withWait(text, waitSeconds)
  if (form.error?.own_text) return null
  const hidden = [...(form.error?.existing_text ?? []), ...(form.error?.reference_text ?? [])]
  return problemText(hidden) ?? null
}
