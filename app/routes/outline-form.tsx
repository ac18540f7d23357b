import {
  type FormEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react"
import { href, useFetcher } from "react-router"
import { forgetDraft, keepDraft, settleDraft } from "#app/browser/drafts.ts"
import { useLostForm } from "#app/browser/lost-line.ts"
import { outline as copy } from "#app/copy/outline.ts"
import type { GenerationSnapshot } from "#app/domain/generation.ts"
import { cardId, OUTLINE_CARDS_MAX, type OutlineCard, outlineOf } from "#app/domain/outline/outline.ts"
import {
  type OutlineForm as FormState,
  parseOutlineForm,
  pressed,
  readOutlineForm,
} from "#app/domain/outline/outline-form.ts"
import { Button } from "#app/ui/button.tsx"
import { Problem } from "#app/ui/problem.tsx"
import { Spinner } from "#app/ui/spinner.tsx"
import { type OutlineAnswer, problemOfOutline } from "./outline-answer.ts"
import { CardFields, CardHeading, HeadFields, type Problems, TitleField } from "./outline-fields.tsx"

interface OutlineFormProps {
  id: string
  plan: Pick<GenerationSnapshot, "plan" | "head" | "title" | "former">
  /** The answer to the form that this page is, without script. */
  answer?: OutlineAnswer | undefined
}

const NO_PROBLEMS: Problems = {}
const DRAFT_AFTER_MS = 300

/**
 * The plan as its author changes it before any text is written. With script its buttons change the form at once;
 * without, the server answers with the changed form.
 */
export function OutlineForm({ id, plan, answer: landed }: OutlineFormProps) {
  const first = useMemo(() => formOf(plan), [plan])
  const held = JSON.stringify(first)
  const [{ form, revision, focus, unfolded }, setState] = useState(() => startOf(landed, first))
  const { Form, action, busy, answer } = useOutlineAnswer(id, landed)
  const element = useRef<HTMLFormElement>(null)
  const draft = outlineDraft(id)
  const labels = useId()

  const show = useCallback((next: FormState, at: string | null, open: Unfolded) => {
    setState(({ revision }) => ({ form: next, revision: revision + 1, focus: at, unfolded: open }))
  }, [])

  // What was typed outlives a reload, and a press of its buttons.
  const shown = useRef(JSON.stringify(form))
  useEffect(() => {
    const kept = settleDraft(draft, held, shown.current)
    const before = kept === null ? null : parseOutlineForm(kept)
    if (before) show(before, null, FOLDED)
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      clearTimeout(timer)
      timer = undefined
      if (element.current)
        keepDraft(draft, held, JSON.stringify(readOutlineForm(new FormData(element.current))))
    }
    const soon = ({ target }: Event) => {
      if (target instanceof Node && element.current?.contains(target))
        timer ??= setTimeout(keep, DRAFT_AFTER_MS)
    }
    document.addEventListener("input", soon)
    window.addEventListener("pagehide", keep)
    return () => {
      if (timer) keep()
      document.removeEventListener("input", soon)
      window.removeEventListener("pagehide", keep)
    }
  }, [draft, held, show])
  useEffect(() => {
    if (revision === 0 || focus === null) return
    document.getElementById(focus)?.focus()
    if (element.current) keepDraft(draft, held, JSON.stringify(form))
  }, [revision, focus, form, draft, held])
  useEffect(() => {
    // What is wrong with the whole stands at the button that was pressed.
    if (answer?.focus && answer.focus !== OUTLINE_FORM_ID) document.getElementById(answer.focus)?.focus()
  }, [answer])

  function press(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent
    const button = submitter instanceof HTMLButtonElement ? submitter.value : "keep"
    const typed = readOutlineForm(new FormData(event.currentTarget))
    const next = pressed(typed, button)
    if (!next) return
    event.preventDefault()
    const isOpen = [...event.currentTarget.querySelectorAll("details")].map(({ open }) => open)
    const [isHeadOpen = false, ...areCardsOpen] = isOpen
    const open = new Set(typed.shown.cards.filter((_, index) => areCardsOpen[index]))
    show(next.form, next.focus, { head: isHeadOpen, cards: open })
  }

  const problems = answer?.problems ?? NO_PROBLEMS
  const { cards } = form.shown
  return (
    <Form
      ref={element}
      id={OUTLINE_FORM_ID}
      tabIndex={-1}
      method="post"
      action={action}
      encType="multipart/form-data"
      noValidate
      onSubmit={press}
      className="flex flex-col gap-5 outline-none"
    >
      {/* The Enter key presses the form's first button. */}
      <button type="submit" name="intent" value="keep" hidden />
      <div key={revision} className="flex flex-col gap-5">
        <input type="hidden" name="removed" value={JSON.stringify(form.removed)} />
        <input type="hidden" name="other" value={form.other === null ? "" : JSON.stringify(form.other)} />
        <TitleField value={form.shown.title} problem={problems.title} />
        <section aria-labelledby={`${labels}-whole`} className="flex flex-col gap-2">
          <h2 id={`${labels}-whole`} className="font-semibold">
            {copy.whole}
          </h2>
          <HeadFields shown={form.shown} problems={problems} isOpen={unfolded.head} />
        </section>
        <section aria-labelledby={`${labels}-cards`} className="flex flex-col gap-3">
          <h2 id={`${labels}-cards`} className="font-semibold">
            {copy.cards}
          </h2>
          <ol className="flex flex-col gap-3">
            {cards.map((card, index) => (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: a new revision renders them all anew
                key={index}
                className="flex flex-col rounded-xl border border-line bg-paper px-2 pt-0.5 pb-2 md:px-3 md:pb-3"
              >
                <div className="flex flex-wrap items-center gap-x-1">
                  <CardHeading index={index} card={card} problems={problems} focus={focus} />
                  {index > 0 && <CardButton press="up" index={index} focus={focus} />}
                  {index < cards.length - 1 && <CardButton press="down" index={index} focus={focus} />}
                  {cards.length > 1 && <CardButton press="remove" index={index} focus={focus} />}
                </div>
                <CardFields
                  index={index}
                  card={card}
                  problems={problems}
                  focus={focus}
                  isOpen={unfolded.cards.has(card)}
                />
              </li>
            ))}
          </ol>
          {form.removed.length > 0 && (
            <p className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-edge px-4 py-2 text-sm">
              {copy.removed((form.removed.at(-1)?.at ?? 0) + 1)}
              <Button id="outline-undo" name="intent" value="undo" autoFocus={focus === "outline-undo"}>
                {copy.undo}
              </Button>
            </p>
          )}
          <div className="flex flex-wrap items-center gap-3">
            {cards.length < OUTLINE_CARDS_MAX && (
              <Button name="intent" value="add">
                {copy.add}
              </Button>
            )}
            <p className="text-sm text-soft">{cards.length < OUTLINE_CARDS_MAX ? copy.addHint : copy.full}</p>
            <p className="ml-auto text-sm text-soft tabular-nums">
              {copy.all(
                cards.length,
                cards.reduce((sum, { characters }) => sum + characters, 0),
              )}
            </p>
          </div>
        </section>
        {form.other && (
          <p className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-edge px-4 py-2 text-sm">
            {copy.otherHint}
            <Button name="intent" value="other">
              {copy.other}
            </Button>
          </p>
        )}
      </div>
      <button
        type="submit"
        formAction={href("/generations/:id/stop", { id })}
        disabled={busy}
        className="min-h-11 min-w-11 self-start text-left text-sm text-soft underline underline-offset-4 hover:text-ink"
      >
        {copy.stop}
      </button>
    </Form>
  )
}

