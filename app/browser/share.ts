import { useSyncExternalStore } from "react"

/** Whether this browser hands links to other programs; not before it runs script. */
export function useCanShare(): boolean {
  return useSyncExternalStore(never, canShare, () => false)
}

/** Hands a link to a program of the visitor's choice. Resolves to false where that failed, and not where they chose none. */
export async function shareLink(url: string): Promise<boolean> {
  try {
    await navigator.share({ url })
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError"
  }
}

function canShare(): boolean {
  return typeof navigator.share === "function"
}

function never(): () => void {
  return () => {}
}
