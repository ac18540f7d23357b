export type TextControl = HTMLInputElement | HTMLTextAreaElement

/** Sets a field as if it had been typed into, so that whoever listens hears of it. */
export function typeInto(field: TextControl, value: string): void {
  // React watches the element's own property; the prototype's setter passes it by, so the event counts.
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(prototype.prototype, "value")?.set?.call(field, value)
  field.dispatchEvent(new Event("input", { bubbles: true }))
}
