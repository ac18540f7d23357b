import { useEffect } from "react"
import { useFetchers } from "react-router"
import { useLiveNavigation, useLostRequest } from "./lost-line.ts"

const CONTROLS = "a[href], button, input, select, textarea, summary"

/** What was pressed last, and what it stands in, from the inside out. */
let pressed: Element[] = []
/** The address at that time. */
let pressedAt = ""

/**
 * Gives the focus back that a press lost: a button that is disabled while it works loses it, and so does one that is
 * gone afterwards. Then what is around it gets it, or the place where a new page begins.
 */
export function useKeptFocus(): void {
  const navigation = useLiveNavigation()
  const fetchers = useFetchers()
  const isLost = useLostRequest() !== null
  const isBusy = !isLost && (navigation.state !== "idle" || fetchers.some(({ state }) => state !== "idle"))
  useEffect(() => {
    document.addEventListener("pointerdown", forget, { capture: true })
    document.addEventListener("click", note, { capture: true })
    document.addEventListener("submit", note, { capture: true })
    return () => {
      document.removeEventListener("pointerdown", forget, { capture: true })
      document.removeEventListener("click", note, { capture: true })
      document.removeEventListener("submit", note, { capture: true })
    }
  }, [])
  useEffect(() => (isBusy ? giveBack : undefined), [isBusy])
}

// Who has pressed elsewhere since wants the focus there, or nowhere.
function forget({ target }: Event): void {
  if (!isInNotices(target)) pressed = []
}

function note({ target }: Event): void {
  const isForm = target instanceof HTMLFormElement
  if (!(target instanceof Element) || isInNotices(target)) return
  const { activeElement } = document
  const control = activeElement?.matches(CONTROLS) ? activeElement : isForm ? null : target.closest(CONTROLS)
  if (!control) return
  pressed = around(control)
  pressedAt = window.location.href
}

// "Try again" stands there for another control, and goes when it is pressed.
function isInNotices(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(".notices") !== null
}

function around(element: Element): Element[] {
  return element.parentElement ? [element, ...around(element.parentElement)] : [element]
}

function giveBack(): void {
  const [control, ...outer] = pressed.map(anew)
  const isLost = document.activeElement === null || document.activeElement === document.body
  if (!isLost || !control || (isShown(control) && control.matches(":disabled"))) return
  const place = isShown(control)
    ? control
    : (openedPart() ?? nearest(outer) ?? document.querySelector("main h1"))
  if (!place?.matches(`${CONTROLS}, [tabindex]`)) place?.setAttribute("tabindex", "-1")
  if (place instanceof HTMLElement) place.focus({ preventScroll: true })
}

/** The element itself, or the one of its id that the new page has drawn in its place. */
function anew(element: Element): Element {
  return element.isConnected ? element : (document.getElementById(element.id) ?? element)
}

/** What opens the menu again that the control is in, or the part of the page around it that takes the focus. */
function nearest(outer: Element[]): Element | null {
  const places = outer.map((element) =>
    element.matches("details") ? element.querySelector("summary") : element.matches("[tabindex]") && element,
  )
  return places.find((place) => place instanceof Element && isShown(place)) || null
}

function isShown(element: Element): boolean {
  return element.isConnected && element.checkVisibility()
}

/** The part that a new page opens at. */
function openedPart(): Element | null {
  const { href, hash } = window.location
  return href === pressedAt ? null : document.getElementById(hash.slice(1))
}
