type Field = HTMLInputElement | HTMLTextAreaElement

const FIELDS = "textarea:not([hidden]), input:is([type=text], [type=email], [type=search], :not([type]))"
const typed = new Map<Field, string>()

/** Notes what was typed before the page came alive: hydration would set fields back to what was served. */
export function keepEarlyTyping(): void {
  for (const field of document.querySelectorAll<Field>(FIELDS)) {
    if (field.value !== field.defaultValue) typed.set(field, field.value)
  }
  document.addEventListener("input", note, { capture: true })
}

/** Puts it back, as if it had been typed now. */
export function restoreEarlyTyping(): void {
  document.removeEventListener("input", note, { capture: true })
  for (const [field, value] of typed) {
    if (field.value === value) continue
    // React watches the element's own property; the prototype's setter passes it by, so the event counts.
    const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
    Object.getOwnPropertyDescriptor(prototype.prototype, "value")?.set?.call(field, value)
    field.dispatchEvent(new Event("input", { bubbles: true }))
  }
  typed.clear()
}

function note({ target }: Event): void {
  if (target instanceof HTMLElement && target.matches(FIELDS))
    typed.set(target as Field, (target as Field).value)
}
