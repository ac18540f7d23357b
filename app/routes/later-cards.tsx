import { useEffect, useRef, useState } from "react"
import { href, useFetcher } from "react-router"
import { forgetDraft, keepDraft, settleDraft } from "#app/browser/drafts.ts"
import { useLostForm } from "#app/browser/lost-line.ts"
import { outline as copy } from "#app/copy/outline.ts"
import type { Beat } from "#app/domain/generation.ts"
import { cardOf, isSameCard } from "#app/domain/outline/outline.ts"
import { cardsIn, type LaterCard, laterCardsIn } from "#app/domain/outline/outline-form.ts"
import { Button } from "#app/ui/button.tsx"
import { Problem } from "#app/ui/problem.tsx"
import { type OutlineAnswer, problemOfOutline } from "./outline-answer.ts"
import { CardFields, CardHeading, type Problems } from "./outline-fields.tsx"

interface LaterCardsProps {
  id: string
  plan: readonly Beat[]
  /** The index of the beat in progress. */
  current: number
  /** The answer to the form that this page is, without script. */
  answer?: OutlineAnswer | undefined
  maxLevel: number
}

const NO_PROBLEMS: Problems = {}

/** The cards that are not begun, which their author may change while the ones before are written. */
export function LaterCards({ id, plan, current, answer: landed, maxLevel }: LaterCardsProps) {
  // A card that begins while its author types stays, with what was typed.
  const [from] = useState(current + 1)
  const fetcher = useFetcher<OutlineAnswer>()
  const address = href("/generations/:id/outline", { id })
  const lost = useLostForm(address)
  const busy = fetcher.state !== "idle" && !lost
  const answer = busy ? undefined : (fetcher.data ?? landed)
  const element = useRef<HTMLFormElement>(null)
  const problems = answer?.problems ?? NO_PROBLEMS
  const [drafted, setDrafted] = useState<{ cards: LaterCard[]; revision: number }>({ cards: [], revision: 0 })
  const typed = answer?.cards ?? drafted.cards
  const draft = laterDraft(id)
  const isSaved = answer?.failure === null
  useEffect(() => {
    const kept = settleDraft(draft, "", "")
    if (kept !== null) setDrafted({ cards: cardsOf(new URLSearchParams(kept)), revision: 1 })
    const keep = ({ target }: Event) => {
      if (!(target instanceof Node) || !element.current?.contains(target)) return
      const sent = [...new FormData(element.current)].map(([name, value]) => [name, String(value)])
      keepDraft(draft, "", new URLSearchParams(sent).toString())
    }
    document.addEventListener("input", keep)
    return () => document.removeEventListener("input", keep)
  }, [draft])
  useEffect(() => {
    if (isSaved) forgetDraft(draft)
  }, [isSaved, draft])
  useEffect(() => {
    if (!answer?.failure) return
    const place = answer.focus && document.getElementById(answer.focus)
    ;(place || element.current?.querySelector<HTMLElement>("[role=alert][tabindex]"))?.focus()
  }, [answer])

  const later: LaterCard[] = plan.flatMap((beat, index) => {
    const card = typed.find((one) => one.index === index)?.card ?? cardOf(beat)
    return index >= from || answer?.begun.includes(index) ? [{ index, card }] : []
  })
  const whole = answer && problemOfOutline(answer, maxLevel)
  if (later.length === 0) return <p className="text-sm text-soft">{copy.changed.nothing}</p>
  return (
    <fetcher.Form
      ref={element}
      method="post"
      action={address}
      encType="multipart/form-data"
      noValidate
      className="flex flex-col gap-4 pt-3 text-ink"
    >
      <p className="text-sm text-soft">{copy.changed.hint}</p>
      <ol key={drafted.revision} className="flex flex-col gap-4">
        {later.map(({ index, card }) => (
          <LaterItem
            key={index}
            index={index}
            card={card}
            told={plan[index]}
            isBegun={index <= current}
            isLate={answer?.begun.includes(index) ?? false}
            problems={problems}
            focus={answer?.focus ?? null}
          />
        ))}
      </ol>
      <div className="empty:hidden">
        {lost ? <Problem text={copy.lost[lost]} /> : <Problem text={whole} />}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button name="intent" value="change" look="continue" disabled={busy}>
          {copy.changed.save}
        </Button>
        <p role="status" className="text-sm text-soft">
          {answer && answer.failure === null && copy.changed.saved}
        </p>
      </div>
    </fetcher.Form>
  )
}

function laterDraft(id: string): string {
  return `later-cards:${id}`
}

function cardsOf(kept: URLSearchParams): LaterCard[] {
  const sent = new FormData()
  for (const [name, value] of kept) sent.append(name, value)
  return laterCardsIn(sent)
}

interface LaterItemProps extends LaterCard {
  /** The beat as it will be written. */
  told: Beat | undefined
  isBegun: boolean
  /** It was changed too late. */
  isLate: boolean
  problems: Problems
  focus: string | null
}

function LaterItem({ index, card, told, isBegun, isLate, problems, focus }: LaterItemProps) {
  const item = useRef<HTMLLIElement>(null)
  const [isTyped, setTyped] = useState(false)
  // Only what nobody has typed into may leave the page.
  if (isBegun && !isTyped && !isLate) return null

  function note() {
    const fields = item.current?.querySelectorAll("textarea, input") ?? []
    const sent = new FormData()
    for (const field of fields) {
      if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)
        sent.append(field.name, field.value)
    }
    const [now] = cardsIn(sent)
    setTyped(now !== undefined && told !== undefined && !isSameCard(now, cardOf(told)))
  }

  return (
    <li
      ref={item}
      onInput={note}
      className="flex flex-col rounded-xl border border-line bg-paper px-2 pt-0.5 pb-2 md:px-3 md:pb-3"
    >
      <input type="hidden" name="index" value={index} />
      <div className="flex flex-wrap items-center gap-x-1">
        <CardHeading index={index} card={card} problems={problems} focus={focus} />
      </div>
      {isBegun && (
        <p role="alert" className="pb-2 text-sm text-danger">
          {copy.changed.begun}
        </p>
      )}
      <CardFields index={index} card={card} problems={problems} readOnly={isBegun} focus={focus} />
    </li>
  )
}
