import { type TextControl, typeInto } from "./type-into.ts"

const FIELDS = "textarea:not([hidden]), input:is([type=text], [type=email], [type=search], :not([type]))"
const typed = new Map<TextControl, string>()

/** Records what the visitor types before hydration, which would reset the fields to the served values. */
export function keepEarlyTyping(): void {
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

function note({ target }: Event): void {
  if (target instanceof HTMLElement && target.matches(FIELDS))
    typed.set(target as TextControl, (target as TextControl).value)
}
