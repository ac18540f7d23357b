import { useRef, useState } from "react"
import { COPIED_LABEL_MS } from "../domain/limits.ts"

/** A copy action and whether its label reads 「copied」 just now. `copy` answers whether it worked. */
export function useCopyText(): { copied: boolean; copy(text: string): Promise<boolean> } {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  async function copy(text: string): Promise<boolean> {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      return false
    }
    clearTimeout(timer.current)
    setCopied(true)
    timer.current = setTimeout(() => setCopied(false), COPIED_LABEL_MS)
    return true
  }

  return { copied, copy }
}
