import { useRef, useState } from "react"
import { COPIED_LABEL_MS } from "#app/domain/limits.ts"

/** A copy action, and whether its label should say "copied" at the moment. `copy` resolves to whether it worked. */
export function useCopyText(): { copied: boolean; copy(text: string): Promise<boolean> } {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  async function copy(text: string): Promise<boolean> {
    if (!(await toClipboard(text))) return false
    clearTimeout(timer.current)
    setCopied(true)
    timer.current = setTimeout(() => setCopied(false), COPIED_LABEL_MS)
    return true
  }

  return { copied, copy }
}

async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return selectAndCopy(text)
  }
}

/** The fallback for http pages, where browsers do not offer the clipboard API. */
function selectAndCopy(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement("textarea")
  field.value = text
  // Outside of an open dialog, nothing can be selected.
  const place = focused?.closest("dialog") ?? document.body
  place.append(field)
  field.select()
  const copied = document.execCommand("copy")
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return copied
}
