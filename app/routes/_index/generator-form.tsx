import { FormProvider, parse, useForm, useFormMetadata } from "@conform-to/react"
import { memo, type ReactNode, useEffect, useRef } from "react"
import { Form, href, useLocation } from "react-router"
import { useChoiceDraft, useTickDraft } from "#app/browser/drafts.ts"
import { useLostForm } from "#app/browser/lost-line.ts"
import type { HistoryEntry } from "#app/browser/novel-history.ts"
import { contentLevelText, generator, novelLengthText } from "#app/copy/generator.ts"
import { generationLimitText, withWait } from "#app/copy/limits.ts"
import {
  badRequestText,
  continuedNovelText,
  ownFileProblemText,
  referenceProblemText,
  refusalText,
} from "#app/copy/problems.ts"
import {
  CONTENT_LEVELS,
  type ContentLevel,
  contentLevelOf,
  DEFAULT_CONTENT_LEVEL,
  isAdultLevel,
} from "#app/domain/content-level.ts"
import { typedIn } from "#app/domain/forms/form-answer.ts"
import type { GenerationRequest } from "#app/domain/generation.ts"
import { EXISTING_TEXT_MAX_CHARS } from "#app/domain/limits.ts"
import { DEFAULT_NOVEL_LENGTH, NOVEL_LENGTHS } from "#app/domain/novel-length.ts"
import { deskPath, FORM_ID } from "#app/domain/paths.ts"
import { findPromptProblem } from "#app/domain/prompt.ts"
import { movedSections } from "#app/domain/sections.ts"
import { isLongerThan, normaliseText } from "#app/domain/text.ts"
import { Button } from "#app/ui/button.tsx"
import { ChoiceRow } from "#app/ui/choice-list.tsx"
import { LoginElsewhere } from "#app/ui/login-link.tsx"
import { Problem } from "#app/ui/problem.tsx"
import { ProblemSummary } from "#app/ui/problem-summary.tsx"
import { Spinner } from "#app/ui/spinner.tsx"
import type { Route } from "./+types/route"
import { DirectionField } from "./direction-field.tsx"
import { OwnTextField } from "./own-text-field.tsx"
import { type DraftFieldProps, PromptField, problemText } from "./prompt-field.tsx"
import { ReferenceField } from "./reference-field.tsx"

type Answer = Route.ComponentProps["actionData"]

interface RequestFormProps {
  formKey: string
  answer: Answer
  /** The request of the displayed generation, which fills the form. */
  request: GenerationRequest | null
  /** The prompt of an example, or of the history entry. */
  example: string
  maxLevel: ContentLevel
  /** The id of the generation to continue, or else the history entry to continue; both null for a new novel. */
  continues: string | null
  entry: HistoryEntry | null
  /** The saved novel's id if the entry is one, so that a refused form comes back with it. */
  novelId: string | null
  continuing: boolean
  /** Whether to ask what happens next: there is a text, and nothing is being written. Then that stands elsewhere. */
  asksDirection: boolean
  /** Names the drafts of this form, so that input for one novel does not appear at another. */
  desk: string
  loading: boolean
  /** The line to what is being written is lost. */
  isLost: boolean
  /** There is something on the sheet, so the form is a line that unfolds. */
  isFolded: boolean
}

