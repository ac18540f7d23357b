import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react"
import { Form } from "react-router"
import { useDraft } from "#app/browser/drafts.ts"
import { useLiveNavigation } from "#app/browser/lost-line.ts"
import { paragraphs as copy } from "#app/copy/editing.ts"
import {
  isRewritable,
  type PieceStart,
  type PlacedParagraph,
  placedParagraphs,
} from "#app/domain/edits/paragraph.ts"
import { paragraphsPath, type Shown } from "#app/domain/paths.ts"
import { firstCharacters } from "#app/domain/text.ts"
import { Button } from "#app/ui/button.tsx"

/** So much of a paragraph tells which one it is. */
const BEGINNING_CHARS = 15
/** Each of them with the number of its paragraph. */
const PARAGRAPHS = "p[id^=p]"

interface ParagraphMenuProps {
  /** What the text belongs to; null while nothing of it can be rewritten. */
  shown: Shown | null
  text: string
  /** Where the text begins, if it is a piece of a longer one. */
  from?: PieceStart
  formKey: string
  /** The text, whose paragraphs have their numbers. */
  children: ReactNode
}

/**
 * A way to have a paragraph written anew at the paragraph itself: a press or, with the keyboard, one button that goes
 * from paragraph to paragraph. It posts the form of the page of paragraphs, which does all this without script.
 */
export function ParagraphMenu({ shown, text, from, formKey, children }: ParagraphMenuProps) {
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isAlive, setIsAlive] = useState(false)
  const [chosen, setChosen] = useState<PlacedParagraph | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => setIsAlive(true), [])
  // What was chosen in another text, or before it grew, would be announced again.
  if (shown === null && chosen) setChosen(null)
  const box = useBox(place, chosen?.index ?? null)

  function choose(index: number): PlacedParagraph | null {
    const placed = placedParagraphs(text, from).find((one) => one.index === index)
    const next = placed && isRewritable(placed) ? placed : null
    setChosen(next)
    setIsOpen(false)
    return next
  }

  // The button comes back only then.
  const goesBack = useRef(false)
  useEffect(() => {
    if (!isOpen && goesBack.current) button.current?.focus({ preventScroll: true })
    goesBack.current = false
  }, [isOpen])

  function close() {
    goesBack.current = true
    setIsOpen(false)
  }

  function onClick({ target, detail }: MouseEvent) {
    const pressed = target instanceof Element ? target.closest(PARAGRAPHS) : null
    // Whoever marks words wants to copy them.
    if (!pressed || detail > 1 || !(window.getSelection()?.isCollapsed ?? true)) return
    const index = indexOf(pressed)
    if (chosen?.index === index) setChosen(null)
    else choose(index)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape" && !isOpen) setChosen(null)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step || isOpen || !chosen) return
    event.preventDefault()
    const others = placedParagraphs(text, from).filter((one) => isRewritable(one) || one.at === chosen.at)
    const next = others[others.findIndex(({ at }) => at === chosen.at) + step]
    // Of a long text, the page shows the end.
    const element = next && elementOf(place.current, next.index)
    if (!element) return
    setChosen(next)
    element.scrollIntoView({ block: "center" })
  }

  const isShown = shown !== null && isAlive
  return (
    // biome-ignore lint/a11y: the button below is this for the keyboard
    <div
      ref={place}
      className={`relative isolate ${isShown ? "[@media(hover:hover)]:[&_p[id]:hover]:bg-wash/50" : ""}`}
      onClick={isShown ? onClick : undefined}
    >
      {children}
      {isShown && (
        <>
          {chosen && box && (
            <div
              className="-z-10 -inset-x-3 absolute rounded-md border-continue-ink border-l-3 bg-wash"
              style={{ top: box.top, height: box.height }}
            />
          )}
          <div
            className={chosen && box ? "absolute inset-x-0 z-20 flex flex-col items-end" : "sr-only"}
            style={chosen && box ? { top: box.top + box.height } : undefined}
          >
            {!isOpen && (
              <Button
                ref={button}
                type="button"
                look="plain"
                aria-label={chosen ? copy.begins(firstCharacters(chosen.text, BEGINNING_CHARS)) : copy.here}
                aria-describedby="paragraph-hint"
                className="shadow-float"
                onClick={() => setIsOpen(chosen !== null)}
                onFocus={() => chosen ?? choose(firstInView(place.current))}
                onKeyDown={onKeyDown}
              >
                {copy.here}
              </Button>
            )}
            <span id="paragraph-hint" hidden>
              {copy.move}
            </span>
            {isOpen && chosen && <Wish shown={shown} chosen={chosen} formKey={formKey} onClose={close} />}
          </div>
          <p role="status" className="sr-only">
            {chosen && !isOpen && copy.begins(firstCharacters(chosen.text, BEGINNING_CHARS))}
          </p>
        </>
      )}
    </div>
  )
}

interface WishProps {
  shown: Shown
  chosen: PlacedParagraph
  formKey: string
  onClose(): void
}

function Wish({ shown, chosen, formKey, onClose }: WishProps) {
  const isBusy = useLiveNavigation().state !== "idle"
  const path = paragraphsPath(shown)
  const field = useDraft<HTMLTextAreaElement>(`wish:${path}`, "")
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    form.current?.scrollIntoView({ block: "nearest" })
  }, [field])
  return (
    <Form
      ref={form}
      method="post"
      action={paragraphsPath(shown, { index: chosen.index })}
      className="is-continuing flex w-full max-w-96 scroll-my-24 flex-col gap-3 rounded-xl border border-line bg-raised p-4 font-sans shadow-float"
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="paragraph" value={chosen.at} />
      <label htmlFor="paragraph-wish" className="flex flex-wrap items-baseline gap-x-2 text-sm font-semibold">
        {copy.wish}
        <span className="font-normal text-soft text-xs">{copy.wishHint}</span>
      </label>
      <textarea
        ref={field}
        id="paragraph-wish"
        name="wish"
        rows={2}
        className="-mt-1.5 block max-h-40 min-h-18 w-full resize-none rounded-lg border border-edge bg-sheet px-3 py-2 text-base field-sizing-content"
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button type="button" look="quiet" onClick={onClose}>
          {copy.close}
        </Button>
        <Button name="intent" value="rewrite" look="continue" disabled={isBusy}>
          {isBusy ? copy.writing : copy.here}
        </Button>
      </div>
    </Form>
  )
}

interface Box {
  top: number
  height: number
}

/** Where a paragraph stands, measured again whenever the text is set in other lines. */
function useBox(place: { current: HTMLElement | null }, index: number | null): Box | null {
  const [box, setBox] = useState<Box | null>(null)
  useEffect(() => {
    const container = place.current
    const paragraph = index === null ? null : elementOf(container, index)
    if (!container || !paragraph) return setBox(null)
    const measure = () => {
      const { top } = container.getBoundingClientRect()
      const rect = paragraph.getBoundingClientRect()
      setBox({ top: rect.top - top, height: rect.height })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(container)
    return () => observer.disconnect()
  }, [place, index])
  return box
}

function elementOf(place: HTMLElement | null, index: number): HTMLElement | null {
  return place?.querySelector<HTMLElement>(`#p${index}`) ?? null
}

function indexOf(paragraph: Element): number {
  return Number(paragraph.id.slice(1))
}

/** The first paragraph that the window shows the beginning of. */
function firstInView(place: HTMLElement | null): number {
  const all = [...(place?.querySelectorAll(PARAGRAPHS) ?? [])]
  const first = all.find((paragraph) => paragraph.getBoundingClientRect().top >= 0) ?? all.at(-1)
  return first ? indexOf(first) : 0
}
