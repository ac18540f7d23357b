export type TextControl = HTMLInputElement | HTMLTextAreaElement

/** Sets a field's value and fires an `input` event, as if the visitor had typed it. */
export function typeInto(field: TextControl, value: string): void {
  // React tracks the element's own `value` property. The prototype's setter bypasses it, so React sees a change.
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(prototype.prototype, "value")?.set?.call(field, value)
  field.dispatchEvent(new Event("input", { bubbles: true }))
}
