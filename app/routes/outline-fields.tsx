import { Fragment, type ReactNode, useEffect, useRef, useState } from "react"
import { cardText, outline as copy, headText, problemAt, toldCard } from "#app/copy/outline.ts"
import { cardId, type Outline, type OutlineCard, type OutlineProblem } from "#app/domain/outline/outline.ts"
import { CARD_PARTS, HEAD_PARTS, type HeadPart } from "#app/domain/outline/outline-parts.ts"

/** What is wrong, by the ids of fields, cards and the whole. */
export type Problems = Record<string, OutlineProblem>

interface OutlineFieldProps {
  id: string
  name: string
  label: string
  hint?: string | undefined
  value: string
  problem: string | undefined
  readOnly?: boolean
  isFocused?: boolean
}

/** A label and a text beside it, as tall as the text. Above and below there is room for the ring of the focus. */
function OutlineField(props: OutlineFieldProps) {
  const { id, name, label, hint, value, problem, readOnly = false, isFocused = false } = props
  const said = [hint && `${id}-hint`, problem && `${id}-error`].filter(Boolean).join(" ")
  return (
    <div className="grid gap-x-3 px-3 py-1.5 focus-within:bg-paper md:grid-cols-[5rem_minmax(0,1fr)] md:py-0 md:first:pt-1.5 md:last:pb-1.5">
      <label htmlFor={id} className="text-sm text-soft md:py-2.5">
        {label}
      </label>
      <div className="min-w-0">
        <textarea
          id={id}
          name={name}
          defaultValue={value}
          readOnly={readOnly}
          rows={rowsFor(value)}
          aria-invalid={problem ? true : undefined}
          aria-describedby={said || undefined}
          // biome-ignore lint/a11y/noAutofocus: without script, the page goes on where the button was pressed
          autoFocus={isFocused}
          className="field-sizing-content block min-h-11 w-full scroll-my-24 resize-none bg-transparent py-2 font-serif text-base leading-relaxed read-only:text-soft aria-invalid:bg-danger-wash"
        />
        {hint && (
          <p id={`${id}-hint`} className="pb-1.5 text-sm text-soft">
            {hint}
          </p>
        )}
        {problem && (
          <p id={`${id}-error`} role="alert" className="pb-1.5 text-sm text-danger">
            {problem}
          </p>
        )}
      </div>
    </div>
  )
}

/** The novel's title, as it will stand over the text. */
export function TitleField({ value, problem }: { value: string; problem: OutlineProblem | undefined }) {
  return (
    <div>
      <label htmlFor="title" className="sr-only">
        {copy.name}
      </label>
      <textarea
        id="title"
        name="title"
        defaultValue={value}
        placeholder={copy.name}
        rows={1}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem && "title-error"}
        className="story-title field-sizing-content block min-h-11 w-full scroll-my-24 resize-none border-b border-edge bg-transparent py-1 placeholder:font-normal placeholder:text-soft aria-invalid:bg-danger-wash"
      />
      {problem && (
        <p id="title-error" role="alert" className="pt-1.5 text-sm text-danger">
          {problemAt(problem, "title")}
        </p>
      )}
    </div>
  )
}

const LINE_CHARACTERS = 24
const ROWS_MAX = 8

/** For browsers that do not fit a field to its text. */
function rowsFor(value: string): number {
  const lines = value.split("\n").map((line) => Math.max(1, Math.ceil(line.length / LINE_CHARACTERS)))
  return Math.min(
    ROWS_MAX,
    lines.reduce((sum, rows) => sum + rows, 0),
  )
}

interface ToldFieldsProps {
  /** What the fields say, as one text to read. */
  told: ReactNode
  label: string
  isOpen: boolean
  onFold?: () => void
  children: ReactNode
}

/** A text to read that opens into the fields it is made of. A folded field is sent like any other. */
function ToldFields({ told, label, isOpen, onFold, children }: ToldFieldsProps) {
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => !currentTarget.open && onFold?.()}
      className="told overflow-hidden rounded-lg border border-line bg-sheet open:border-edge"
    >
      <summary className="told-summary">
        <span className="told-text">{told}</span>
        <span className="told-mark">
          {/* Without script, the text cannot follow what is typed. */}
          <span className="told-changed">{copy.changedHere}</span>
          <span className="told-open">{copy.edit}</span>
          <span className="told-close">{copy.fold}</span>
          <span className="sr-only">{label}</span>
        </span>
      </summary>
      <div className="divide-y divide-line border-t border-line">{children}</div>
    </details>
  )
}

