import { readStored, removeStored } from "./stored-json.ts"
import { type TextControl, typeInto } from "./type-into.ts"

/** What a page at this address left behind that went before its script came. `on-touch.js` stores it. */
interface Left {
  at: string
  typed: [name: string, value: string][]
}

const LEFT_KEY = "earlyTyping"
const FIELDS = "textarea:not([hidden]), input:is([type=text], [type=email], [type=search], :not([type]))"
const typed = new Map<TextControl, string>()

/** Records what the visitor types before hydration, which would reset the fields to the served values. */
export function keepEarlyTyping(): void {
  takeLeft()
  for (const field of document.querySelectorAll<TextControl>(FIELDS)) {
    if (field.value !== field.defaultValue) typed.set(field, field.value)
  }
  document.addEventListener("input", note, { capture: true })
}

/** Restores that input after hydration, with `input` events. */
export function restoreEarlyTyping(): void {
  document.removeEventListener("input", note, { capture: true })
  for (const [field, value] of typed) {
    if (field.value !== value) typeInto(field, value)
  }
  typed.clear()
}

function takeLeft(): void {
  const left = readStored(LEFT_KEY) as Left | null
  if (left?.at !== window.location.pathname + window.location.search) return
  for (const [name, value] of left.typed) {
    const field = document.querySelector<HTMLTextAreaElement>(`textarea[name="${CSS.escape(name)}"]`)
    if (field) typed.set(field, value)
  }
  removeStored(LEFT_KEY)
}

function note({ target }: Event): void {
  if (target instanceof HTMLElement && target.matches(FIELDS))
    typed.set(target as TextControl, (target as TextControl).value)
}
