import { type RefObject, useEffect, useRef } from "react"

type Field = HTMLInputElement | HTMLTextAreaElement

/**
 * After saving, the field of this name shows its value as the server stored it, unless the visitor has typed on
 * meanwhile. `sent` is the form that is being saved.
 */
export function useStoredValue<Element extends Field>(
  name: string,
  stored: string,
  sent: FormData | undefined,
): RefObject<Element | null> {
  const field = useRef<Element>(null)
  const last = useRef<FormDataEntryValue | null>(null)
  useEffect(() => {
    if (sent) last.current = sent.get(name)
  }, [sent, name])
  useEffect(() => {
    if (field.current && field.current.value === last.current) field.current.value = stored
  }, [stored])
  return field
}
