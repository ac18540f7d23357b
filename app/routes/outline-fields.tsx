import { cardText, outline as copy, problemAt } from "#app/copy/outline.ts"
import { cardId, type OutlineCard, type OutlineProblem } from "#app/domain/outline/outline.ts"
import { CARD_PARTS } from "#app/domain/outline/outline-parts.ts"

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

/** A label and a text beside it, as tall as the text. */
export function OutlineField(props: OutlineFieldProps) {
  const { id, name, label, hint, value, problem, readOnly = false, isFocused = false } = props
  const said = [hint && `${id}-hint`, problem && `${id}-error`].filter(Boolean).join(" ")
  return (
    <div className="grid gap-x-3 px-3 py-1.5 focus-within:bg-paper md:grid-cols-[5rem_minmax(0,1fr)] md:py-0">
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
          className="field-sizing-content block min-h-9 w-full scroll-my-24 resize-none bg-transparent py-1 font-serif text-base leading-relaxed read-only:text-soft aria-invalid:bg-danger-wash md:min-h-11 md:py-2"
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
      <label htmlFor="title" className="text-sm text-soft">
        {copy.name}
      </label>
      <textarea
        id="title"
        name="title"
        defaultValue={value}
        rows={1}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem && "title-error"}
        className="story-title field-sizing-content block min-h-11 w-full scroll-my-24 resize-none border-b border-edge bg-transparent py-1 aria-invalid:bg-danger-wash"
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

interface CardFieldsProps {
  index: number
  card: OutlineCard
  problems: Problems
  readOnly?: boolean
  /** The id of the element that has the focus on a page without script. */
  focus?: string | null
}

/** What a card tells, a field each. They are repeated fields of one form, in the order of the cards. */
export function CardFields({ index, card, problems, readOnly = false, focus = null }: CardFieldsProps) {
  const id = cardId(index)
  return (
    <div className="divide-y divide-line overflow-hidden rounded-lg border border-edge bg-sheet">
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
        className="flex min-h-11 grow scroll-my-24 items-center gap-2 font-semibold"
      >
        {copy.card(index + 1)}
        <span className="text-sm font-normal text-soft tabular-nums">{copy.size(card.characters)}</span>
        {note && <span className="text-sm font-normal text-soft">{note}</span>}
      </h3>
      {problem && (
        <p role="alert" className="order-last basis-full pb-2 text-sm text-danger">
          {problemAt(problem, id)}
        </p>
      )}
    </>
  )
}
