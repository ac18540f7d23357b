import { useRef, useState } from "react"
import { COPIED_LABEL_MS } from "#app/domain/limits.ts"

/** A copy action and whether its label reads 「copied」 just now. `copy` answers whether it worked. */
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

/** For addresses without encryption, where browsers keep the clipboard's own interface away. */
function selectAndCopy(text: string): boolean {
  const field = document.createElement("textarea")
  field.value = text
  document.body.append(field)
  field.select()
  const copied = document.execCommand("copy")
  field.remove()
  return copied
}
