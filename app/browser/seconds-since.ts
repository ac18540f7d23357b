import { useEffect, useReducer } from "react"

const SECOND_MS = 1_000

/** The whole seconds since a moment (milliseconds since 1970), counted on every second; null without a moment. */
export function useSecondsSince(since: number | null): number | null {
  const [, count] = useReducer((seconds: number) => seconds + 1, 0)
  useEffect(() => {
    if (since === null) return
    const timer = setInterval(count, SECOND_MS)
    return () => clearInterval(timer)
  }, [since])
  return since === null ? null : Math.max(0, Math.floor((Date.now() - since) / SECOND_MS))
}