/** What of the form is unfolded, by its cards as they were read before the press. */
interface Unfolded {
  head: boolean
  cards: ReadonlySet<OutlineCard>
}

interface OutlineState {
  form: FormState
  revision: number
  focus: string | null
  unfolded: Unfolded
}

const FOLDED: Unfolded = { head: false, cards: new Set() }

/** Without script, nobody knows what was unfolded, so the card that was pressed is. */
function startOf(landed: OutlineAnswer | undefined, first: FormState): OutlineState {
  const form = landed?.form ?? first
  const focus = landed?.focus ?? null
  const cards = form.shown.cards.filter(
    (_, index) => focus === cardId(index) || focus?.startsWith(`${cardId(index)}-`),
  )
  return { form, revision: 0, focus, unfolded: { head: false, cards: new Set(cards) } }
}

/** The form's id, for its buttons that stand elsewhere. */
const OUTLINE_FORM_ID = "outline"

/** The form of a plan and what the server has said of it, which its buttons elsewhere share. */
function useOutlineAnswer(id: string, landed: OutlineAnswer | undefined) {
  const { Form, state, data } = useFetcher<OutlineAnswer>({ key: `outline:${id}` })
  const action = href("/generations/:id/outline", { id })
  const lost = useLostForm(action)
  const busy = state !== "idle" && !lost
  return { Form, action, lost, busy, answer: busy ? undefined : (data ?? landed) }
}