/** What stands in the fields with these names below an element, as far as it was read after the last change. */
function useTyped<Part extends string>(parts: readonly Part[], values: Record<Part, string>) {
  const element = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(values)

  function read() {
    const found = parts.map((part) => {
      const field = element.current?.querySelector<HTMLTextAreaElement>(`[name=${part}]`)
      return [part, field?.value ?? values[part]]
    })
    setTyped(Object.fromEntries(found))
  }

  const first = useRef(read)
  // A browser may have restored what was typed before the page was loaded again.
  useEffect(() => first.current(), [])
  return { element, typed, read }
}

interface CardFieldsProps {
  index: number
  card: OutlineCard
  problems: Problems
  readOnly?: boolean
  /** The id of the element that has the focus on a page without script. */
  focus?: string | null
  isOpen?: boolean
}

/** What a card tells, and a field for each part of it. They are repeated fields of one form, in the order of the cards. */
export function CardFields(props: CardFieldsProps) {
  const { index, card, problems, readOnly = false, focus = null, isOpen = false } = props
  const id = cardId(index)
  const { element, typed, read } = useTyped(CARD_PARTS, card)
  const told = toldCard(typed)
  const needsLook = CARD_PARTS.some((part) => problems[`${id}-${part}`] || focus === `${id}-${part}`)
  return (
    <div ref={element}>
      <ToldFields
        told={told}
        label={copy.card(index + 1)}
        isOpen={isOpen || told === "" || needsLook}
        onFold={read}
      >
        {CARD_PARTS.map((part) => {
          const field = `${id}-${part}`
          const problem = problems[field]
          return (
            <OutlineField
              key={part}
              id={field}
              name={part}
              label={cardText[part]}
              value={card[part]}
              readOnly={readOnly}
              problem={problem && problemAt(problem, field)}
              isFocused={focus === field}
            />
          )
        })}
      </ToldFields>
      <input type="hidden" name="characters" value={card.characters} />
    </div>
  )
}

/** The number of a card and its size, and what is wrong with the whole of it. */
export function CardHeading({
  index,
  card,
  problems,
  focus = null,
  note,
}: CardFieldsProps & { note?: string }) {
  const id = cardId(index)
  const problem = problems[id]
  return (
    <>
      <h3
        id={id}
        tabIndex={-1}
        // biome-ignore lint/a11y/noAutofocus: without script, the page goes on where the button was pressed
        autoFocus={focus === id || Boolean(problem)}
        aria-describedby={problem && `${id}-error`}
        className="flex min-h-11 grow scroll-my-24 items-center gap-2 font-semibold"
      >
        {copy.card(index + 1)}
        <span className="text-sm font-normal text-soft tabular-nums">{copy.size(card.characters)}</span>
        {note && <span className="text-sm font-normal text-soft">{note}</span>}
      </h3>
      {problem && (
        <p id={`${id}-error`} role="alert" className="order-last basis-full pb-2 text-sm text-danger">
          {problemAt(problem, id)}
        </p>
      )}
    </>
  )
}

interface HeadFieldsProps {
  shown: Outline
  problems: Problems
  isOpen: boolean
}

const FOLDED_PARTS = HEAD_PARTS.filter((part) => part !== "premise")

/** What the plan tells of the whole novel: its sentence as a field, the rest as a text that opens. */
export function HeadFields({ shown, problems, isOpen }: HeadFieldsProps) {
  const { element, typed, read } = useTyped(FOLDED_PARTS, shown)
  const told = FOLDED_PARTS.filter((part) => typed[part].trim() !== "")
  const needsLook = FOLDED_PARTS.some((part) => problems[part])
  const field = (part: HeadPart) => (
    <OutlineField
      key={part}
      id={part}
      name={part}
      {...headText[part]}
      value={shown[part]}
      problem={problems[part] && problemAt(problems[part], part)}
    />
  )
  return (
    <div ref={element} className="flex flex-col gap-3">
      <div className="overflow-hidden rounded-lg border border-edge">{field("premise")}</div>
      <ToldFields
        label={copy.whole}
        isOpen={isOpen || told.length === 0 || needsLook}
        onFold={read}
        told={told.map((part, at) => (
          <Fragment key={part}>
            {at > 0 && "\n"}
            <b className="mr-2 font-sans text-sm font-semibold">{headText[part].label}</b>
            {typed[part]}
          </Fragment>
        ))}
      >
        {FOLDED_PARTS.map(field)}
      </ToldFields>
    </div>
  )
}