interface GeneratorFormProps extends RequestFormProps {
  /** Holds the controls of the form that stand where a text ends. */
  children: ReactNode
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

const LEVELS = CONTENT_LEVELS.map((value) => ({
  value,
  ...contentLevelText[value],
  isAdult: isAdultLevel(value),
}))
const LENGTHS = NOVEL_LENGTHS.map((value) => ({ value, ...novelLengthText[value] }))

export function GeneratorForm({ children, ...props }: GeneratorFormProps) {
  const [form] = useForm<GeneratorFields>({
    id: FORM_ID,
    lastResult: props.answer?.form,
    defaultValue: heldFields(props),
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
  return (
    <FormProvider context={form.context}>
      <RequestForm {...props} />
      {children}
    </FormProvider>
  )
}

/** The server's values, over which a refused form shows the visitor's input. */
function heldFields({ request, entry, example, maxLevel }: RequestFormProps) {
  return {
    prompt: example || (request?.prompt ?? ""),
    erotic_level: String(request?.contentLevel ?? Math.min(entry?.level ?? DEFAULT_CONTENT_LEVEL, maxLevel)),
    length: String(request?.length ?? DEFAULT_NOVEL_LENGTH),
    reference_text: request?.reference ?? "",
    outline_first: request?.outlineFirst ? "on" : "",
  }
}

/**
 * Stays as it is while the text grows: React sets the name of each field that renders again, and conform then reads
 * the whole form.
 */
const RequestForm = memo(function RequestForm(props: RequestFormProps) {
  const { formKey, answer, maxLevel, continues, entry, novelId } = props
  const { continuing, asksDirection, desk, loading, isLost, isFolded } = props
  const held = heldFields(props)
  const form = useFormMetadata<GeneratorFields>(FORM_ID)
  const fields = form.getFieldset()
  const isAsked = isAgeAsked(answer) || (answer !== undefined && problemOfForm(answer, maxLevel) !== null)
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
    ...(isAsked ? [{ id: "generator-problem", label: generator.atButton }] : []),
  ]
  const hasRead = answer !== undefined && (answer.result.reference !== "none" || answer.result.own !== "none")
  // The form remembers the values it was first drawn with, and the page may have gone to another generation since.
  const asked = {
    prompt: typedIn(answer, "prompt") ?? held.prompt,
    level: contentLevelOf(typedIn(answer, "erotic_level") ?? held.erotic_level),
    length: typedIn(answer, "length") ?? held.length,
  }
  const length = LENGTHS.find(({ value }) => String(value) === asked.length)?.label
  const isOpen = !isFolded || places.length > 0 || hasRead || asked.prompt === ""

  return (
    <>
      {isFolded && <h1 className="sr-only">{generator.heading}</h1>}
      {/* The same elements folded and unfolded, so that a form that folds keeps its input. */}
      <details
        open={isOpen}
        className={
          isFolded ? "desk-request min-w-0 rounded-xl border border-line bg-sheet" : "desk-form min-w-0"
        }
      >
        <summary className={isFolded ? "fold flex min-h-11.5 items-center pl-3 text-sm" : "hidden"}>
          <span className="sr-only">{generator.request}</span>
          <span className="shrink-[9999] truncate">{asked.prompt || generator.prompt}</span>
          <span className="shrink-0 whitespace-pre text-soft">
            {` · ${contentLevelText[asked.level].label} · ${length}`}
          </span>
          <span className="says-outline truncate whitespace-pre text-soft">
            {` · ${generator.outlineFirstShort}`}
          </span>
          <span className="grow" />
        </summary>
        <Form
          id={form.id}
          onSubmit={form.onSubmit}
          method="post"
          action={
            continues
              ? deskPath({ generation: continues })
              : novelId
                ? deskPath({ novel: novelId })
                : href("/")
          }
          encType="multipart/form-data"
          noValidate
          className={`flex min-w-0 flex-col gap-3 ${isFolded ? "border-t border-line p-3" : ""}`}
        >
          {!isFolded && (
            <h1 className="sr-only font-serif text-xl leading-tight font-bold lg:not-sr-only">
              {generator.heading}
            </h1>
          )}
          <ProblemSummary title={generator.refused} places={places} />
          {/* The Enter key presses the form's first button. */}
          <button type="submit" name="intent" value="generate" hidden />
          <input type="hidden" name="key" value={formKey} />
          {continues && <input type="hidden" name="continues" value={continues} />}
          {novelId && <input type="hidden" name="novel" value={novelId} />}
          {entry && !novelId && <KeptText entry={entry} />}

          <PromptField
            field={fields.prompt}
            draftName={`prompt:${desk}`}
            held={held.prompt}
            examples={!continuing}
            isExample={answer?.result.isExample ?? false}
          />
          {/* The novel that it goes on with was not found. */}
          {novelId && entry === null && <DirectionField draftName={`direction:${desk}`} />}
          <KeptChoice draftName={`level:${desk}`} held={held.erotic_level}>
            <ChoiceRow
              legend={generator.level}
              name={fields.erotic_level.name}
              form={form.id}
              choices={LEVELS.filter(({ value }) => value <= maxLevel)}
              checked={Number(fields.erotic_level.initialValue)}
              error={problemText(fields.erotic_level.errors)}
              disabled={loading}
              goesOn={continuing}
            />
          </KeptChoice>
          {!asksDirection && (
            <KeptChoice draftName={`length:${desk}`} held={held.length}>
              <ChoiceRow
                legend={generator.length}
                name={fields.length.name}
                form={form.id}
                choices={LENGTHS}
                checked={Number(fields.length.initialValue)}
                error={problemText(fields.length.errors)}
                disabled={loading}
                goesOn={continuing}
              />
            </KeptChoice>
          )}
          <div className="divide-y divide-line rounded-lg border border-line bg-sheet/60">
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
                  waitSeconds={answer?.result.ownWaitSeconds}
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
          </div>

          {asksDirection ? (
            <p className="text-sm text-soft">{generator.continuing}</p>
          ) : (
            <Submit
              answer={answer}
              maxLevel={maxLevel}
              loading={loading}
              isLost={isLost}
              continuing={continuing}
            />
          )}
        </Form>
      </details>
    </>
  )
})

export interface FormProblemProps {
  answer: Answer
  maxLevel: ContentLevel
  loading: boolean
}

interface SubmitProps extends FormProblemProps {
  continuing: boolean
  isLost?: boolean
}

/** The form's button under what the server said of the whole form. The question for the age takes the button's place. */
export function Submit({ answer, maxLevel, loading, continuing, isLost = false }: SubmitProps) {
  const look = continuing ? "continue" : "generate"
  const asksAge = isAgeAsked(answer)
  // The continued text may be for adults, and then a lower level for its next part changes nothing.
  const isOfLevel = asksAge && isAdultLevel(contentLevelOf(typedIn(answer, "erotic_level")))
  return (
    <>
      <FormProblem answer={answer} maxLevel={maxLevel}>
        {asksAge && <AdultConfirmation look={look} disabled={loading} isOfLevel={isOfLevel} />}
      </FormProblem>
      <Button
        form={FORM_ID}
        name="intent"
        value="generate"
        look={look}
        disabled={loading}
        className={`min-h-12.5 w-full text-[1.0625rem] font-semibold ${isOfLevel ? "lower-level" : asksAge ? "hidden" : ""}`}
      >
        {loading && !isLost && <Spinner />}
        {loading ? generator.loading : generator.submit[look]}
      </Button>
    </>
  )
}

function isAgeAsked(answer: Answer): boolean {
  return answer?.failure === "adult-unconfirmed"
}

interface FormProblemAreaProps extends Omit<FormProblemProps, "loading"> {
  /** The question for the age, if the server asks it. */
  children: ReactNode
}

function FormProblem({ answer, maxLevel, children }: FormProblemAreaProps) {
  const lost = useLostForm(href("/"))
  const { pathname, search } = useLocation()
  return (
    <div id="generator-problem" className="flex flex-col gap-3 empty:hidden">
      {lost ? (
        <Problem text={generator.lost[lost]} />
      ) : (
        children || (
          <Problem text={answer && problemOfForm(answer, maxLevel)}>
            {answer?.result.needsLogin && <LoginElsewhere next={pathname + search} />}
          </Problem>
        )
      )}
    </div>
  )
}

/** A text that only this device has. */
function KeptText({ entry }: { entry: HistoryEntry }) {
  return (
    <>
      <textarea name="existing_text" value={entry.text} readOnly hidden />
      <input type="hidden" name="existing_level" value={entry.level} />
      <input type="hidden" name="existing_sections" value={sectionsField(entry)} />
      <input type="hidden" name="existing_demo" value={entry.demo} />
    </>
  )
}

/** The server trims the text, and so the offsets must be of the trimmed one. */
function sectionsField({ text, sections }: HistoryEntry): string {
  return JSON.stringify(movedSections(text, text.trim(), sections))
}

/** Keeps the choice in a list of radio buttons through reloads. */
export function KeptChoice({
  draftName,
  held,
  children,
}: Omit<DraftFieldProps, "field"> & { children: ReactNode }) {
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
    <div
      ref={useTickDraft(draftName, held)}
      className="flex min-h-11.5 flex-wrap items-center gap-x-2 pr-3 text-sm"
    >
      <label className="flex min-h-11.5 grow items-center gap-2 pl-3">
        <input
          type="checkbox"
          name="outline_first"
          defaultChecked={isTicked}
          disabled={disabled}
          aria-describedby="outline_first-hint"
          className="size-4.5 shrink-0 accent-generate"
        />
        {generator.outlineFirst}
      </label>
      <p id="outline_first-hint" className="ml-auto py-1 pl-3 text-right text-xs text-soft">
        {generator.outlineFirstHint}
      </p>
    </div>
  )
}

interface AdultConfirmationProps {
  look: "generate" | "continue"
  disabled: boolean
  /** A lower level would not need it. */
  isOfLevel: boolean
}

function AdultConfirmation({ look, disabled, isOfLevel }: AdultConfirmationProps) {
  const question = useRef<HTMLElement>(null)
  // React applies `autoFocus` only to controls, and the question replaces the pressed button.
  useEffect(() => question.current?.focus(), [])
  return (
    <section
      ref={question}
      id="gate"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: focuses the question on a page that comes back with one
      autoFocus
      aria-labelledby="gate-heading"
      className={`flex scroll-my-8 flex-col gap-3 rounded-xl border border-danger/40 bg-sheet p-4 ${isOfLevel ? "gate-of-level" : ""}`}
    >
      <h2 id="gate-heading" className="flex items-center gap-2 font-serif text-lg font-bold">
        <span
          aria-hidden="true"
          className="rounded-full bg-danger-wash px-2.5 font-sans text-xs leading-6 font-semibold text-danger"
        >
          18+
        </span>
        {generator.adult.title}
      </h2>
      <p className="text-sm">{generator.adult.text}</p>
      <Button
        form={FORM_ID}
        name="intent"
        value="confirm-adult"
        look={look}
        disabled={disabled}
        className="min-h-12.5 w-full font-semibold"
      >
        {generator.adult.confirm}
      </Button>
      {isOfLevel && <p className="text-xs text-soft">{generator.adult.kept}</p>}
    </section>
  )
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