interface OutlineButtonsProps extends Pick<OutlineFormProps, "id" | "answer"> {
  maxLevel: number
  className: string
  /** What stands before them. */
  children?: ReactNode
}

/** The buttons that send the plan, and what is wrong with the whole of it. */
export function OutlineButtons({ id, answer: landed, maxLevel, className, children }: OutlineButtonsProps) {
  const { lost, busy, answer } = useOutlineAnswer(id, landed)
  const whole = answer && problemOfOutline(answer, maxLevel)
  return (
    <div className={className}>
      <div className="basis-full px-0! empty:hidden">
        {lost ? (
          <Problem text={copy.lost[lost]} />
        ) : (
          <Problem title={whole ? copy.refused : ""} text={whole} />
        )}
      </div>
      {children}
      <Button
        form={OUTLINE_FORM_ID}
        name="intent"
        value="write"
        look="generate"
        disabled={busy}
        className="grow font-semibold"
      >
        {busy && <Spinner />}
        {copy.write}
      </Button>
      <Button form={OUTLINE_FORM_ID} name="intent" value="another" look="quiet" disabled={busy}>
        {copy.another}
      </Button>
    </div>
  )
}

/** Forgets what was typed into a plan that is being written now. */
export function forgetOutlineDraft(id: string): void {
  forgetDraft(outlineDraft(id))
}

function outlineDraft(id: string): string {
  return `outline:${id}`
}

function formOf({ plan: beats, head, title, former }: OutlineFormProps["plan"]): FormState {
  return {
    shown: outlineOf({ title, head, beats }),
    removed: [],
    other: former && outlineOf(former),
  }
}

const CARD_BUTTON = {
  up: { label: copy.up, icon: "M12 19V5M6 11l6-6 6 6" },
  down: { label: copy.down, icon: "M12 5v14M6 13l6 6 6-6" },
  remove: { label: copy.remove, icon: "M6 6l12 12M18 6L6 18" },
} as const

interface CardButtonProps {
  press: keyof typeof CARD_BUTTON
  index: number
  /** The id of the element that has the focus on a page without script. */
  focus: string | null
}

function CardButton({ press, index, focus }: CardButtonProps) {
  const { label, icon } = CARD_BUTTON[press]
  const name = copy.of(label, index + 1)
  const id = `${cardId(index)}-${press}`
  return (
    <button
      type="submit"
      name="intent"
      value={`${press}:${index}`}
      title={name}
      id={id}
      // biome-ignore lint/a11y/noAutofocus: without script, the page goes on where the button was pressed
      autoFocus={focus === id}
      className="grid size-11 place-items-center rounded-lg text-soft hover:bg-sheet hover:text-ink"
    >
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        className="size-[1.125rem] fill-none stroke-current stroke-[1.75]"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={icon} />
      </svg>
    </button>
  )
}
